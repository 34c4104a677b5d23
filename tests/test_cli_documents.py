"""`import` of documents and folders."""

import json

import pytest
from typer.testing import CliRunner

from memgraph_core.cli.app import app


@pytest.fixture
def run(tmp_path, monkeypatch):
    for name in ("MEMGRAPH_CORE_STORE", "MEMGRAPH_CORE_NAMESPACE", "NEO4J_URI", "MEMGRAPH_CORE_EXTRACTOR"):
        monkeypatch.delenv(name, raising=False)

    monkeypatch.setenv("MEMGRAPH_CORE_EMBEDDER", "none")

    def invoke(command, *arguments):
        options = ["--store", str(tmp_path / "m.db")]
        return CliRunner().invoke(app, [command, *options, *map(str, arguments)])

    return invoke


def test_a_folder_is_read_with_its_documents_and_conversations_and_again_adds_nothing(run, tmp_path):
    folder = tmp_path / "docs"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "rivers.md").write_text("# Rivers\n\nThe Po is 652 kilometres long.")
    (folder / "essay.txt").write_text("Mountains are high. Monviso is 3841 metres high.")
    (folder / "chat.txt").write_text("Ada: I live in Milan.\nBen: I live in Rome.")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    assert run("import", folder).exit_code == 0
    assert json.loads(run("stats", "--json").stdout)["turns"] == 4
    assert run("import", folder).exit_code == 0
    assert json.loads(run("stats", "--json").stdout)["turns"] == 4
    assert "deep/rivers.md" in run("context", "How long is the Po?").stdout
    assert "Ada" in run("search", "Where does Ada live?").stdout


def test_chunks_are_as_long_as_asked(run, tmp_path):
    (tmp_path / "long.md").write_text("\n\n".join(f"Paragraph {n} speaks of river {n}." for n in range(20)))
    run("import", tmp_path / "long.md", "--chunk-size", 80, "--chunk-overlap", 0)
    assert json.loads(run("stats", "--json").stdout)["turns"] == 10
    told = run("import", tmp_path / "long.md", "--chunk-size", 80, "--chunk-overlap", 90)
    assert (told.exit_code, "0 <= overlap < size" in told.stderr) == (1, True)


def test_a_folder_without_anything_to_read_is_refused(run, tmp_path):
    (tmp_path / "empty").mkdir()
    told = run("import", tmp_path / "empty")
    assert (told.exit_code, "holds no file that can be read" in told.stderr) == (1, True)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_other_formats_are_read_by_llama_index(run, tmp_path):
    pytest.importorskip("llama_index.readers.file", reason="needs the extra documents")
    (tmp_path / "page.html").write_text("<html><body><p>The Po is 652 kilometres long.</p></body></html>")
    told = run("import", tmp_path / "page.html")
    assert told.exit_code == 0, told.output
    assert "652 kilometres" in run("search", "How long is the Po?").stdout
