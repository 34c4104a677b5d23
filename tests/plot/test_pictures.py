"""Pictures of a memory: files that can be opened, that tell what they should, in English and Chinese, on both stores."""

import re
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

matplotlib = pytest.importorskip("matplotlib", reason="needs the extra plot")

from fontTools.fontBuilder import FontBuilder  # noqa: E402
from fontTools.pens.ttGlyphPen import TTGlyphPen  # noqa: E402

from factories import day, make_entity, make_fact  # noqa: E402
from memgraph_core import ConfigError, InvalidInput, Memory  # noqa: E402
from memgraph_core.cli.app import app  # noqa: E402
from memgraph_core.cli.demo import samples  # noqa: E402
from memgraph_core.plot import fonts, stream  # noqa: E402
from memgraph_core.plot.graph import subgraph, ties_of  # noqa: E402
from memgraph_core.plot.pictures import save, shortened, wrapped  # noqa: E402
from memgraph_core.records.inspect import EntityQuery, StreamItem, StreamQuery  # noqa: E402
from memgraph_core.retrieve.topics import Trend  # noqa: E402
from world import fill  # noqa: E402

QUESTION = "李蔓之前每周三晚上去上什么课?"


@pytest.fixture(scope="session")
def font(tmp_path_factory):
    """A font of squares that has every sign of the Chinese sample, so that no machine need have one."""
    texts = [turn.text + (turn.speaker or "") for turn in samples()[1].turns] + [QUESTION, "搬到厦门"]
    signs = sorted({ord(sign) for text in texts for sign in text} | set(range(32, 127)))
    pen = TTGlyphPen(None)
    for point in ((0, 0), (500, 0), (500, 500), (0, 500)):
        (pen.lineTo if point != (0, 0) else pen.moveTo)(point)
    pen.closePath()
    square, builder = pen.glyph(), FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "square"])
    builder.setupCharacterMap(dict.fromkeys(signs, "square"))
    builder.setupGlyf({".notdef": square, "square": square})
    builder.setupHorizontalMetrics({".notdef": (600, 0), "square": (600, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    path = tmp_path_factory.mktemp("fonts") / "squares.ttf"
    builder.save(path)
    return str(path)


@pytest.fixture
def told(tmp_path):
    """A file with both samples, each in its namespace."""
    path = tmp_path / "memory.db"
    for case in samples():
        with Memory.open(str(path), case.name, embedder="none") as memory:
            memory.add(case.turns)
    return path


def drawn(path, tmp_path, *arguments, namespace="ada"):
    """The file that a command of `plot` wrote."""
    out = tmp_path / f"{arguments[0]}.svg"
    told = CliRunner().invoke(
        app, ["-s", str(path), "-n", namespace, "--embedder", "none", "plot", *arguments, "--out", str(out)]
    )
    assert told.exit_code == 0, told.output
    return out.read_text(encoding="utf-8")


def items(*named):
    """Mentions of one day after the other."""
    first = datetime(2026, 1, 1, tzinfo=UTC)
    return [
        StreamItem(first + timedelta(days=day), name.lower(), name, f"t{day}", "s1", "Ada", "named")
        for day, name in enumerate(named)
    ]


def written(picture, tmp_path):
    """What a picture writes, as matplotlib notes it beside the outlines of its letters."""
    return re.findall(r"<!-- (.*?) -->", save(picture, tmp_path / "it.svg").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", ["timeline", "entities", "shifts"])
@pytest.mark.parametrize("namespace", ["ada", "li"])
def test_each_picture_is_drawn_of_an_english_and_a_chinese_memory(told, tmp_path, font, kind, namespace):
    said = re.findall(r"<!-- (.*?) -->", drawn(told, tmp_path, kind, "--font", font, namespace=namespace))
    assert ("Jonas" if namespace == "ada" else "李蔓") in said


def test_what_answers_a_question_is_drawn_with_what_joins_it(told, tmp_path):
    text = drawn(told, tmp_path, "subgraph", "What is Ben's son Milo allergic to?")
    assert {"Milo", "hazelnuts", "allergic to", "1"} <= set(re.findall(r"<!-- (.*?) -->", text))


def test_a_chinese_question_is_drawn(told, tmp_path, font):
    text = drawn(told, tmp_path, "subgraph", QUESTION, "--font", font, namespace="li")
    assert "李蔓" in re.findall(r"<!-- (.*?) -->", text)


def test_a_memory_on_neo4j_gives_the_same_picture_as_one_in_a_file(store, tmp_path):
    fill(store, "quince")
    one = save(stream.timeline(store.stream(StreamQuery()), "ada"), tmp_path / "one.png")
    assert one.read_bytes().startswith(b"\x89PNG")
    assert "Ada quince" in written(stream.entities(store.entities(EntityQuery()), "ada"), tmp_path)


def test_the_same_picture_has_the_same_bytes(told, tmp_path):
    assert drawn(told, tmp_path, "timeline") == drawn(told, tmp_path, "timeline")


def test_what_rises_stands_above_what_falls_as_the_memory_reckons_it(tmp_path):
    found = [
        Trend(kind="entity", name="Braga", before=0.1, after=0.4, rank_before=3, rank_after=1),
        Trend(kind="topic", name="travel", before=0.5, after=0.2, rank_before=1, rank_after=2),
    ]
    picture = stream.shifts(found, "ada")
    assert picture.texts[1:] == ("travel (topic)", "Braga")  # from below
    assert any("more and less than before" in text for text in written(picture, tmp_path))


def test_an_empty_memory_is_said_to_be_empty(tmp_path):
    for picture in (
        stream.timeline([], "ada"),
        stream.entities([], "ada"),
        stream.shifts([], "ada"),
        subgraph("Who?", [], {}),
    ):
        assert any("nothing yet" in text for text in written(picture, tmp_path))


def test_a_hit_is_joined_to_what_its_path_its_facts_and_its_speaker_name():
    step = SimpleNamespace
    hit = SimpleNamespace(
        uid="n1",
        turns=("t1",),
        speaker="Ben",
        path=(step(label="Entity", uid="milo", text="Milo"), step(label="Turn", uid="t1", text="…")),
        facts=(
            make_fact("f1", "milo", "ALLERGIC_TO", "nuts"),
            make_fact("f2", "milo", "LIKES", "nuts", holds_until=day(3)),
        ),
    )
    ties = ties_of([hit], {uid: make_entity(uid) for uid in ("milo", "nuts", "ben")})
    assert ties.spoken_of == ((0, "milo"), (0, "nuts"))
    assert ties.spoken_by == ((0, "ben"),)
    assert ties.facts == {("milo", "nuts"): ("allergic to", f"likes until {day(3):%Y-%m-%d}")}


def test_a_machine_without_a_chinese_font_is_told_the_remedy(monkeypatch):
    monkeypatch.setattr(fonts, "_chinese_families", list)
    with pytest.raises(ConfigError, match=r"apt install fonts-noto-cjk.*--font"):
        fonts.families_for(["北京"])
    assert fonts.families_for(["Beijing, 25 °C"]) == [fonts.OWN]


def test_a_file_that_is_no_font_is_refused(tmp_path):
    path = tmp_path / "no.ttf"
    path.write_text("no font")
    with pytest.raises(InvalidInput, match="no font that can be read"):
        fonts.families_for(["Ada"], str(path))


def test_signs_that_no_font_has_are_left_out():
    assert fonts.writable("tea 🍵 for two", [fonts.OWN]) == "tea  for two"


def test_another_ending_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match=r"neither in \.png nor in \.svg"):
        save(stream.timeline([], "ada"), tmp_path / "it.jpeg")


@pytest.mark.parametrize(
    ("text", "length", "short"), [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("北京市", 4, "北…"), ("", 3, "")]
)
def test_a_chinese_sign_counts_for_two_when_a_text_is_shortened(text, length, short):
    assert shortened(text, length) == short


def test_chinese_is_broken_anywhere_and_other_text_between_words():
    assert wrapped("one two three", 8, 3) == "one two\nthree"
    assert wrapped("我搬到了厦门", 6, 3) == "我搬到\n了厦门"
    assert wrapped("one two three", 4, 2) == "one\ntwo…"


def test_without_matplotlib_the_command_says_how_to_get_it(told, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    refused = CliRunner().invoke(app, ["-s", str(told), "plot", "timeline"])
    assert refused.exit_code == 1
    assert "memgraph-core[plot]" in refused.stderr
