"""One rule for dates, and InvalidInput for every argument of a wrong type, in every public verb."""

import inspect
import json
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import product
from typing import Any

import pytest
from typer.testing import CliRunner

from factories import NOW, day
from memgraph_core.cli.app import app
from memgraph_core.config import Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.records.graph import Turn
from memgraph_core.records.scope import Scope
from memgraph_core.records.search import Filters

ROME = timezone(timedelta(hours=2))  # in summer
WRONG: list[Any] = [
    5,
    -1,
    1.5,
    "5",
    "",
    [],
    {},
    (),
    object(),
    b"x",
    True,
    None,
    [5],
    [None],
    {"a": 1},
    float("nan"),
    10**30,
    10**400,
    1e300,
    set(),
]


@pytest.fixture
def memory(database, namespace) -> Memory:
    settings = Settings(time_zone="Europe/Rome")
    memory = Memory(MemoryEngine(database, settings=settings, clock=lambda: NOW), namespace)
    memory.add("I live in Milan.", speaker="Ada", uid="t1", said_at="2026-06-01T00:30+02:00")  # May 31 in UTC
    return memory


def test_a_call_that_does_not_fit_names_the_verb_and_its_arguments(memory):
    with pytest.raises(
        TypeError,
        match=r"^split\(\): too many positional arguments; it takes \(name, \*, reason='', now=None\)$",
    ):
        memory.split("Anders", "Anders Holm")
    with pytest.raises(
        TypeError, match=r"^merge\(\): missing a required argument: 'into'; it takes \(name, into, "
    ):
        memory.merge("Anders")
    with pytest.raises(
        TypeError, match=r"^facts\(\): got an unexpected keyword argument 'entty'; it takes \(name=None, "
    ):
        memory.facts(entty="Elsa")


def test_a_profile_needs_a_name(memory):
    assert memory.profile("Zebra") is None
    with pytest.raises(InvalidInput, match="name is blank"):
        memory.profile("")


@pytest.mark.parametrize("name", ["", " "])
@pytest.mark.parametrize(
    "ask",
    [
        lambda memory, name: memory.show(name),
        lambda memory, name: memory.facts(name),
        lambda memory, name: memory.stream(entity=name),
        lambda memory, name: memory.timeline(entity=name),
        lambda memory, name: memory.summarise(about=name),
    ],
    ids=["show", "facts", "stream", "timeline", "summarise"],
)
def test_a_blank_name_is_refused_and_does_not_mean_all(memory, ask, name):
    with pytest.raises(InvalidInput, match="is blank"):
        ask(memory, name)


@pytest.mark.parametrize(
    "ask",
    [
        lambda memory, **period: memory.search("Anders", filters=period),
        lambda memory, **period: memory.list_turns(filters=period),
        lambda memory, **period: memory.summarise(**period),
        lambda memory, **period: memory.stream(**period),
        lambda memory, **period: memory.timeline(**period),
        lambda memory, **period: memory.themes(**period),
    ],
    ids=["search", "list_turns", "summarise", "stream", "timeline", "themes"],
)
def test_a_period_that_ends_before_it_begins_is_refused(memory, ask):
    with pytest.raises(InvalidInput, match="since must be before until"):
        ask(memory, since="2026-12-01", until="2026-11-01")


# Dates


@pytest.mark.parametrize(
    "given",
    [
        datetime(2026, 5, 31, 22, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=ROME), date(2026, 6, 1), "2026-06-01", " 2026-06-01 ",
        "2026-06", "2026-06-01T00:00", "2026-06-01 00:00:00", "2026-06-01T00:00+02:00", "2026-05-31T22:00Z", "20260601",
        "2026年6月1日", "2026年6月",
    ],
)  # fmt: skip
def test_every_form_of_a_date_is_accepted_everywhere(memory, given):
    assert [item.turn for item in memory.stream(since=given)] == ["t1"]
    assert memory.stream(until=given) == ()
    assert [hit.uid for hit in memory.search("Where does Ada live?", filters=Filters(since=given))]
    assert memory.search("Where does Ada live?", filters=Filters(until=given)) == ()
    assert memory.facts("Ada", as_of=given) == ()
    assert memory.facts("Ada", known_at=given) == ()
    assert len(memory.diff(given).began) == 1
    assert sum(day.mentions for day in memory.timeline(since=given)) == 1
    assert memory.themes(since=given, until="2026-07").entities
    assert memory.search("Where does Ada live?", now=given)
    receipt = memory.add({"role": "user", "content": "I like tea.", "said_at": given}, uid="tea")
    assert memory.turns([receipt.turns[0].uid])[0].said_at == datetime(2026, 5, 31, 22, tzinfo=UTC)
    (turn,) = memory.add("I like cider.", said_at=given).turns
    assert memory.turns([turn.uid])[0].said_at == datetime(2026, 5, 31, 22, tzinfo=UTC)


