"""Packs: the language of a text, and what a language without rules of its own yields."""

import re
from pathlib import Path

import pytest

import memgraph_core
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.language.pack import answer_language, language_of, pack_of
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.graph import Turn

DATA = Path(__file__).parents[1] / "data" / "language"
CASES = [
    tuple(line.split(" ", 1))
    for line in (DATA / "detection.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
COMPARES_A_CODE = re.compile(
    r"""(?:==|!=|\bin) *[(\[{]? *["'](?:en|zh|other)["']|["'](?:en|zh|other)["'] *(?:==|!=)"""
)


@pytest.mark.parametrize(("code", "text"), CASES)
def test_the_language_of_a_text_is_detected(code, text):
    assert language_of(text) == code


def test_a_text_without_letters_is_english():
    assert language_of("") == "en"


def test_only_the_language_package_compares_language_codes():
    package = Path(memgraph_core.__file__).parent
    outside = [path for path in package.rglob("*.py") if "language" not in path.relative_to(package).parts]
    found = {str(path) for path in outside if COMPARES_A_CODE.search(path.read_text(encoding="utf-8"))}
    assert found == set()


def test_a_code_without_a_pack_is_read_by_the_pack_for_other_languages():
    assert pack_of("fi").code == "other"


@pytest.mark.parametrize(("text", "code"), [("Wo wohnt meine Schwester?", "en"), ("他住在哪里", "zh")])
def test_answers_are_in_english_or_chinese(text, code):
    assert answer_language(text) == code


@pytest.mark.parametrize("text", [text for code, text in CASES if code == "other" and len(text) > 25])
def test_a_text_in_another_language_yields_a_note_and_no_fact(text):
    extraction = extracted(text)
    assert [note.text for note in extraction.notes] == [f"Ada: {text}"]
    assert not extraction.facts
    assert all(note.holds_from is None and note.holds_until is None for note in extraction.notes)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Meine Schwester Katrin kommt am Montag um zehn Uhr mit dem Zug", []),
        ("Am Freitag fahre ich mit Herrn Okafor nach Hamburg, die Suppe war gut", ["Hamburg"]),
        ("Hier soir Camille a chanté à Nantes avec la chorale de son école", ["Camille", "Nantes"]),
        ("El lunes Mateo empieza en un restaurante de Salamanca", ["Mateo", "Salamanca"]),
        ("金曜日に田中さんと会います", ["田中"]),
        ("Завтра в пять приходит мастер чинить трубу на кухне", []),
    ],
)
def test_names_in_other_languages_are_names(text, names):
    assert [mention.name for mention in extracted(text).mentions if mention.name != "Ada"] == names


def extracted(text):
    turn = Turn(uid="t", session="s", position=0, speaker="Ada", text=text)
    return RulesExtractor().extract(ExtractionWindow(turns=(turn,)))
