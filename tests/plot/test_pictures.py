"""Pictures of a memory: files and texts, in English and Chinese, from both stores."""

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
from memgraph_core.language.keywords import topics  # noqa: E402
from memgraph_core.language.vocabulary import VOCABULARY  # noqa: E402
from memgraph_core.plot import fonts, stream, views  # noqa: E402
from memgraph_core.plot.graph import connections_of, subgraph  # noqa: E402
from memgraph_core.plot.labels import labels_for  # noqa: E402
from memgraph_core.plot.pictures import save, shortened, wrapped  # noqa: E402
from memgraph_core.plot.retention import retention as retention_picture  # noqa: E402
from memgraph_core.records.inspect import EntityQuery, StreamItem, StreamQuery  # noqa: E402
from memgraph_core.retrieve.retention import retention_of  # noqa: E402
from memgraph_core.retrieve.topics import Trend  # noqa: E402
from sample_namespace import fill  # noqa: E402

QUESTION = "李蔓之前每周三晚上去上什么课?"


@pytest.fixture(scope="session")
def font(tmp_path_factory):
    """A font of squares with every character of the Chinese sample and labels, for machines without a Chinese font."""
    texts = [turn.text + (turn.speaker or "") for turn in samples()[1].turns] + [
        QUESTION,
        "搬到厦门",
        *labels_for(["李蔓"]).texts,
    ]
    characters = sorted({ord(character) for text in texts for character in text} | set(range(32, 127)))
    pen = TTGlyphPen(None)
    for point in ((0, 0), (500, 0), (500, 500), (0, 500)):
        (pen.lineTo if point != (0, 0) else pen.moveTo)(point)
    pen.closePath()
    square, builder = pen.glyph(), FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "square"])
    builder.setupCharacterMap(dict.fromkeys(characters, "square"))
    builder.setupGlyf({".notdef": square, "square": square})
    builder.setupHorizontalMetrics({".notdef": (600, 0), "square": (600, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    path = tmp_path_factory.mktemp("fonts") / "squares.ttf"
    builder.save(path)
    return str(path)


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A file with both sample conversations, each in its namespace. The tests only read it."""
    path = tmp_path_factory.mktemp("samples") / "memory.db"
    for case in samples():
        with Memory.open(str(path), case.name, embedder="none") as memory:
            memory.add(case.turns)
    return path


def drawn(path, tmp_path, *arguments, namespace="ada"):
    """The content of the file that a `plot` command writes."""
    out = tmp_path / f"{arguments[0]}.svg"
    result = CliRunner().invoke(
        app, ["-s", str(path), "-n", namespace, "--embedder", "none", "plot", *arguments, "--out", str(out)]
    )
    assert result.exit_code == 0, result.output
    return out.read_text(encoding="utf-8")


def items(*names):
    """Mentions on consecutive days."""
    first = datetime(2026, 1, 1, tzinfo=UTC)
    return [
        StreamItem(first + timedelta(days=day), name.lower(), name, f"t{day}", "s1", "Ada", "named")
        for day, name in enumerate(names)
    ]


def texts_in(picture, tmp_path):
    """The texts of a picture: matplotlib writes each as an SVG comment before its outlines."""
    return re.findall(r"<!-- (.*?) -->", save(picture, tmp_path / "picture.svg").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", ["timeline", "entities", "trends"])
@pytest.mark.parametrize("namespace", ["ada", "li"])
def test_each_picture_is_drawn_from_an_english_and_a_chinese_memory(filled, tmp_path, font, kind, namespace):
    texts = re.findall(r"<!-- (.*?) -->", drawn(filled, tmp_path, kind, "--font", font, namespace=namespace))
    assert ("Jonas" if namespace == "ada" else "李蔓") in texts


def test_hits_are_drawn_with_their_facts(filled, tmp_path):
    text = drawn(filled, tmp_path, "subgraph", "What is Ben's son Milo allergic to?")
    assert {"Milo", "hazelnuts", "allergic to", "1"} <= set(re.findall(r"<!-- (.*?) -->", text))


def test_a_chinese_question_is_drawn(filled, tmp_path, font):
    text = drawn(filled, tmp_path, "subgraph", QUESTION, "--font", font, namespace="li")
    assert "李蔓" in re.findall(r"<!-- (.*?) -->", text)


def test_a_memory_on_neo4j_gives_the_same_picture_as_one_in_a_file(store, tmp_path):
    fill(store, "quince")
    one = save(stream.timeline(store.stream(StreamQuery()), "ada"), tmp_path / "one.png")
    assert one.read_bytes().startswith(b"\x89PNG")
    assert "Ada quince" in texts_in(stream.entities(store.entities(EntityQuery()), "ada"), tmp_path)


@pytest.fixture(scope="module")
def year():
    with Memory.open(":memory:", namespace="ada", embedder="none") as memory:
        for week in range(3):
            memory.add("I was so happy with Zoe!", speaker="Ada", said_at=f"2026-06-{1 + 7 * week:02}")
            memory.add("I'm angry at Dario.", speaker="Ada", said_at=f"2026-06-{2 + 7 * week:02}")
        memory.add("I live in Milan.", speaker="Ada", said_at="2026-01-01")
        memory.add("I moved to Turin.", speaker="Ada", said_at="2026-05-01")
        yield memory


def test_a_mood_is_drawn_by_day_with_what_goes_with_it(year, tmp_path):
    texts = texts_in(views.mood(year.mood(since="2026-06-01", until="2026-07-01")), tmp_path)
    assert {"Mood from 2026-06-01 until 2026-06-30", "Zoe", "Dario"} <= set(texts)
    nothing = views.mood(year.mood(since="2027-06-01", until="2027-07-01"))
    assert any("nothing yet" in text for text in texts_in(nothing, tmp_path))


def test_a_profile_is_drawn_over_time(year, tmp_path):
    texts = texts_in(views.profile(year.profile("Ada", as_of="2026-07-01")), tmp_path)
    assert {"Profile of Ada", "lives in: Turin", "lives in: Milan"} <= set(texts)


def test_equal_pictures_have_equal_bytes(filled, tmp_path):
    assert drawn(filled, tmp_path, "timeline") == drawn(filled, tmp_path, "timeline")


def test_the_largest_rise_is_at_the_top(tmp_path):
    found = [
        Trend(kind="entity", name="Braga", before=0.1, after=0.4, rank_before=3, rank_after=1),
        Trend(kind="topic", name="travel", before=0.5, after=0.2, rank_before=1, rank_after=2),
    ]
    picture = stream.trends(found, "ada")
    assert picture.texts[-2:] == ("travel (topic)", "Braga")  # from the bottom
    assert any("more or less than before" in text for text in texts_in(picture, tmp_path))


def test_the_picture_of_an_empty_memory_says_so(tmp_path):
    for picture in (
        stream.timeline([], "ada"),
        stream.entities([], "ada"),
        stream.trends([], "ada"),
        subgraph("Who?", [], {}),
    ):
        assert any("nothing yet" in text for text in texts_in(picture, tmp_path))


def test_a_hit_is_connected_to_the_entities_of_its_path_and_facts_and_to_its_speaker():
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
    found = connections_of([hit], {uid: make_entity(uid) for uid in ("milo", "nuts", "ben")})
    assert found.entities == ("milo", "nuts", "ben")
    assert found.about == ((0, "milo"), (0, "nuts"))
    assert found.spoken_by == ((0, "ben"),)
    assert found.facts == {("milo", "nuts"): hit.facts}


def test_a_date_is_a_line_of_a_caption_and_not_a_node(tmp_path):
    fact = make_fact("f1", "exam", "HAPPENS_ON", "day")
    hit = SimpleNamespace(
        uid="n1", turns=(), speaker=None, said_at=None, text="My exam is on Friday.", path=(), facts=(fact,)
    )
    known = {"exam": make_entity("exam", "exam"), "day": make_entity("day", "2026-09-04")}
    assert connections_of([hit], known).entities == ("exam",)
    assert {"exam", "happens on 2026-09-04"} <= set(texts_in(subgraph("When?", [hit], known), tmp_path))


def test_dates_are_not_drawn_as_entities():
    assert stream.entities([make_entity("day", "2026-09-04"), make_entity("ada")], "x").texts[-1:] == ("Ada",)
    assert "2026-09-04" not in stream.timeline(items("Ada", "2026-09-04"), "x").texts


def test_titles_relations_and_topics_of_a_chinese_memory_are_chinese(filled, tmp_path, font):
    texts = drawn(filled, tmp_path, "entities", "--font", font, namespace="li")
    assert "li：提及最多的实体" in texts
    assert "人物" in texts
    assert "在学" in drawn(filled, tmp_path, "subgraph", "李蔓在学什么?", "--font", font, namespace="li")
    chinese = labels_for(["李蔓"])
    assert VOCABULARY.keys() == chinese.relations.keys()
    assert set(topics()) == chinese.topics.keys()
    assert chinese.phrases.keys() == labels_for(["Ada"]).phrases.keys()


def test_a_chinese_font_that_is_missing_in_the_cached_list_is_found(monkeypatch):
    monkeypatch.setattr(fonts.font_manager, "findSystemFonts", lambda: ["new.ttc"])
    listed = [SimpleNamespace(name="DejaVu Sans", fname="old.ttf")]
    manager = SimpleNamespace(
        ttflist=listed,
        addfont=lambda path: listed.append(SimpleNamespace(name="Noto Sans CJK JP", fname=path)),
    )
    monkeypatch.setattr(fonts.font_manager, "fontManager", manager)
    assert fonts._chinese_families() == ["Noto Sans CJK JP"]


def test_without_a_chinese_font_the_error_names_the_remedy(monkeypatch):
    monkeypatch.setattr(fonts, "_chinese_families", list)
    with pytest.raises(ConfigError, match=r"apt install fonts-noto-cjk.*--font"):
        fonts.families_for(["北京"])
    assert fonts.families_for(["Beijing, 25 °C"]) == [fonts.OWN]


def test_a_file_that_is_not_a_font_is_refused(tmp_path):
    path = tmp_path / "no.ttf"
    path.write_text("no font")
    with pytest.raises(InvalidInput, match="not a readable font"):
        fonts.families_for(["Ada"], str(path))


def test_characters_that_no_font_has_are_dropped():
    assert fonts.writable("tea 🍵 for two", [fonts.OWN]) == "tea  for two"


def test_another_suffix_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match=r"neither in \.png nor in \.svg"):
        save(stream.timeline([], "ada"), tmp_path / "picture.jpeg")


@pytest.mark.parametrize(
    ("text", "length", "short"), [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("北京市", 4, "北…"), ("", 3, "")]
)
def test_a_chinese_character_counts_as_two_when_a_text_is_shortened(text, length, short):
    assert shortened(text, length) == short


def test_chinese_breaks_anywhere_and_other_text_between_words():
    assert wrapped("one two three", 8, 3) == "one two\nthree"
    assert wrapped("我搬到了厦门", 6, 3) == "我搬到\n了厦门"
    assert wrapped("one two three", 4, 2) == "one\ntwo…"


def test_without_matplotlib_the_error_names_the_extra(filled, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    refused = CliRunner().invoke(app, ["-s", str(filled), "plot", "timeline"])
    assert refused.exit_code == 1
    assert "memgraph-core[plot]" in refused.stderr


def test_a_curve_of_retention_is_drawn_with_its_uses(tmp_path):
    found = retention_of("n1", day(0), [day(20), day(90)], day(100))
    picture = retention_picture({"Ada saw a heron.": found}, "ada", 100)
    assert save(picture, tmp_path / "curve.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert "Ada saw a heron." in picture.texts