@pytest.mark.parametrize(
    "given", ["soon", "", "2026-13-01", 5, datetime(2026, 6, 1), [], True, "2026-06-01T25:00", "0000-01-01"]
)
def test_anything_else_is_refused_with_the_name_of_the_argument(memory, given):
    for verb in (
        lambda: memory.stream(since=given),
        lambda: memory.search("Where?", filters=Filters(since=given)),
        lambda: memory.diff(given),
    ):
        with pytest.raises(InvalidInput, match="since"):
            verb()
    for name, verb in {
        "now": lambda: memory.search("Where?", now=given),
        "said_at": lambda: memory.add("Hello", said_at=given),
        "as_of": lambda: memory.facts(as_of=given),
    }.items():
        with pytest.raises(InvalidInput, match=name):
            verb()


@pytest.mark.parametrize(
    ("since", "until"),
    [
        ("2026-06-02", "2026-06-01"),
        ("2026-06-02T00:00Z", "2026-06-02T01:00+02:00"),
        ("2026-06-02", "2026-06-01T00:00Z"),
    ],
)
def test_a_period_of_filters_that_ends_before_it_begins_is_refused(memory, since, until):
    with pytest.raises(InvalidInput, match="since must be before until"):
        memory.search("Where?", filters=Filters(since=since, until=until))


@pytest.mark.parametrize(
    "ask",
    [
        lambda memory, **given: memory.list_turns(**given),
        lambda memory, **given: memory.count("turns", **given),
        lambda memory, **given: memory.due(**given),
        lambda memory, **given: memory.brief("2026-01-01", **given),
        lambda memory, **given: memory.gaps(**given),
        lambda memory, **given: memory.profile("Ada", **given),
        lambda memory, **given: memory.mood(**given),
        lambda memory, **given: memory.relationship(**given),
        lambda memory, **given: memory.style(**given),
        lambda memory, **given: memory.procedures(**given),
        lambda memory, **given: memory.context_window("Where?", **given),
        lambda memory, **given: memory.forget(**given),
    ],
    ids=[
        "list_turns", "count", "due", "brief", "gaps", "profile", "mood", "relationship", "style", "procedures", "context_window",
        "forget",
    ],
)  # fmt: skip
def test_filters_that_end_before_they_begin_are_refused_by_every_verb(memory, ask):
    with pytest.raises(InvalidInput, match="since must be before until"):
        ask(memory, filters={"since": "2026-06-02", "until": "2026-06-01"})


def test_a_view_of_another_period_than_its_filters_is_empty(memory):
    later, earlier = {"since": "2027-01-01"}, {"until": "2026-01-10"}
    assert memory.due(now="2026-09-01", filters=earlier).items == ()
    assert memory.brief("2026-08-01", now="2026-09-01", filters=earlier).began == ()
    assert memory.gaps(now="2026-09-01", filters=later).questions == ()
    assert memory.profile("Ada", as_of="2026-07-01", filters=later) is None
    assert memory.profile_changes("Ada", "2026-06-15", "2026-07-01", filters=later) is None
    assert memory.profile("Ada", as_of="2026-05-01", filters={"since": "2026-05-15"}).lines == ()
    assert memory.relationship(until="2026-07-01", filters=later).events == ()
    assert memory.style(now="2026-07-01", filters=later).hints == ()
    window = memory.context_window("Where?", now="2026-07-01", filters=later)
    assert "I live in Milan." in window.text  # the session is quoted whatever the filters are


@pytest.mark.parametrize(
    "period",
    [{"until": "2026-05-01"}, {"until": "2026-06-01"}, {"since": "2026-07-01"}, {"since": "2026-08-01"}],
)
def test_the_mood_of_a_period_that_the_filters_leave_out_is_empty(memory, period):
    memory.add("I'm so happy about Zoe!", speaker="Ada", said_at="2026-06-10")
    assert memory.mood(since="2026-06-01", until="2026-07-01").turns
    assert memory.mood(since="2026-06-01", until="2026-07-01", filters=period).turns == ()


def test_an_unknown_time_zone_is_refused(database, namespace):
    memory = Memory(MemoryEngine(database, settings=Settings(time_zone="Mars"), clock=lambda: NOW), namespace)
    with pytest.raises(ConfigError, match="unknown timezone 'Mars'"):
        memory.stream(since="2026-06-01")


