"""The requests of the benchmarks: every file has turns, and requests that refer to them."""

import pytest

from benchmark_modules import benchmark_module


@pytest.fixture(scope="module")
def request_files():
    return benchmark_module("request_files")


@pytest.mark.parametrize(("language", "least"), [("en", 20_000), ("zh", 12_000)])
def test_every_request_refers_to_turns_of_its_file(request_files, language: str, least: int):
    files = request_files.files_of(language)
    requests = [request for file in files for request in file.requests]
    assert len(requests) > least
    assert all(request.turns and request.kind in {"Q", "M"} and request.text for request in requests)


def test_a_line_that_is_no_turn_is_reported_with_its_file(request_files, tmp_path):
    file = tmp_path / "01.txt"
    file.write_text("1. Nora: I moved.\n---\n1\tQ\tWhere?\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"01\.txt: '1. Nora: I moved.' is not NUMBER"):
        request_files.file_of(file)