def test_the_command_line_reads_dates_in_the_time_zone_of_the_settings(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMGRAPH_CORE_TIME_ZONE", "Europe/Rome")
    monkeypatch.setenv("MEMGRAPH_CORE_EMBEDDER", "none")
    options = ["--store", str(tmp_path / "m.db")]
    run = lambda *arguments: CliRunner().invoke(app, [*arguments, *options])  # noqa: E731
    assert run("add", "I live in Milan.", "--speaker", "Ada", "--said-at", "2026-06-01").exit_code == 0
    items = json.loads(run("stream", "--since", "2026-06-01", "--json").stdout)
    assert items[0]["at"].startswith("2026-06-01T00:00:00+02:00")
    assert json.loads(run("stream", "--until", "2026-06-01T00:00", "--json").stdout) == []
    assert json.loads(run("facts", "--as-of", "2026-05-31", "--json").stdout) == []
    assert "is not a date" in run("stream", "--since", "soon").stderr


# Types


def verbs():
    return [
        name
        for name, verb in inspect.getmembers(Memory, inspect.isfunction)
        if not name.startswith("_") and name not in ("close", "open") and _names_of(verb)[1:]
    ]


def _names_of(verb: Any) -> list[str]:
    """The names of all arguments; in place of `**scope`, those of a scope."""
    names = list(inspect.signature(verb).parameters)
    return [*names[:-1], *Scope.__annotations__] if names[-1] == "scope" else names


GOOD: dict[str, Any] = {
    "content": "Hello", "question": "Where?", "text": "Hello", "run": "Yes", "name": "Ada", "into": "Ada", "uid": "t1",
    "uids": ["t1"], "facts": (), "notes": ["n1"], "turns": [], "change": "c1", "since": "2026-01-01", "expectations": "x.yaml",
    "questions": ["Where?"], "filters": [], "items": ["f1"], "used": ["t1"], "records": ["t1"], "policy": {"episodic": 365},
}  # fmt: skip


@pytest.mark.parametrize("verb", verbs())
def test_a_value_of_a_wrong_type_is_invalid_input_or_accepted(memory, tmp_path, monkeypatch, verb):
    monkeypatch.chdir(tmp_path)
    method = getattr(memory, verb)
    required = [
        name
        for name, each in inspect.signature(method).parameters.items()
        if each.default is inspect.Parameter.empty and name != "scope"
    ]
    for parameter, value in product(_names_of(getattr(Memory, verb))[1:], WRONG):
        arguments = {name: GOOD[name] for name in required} | {parameter: value}
        try:
            method(**arguments)
        except (InvalidInput, ConfigError) as e:
            assert str(e)  # noqa: PT017


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m: m.search("Where?", limit="5"), r"limit is '5'; give a whole number\."),
        (lambda m: m.search("Where?", limit=1.5), r"limit is 1\.5; give a whole number\."),
        (lambda m: m.search("Where?", limit=0), r"limit is 0; give 1 or more\."),
        (lambda m: m.context("Where?", tokens=[]), r"tokens is \[\]; give a whole number\."),
        (lambda m: m.add("Hello", used=-1), r"used is -1; give a list of a Hit or text\."),
        (lambda m: m.search("Where?", filters=["speaker"]), r"filters is .*; give a Filters or a mapping\."),
        (lambda m: m.search(5), r"question is 5; give text\."),
        (lambda m: m.search("Where?", graph="no"), r"graph is 'no'; give True or False\."),
        (lambda m: m.turns("t1"), r"uids is 't1'; give a list of text\."),
        (lambda m: m.entities(type="Robot"), r"type is 'Robot'; give one of Person, Place"),
        (lambda m: m.entities(half_life_days="a"), r"half_life_days is 'a'; give a number\."),
        (lambda m: m.forget(turns=[5]), r"turns is \[5\]; give a list of text\."),
        (lambda m: Turn(uid="u", session="s", text="Hello", position={}), r"position is \{\}"),
        (lambda m: Turn(uid="u", session="s", text="Hello", used=5), r"used is 5"),
        (lambda m: Turn(uid="u", session="s", text="Hello", role=["user"]), r"role is \['user'\]"),
        (lambda m: Filters(speaker=5), r"speaker is 5; give text\."),
        (lambda m: Filters(verified="yes"), r"verified is 'yes'; give True or False\."),
    ],
)  # fmt: skip
def test_the_error_names_the_argument_the_value_and_what_is_accepted(memory, call, message):
    with pytest.raises(InvalidInput, match=message):
        call(memory)


def test_a_moment_before_the_first_turn_gives_nothing(memory):
    assert memory.stream(until=day(0)) == ()
