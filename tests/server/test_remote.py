"""A memory on a server: what its verbs return and raise is what those of the memory itself return and raise."""

import asyncio
import inspect
from datetime import UTC, datetime
from itertools import product

import httpx
import pytest
from remote_access import InProcess, open_remote

from factories import NOW
from live_server import live_server
from memgraph_core.aio import AsyncMemory
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import (
    ChangeError,
    ConfigError,
    Forbidden,
    InvalidInput,
    NeedsNeo4j,
    StoreError,
    StoreUnavailable,
)
from memgraph_core.memory import Memory
from memgraph_core.plan.receipts import Receipt, TurnReceipt
from memgraph_core.records.forget import Forgotten
from memgraph_core.records.graph import Turn
from memgraph_core.records.search import Filters
from memgraph_core.remote.codec import to_json
from memgraph_core.remote.namespace import RemoteNamespace
from memgraph_core.remote.verbs import CLIENT_VERBS, LOCAL_VERBS, VERBS
from memgraph_core.server.principals import Grant
from memgraph_core.server.verb_routes import _WITHOUT_CURSOR

SAID_AT = "2026-03-20T09:00:00+01:00"
QUESTION = "Where does Ada live?"


@pytest.fixture
def remote(served):
    memory = open_remote(served)
    memory.add("I live in Turin.", speaker="Ada", said_at=SAID_AT, uid="t1", metadata={"source": "mail"})
    memory.add("I moved to Milan yesterday.", speaker="Ada", said_at="2026-06-10T09:00:00Z", uid="t2")
    memory.add(
        "My sister is called Ruth. I fly to Lisbon on 25 June.",
        speaker="Ada",
        said_at="2026-06-11T09:00Z",
        uid="t3",
    )
    memory.core_append("human", "Name: Ada.", turns=["t1"], now=NOW)
    memory.add("我住在北京。", speaker="李雷", said_at="2026-06-11T10:00Z", session="zh", uid="t4")
    return memory


@pytest.fixture
def local(served):
    return Memory(served.app.state.access.engine, "ada")


# Each reading verb with its arguments; a callable takes them from the memory.
READS = {
    "search": {"question": QUESTION, "now": NOW, "filters": Filters(since="2026-01-01", speaker="Ada")},
    "search_many": {"questions": [QUESTION, "李雷住在哪里？"], "limit": 3, "now": NOW},
    "context": {"question": QUESTION, "tokens": 200, "now": NOW},
    "knows": {"question": "Where does Ben live?", "now": NOW},
    "context_window": {"question": QUESTION, "persona": "You are Mia.", "now": NOW},
    "profile": {"name": "Ada", "now": NOW},
    "profile_changes": {"name": "Ada", "since": "2026-04-01", "until": NOW},
    "summarise": {"about": "Ada", "filters": {"session": "default"}},
    "due": {"days": 30, "now": datetime(2026, 6, 20, tzinfo=UTC)},
    "brief": {"since": "2026-01-01", "now": NOW},
    "gaps": {"now": NOW},
    "relationship": {"until": "2026-07-01"},
    "style": {},
    "mood": {"since": "2026-01-01", "until": "2026-07-01"},
    "working": {"session": "chat", "now": NOW},
    "procedures": {"question": "How do I bake bread?", "now": NOW},
    "core": {},
    "core_history": {"name": "human"},
    "entities": {"order": "relevance", "now": NOW},
    "entity": {"name": "Ada"},
    "show": {"name": "Ada", "now": NOW},
    "facts": {"name": "Ada", "as_of": "2026-04-01"},
    "diff": {"since": "2026-01-01", "until": NOW},
    "turns": {"uids": ["t2", "unknown", "t1"]},
    "conversation": {"session": "zh"},
    "sessions": {},
    "notes": lambda memory: {"uids": [note.uid for note in memory.list_notes()]},
    "supports": lambda memory: {"notes": [note.uid for note in memory.list_notes()]},
    "history": lambda memory: {"uid": memory.list_notes().items[0].uid},
    "list_turns": {"filters": {"metadata": {"source": "mail"}}, "order": "oldest"},
    "list_notes": {"limit": 2},
    "list_entities": {"limit": 2},
    "get": {"uid": "t1"},
    "count": {"of": "facts"},
    "abstractions": {},
    "instances": {"uid": "unknown"},
    "retention": {"records": ["t1"], "now": NOW},
    "stream": {"entity": "Milan"},
    "timeline": {"since": "2026-06-01"},
    "themes": {},
    "trends": {"since": "2026-06-01", "until": "2026-06-20"},
    "changes": {"limit": 10},
    "ledger": {},
    "jobs": {},
    "stats": {},
}


def test_every_verb_runs_on_the_server_or_is_listed_as_local():
    verbs = {name for name, _ in inspect.getmembers(Memory, inspect.isfunction) if not name.startswith("_")}
    assert verbs == set(VERBS) | CLIENT_VERBS | LOCAL_VERBS
    assert set(READS) | {"explore"} == {name for name, verb in VERBS.items() if verb.right == "read"}


def test_every_reading_verb_returns_the_same_records(local, remote):
    for name, given in READS.items():
        arguments = given(local) if callable(given) else given
        expected = getattr(local, name)(**arguments)
        assert getattr(remote, name)(**arguments) == expected, name
        if name not in ("abstractions", "instances", "ledger", "supports", "gaps", "procedures"):
            assert expected not in (None, (), 0), f"{name} returned nothing, so it shows nothing"


def test_views_of_a_server_are_written_as_text(local, remote):
    assert remote.profile("Ada", now=NOW).text(100) == local.profile("Ada", now=NOW).text(100)
    assert "Lisbon" in str(remote.due(days=30, now="2026-06-20").text())
    assert [type(remote.get(item.uid)) for item in (remote.facts()[0], remote.entities()[0])] == [
        type(local.facts()[0]),
        type(local.entities()[0]),
    ]
    assert [note.uid for page in _pages(remote.list_notes) for note in page] == [
        note.uid for note in local.list_notes()
    ]


def _pages(verb):
    page = verb(limit=2)
    yield page
    while page.cursor:
        page = verb(limit=2, cursor=page.cursor)
        yield page


def test_writes_through_a_server_are_in_the_memory(local, remote):
    assert remote.used(["t1"], now=NOW) == ("t1",)
    assert local.turns(["t1"])[0].used_at == (NOW,)
    updated = remote.update("t1", "I live in Rome.", reason="typo")
    assert local.turns(["t1"])[0].text == "I live in Rome."
    remote.undo(updated.change)
    assert local.turns(["t1"])[0].text == "I live in Turin."
    [question] = remote.remember_question(QUESTION, session="chat", now=NOW).turns
    used = remote.search(QUESTION, exclude=[question.uid])
    remote.remember_run("In Milan.", session="chat", used=used, now=NOW)
    answer = local.conversation("chat")[-1]
    assert (answer.text, answer.is_agent_generated, bool(answer.used)) == ("In Milan.", True, True)
    messages = [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hello Ada."}]
    assert [turn.new for turn in remote.add(messages, user_id="ada", said_at=SAID_AT).turns] == [True, True]
    assert remote.count(user_id="ada") == 2
    assert len(remote.forget(user_id="ada").turns) == 2
    assert remote.count(user_id="ada") == 0
    assert remote.consolidate(now=NOW, progress=lambda done, total: None).notes > 0
    notes = [note.uid for note in remote.list_notes()][:1]
    assert [change.kind for change in remote.archive(notes)] == ["archive"]
    assert [change.kind for change in remote.restore(notes)] == ["restore"]


def test_many_turns_are_sent_in_several_requests(served, monkeypatch):
    monkeypatch.setattr("memgraph_core.remote.namespace._MAX_TURNS", 2)
    transport = InProcess(served)
    memory = open_remote(served, transport=transport)
    turns = [Turn(uid=f"n{n}", session="log", role="web", text=f"Line {n}.") for n in range(5)]
    receipt = memory.add(turns)
    assert [turn.uid for turn in receipt.turns] == [turn.uid for turn in turns]
    assert memory.count() == 5
    assert transport.requests == 1 + 3 + 1
    assert memory.add([]).turns == ()
    monkeypatch.setattr("memgraph_core.remote.namespace._MAX_CHARACTERS", 60)
    memory.add(
        [
            Turn(uid=f"m{n}", session="log", role="web", text="A line.", metadata={"a": "b" * 50})
            for n in range(2)
        ]
    )
    assert transport.requests == 6 + 2


class PendingServer:
    """Answers like a server on which added turns stay pending. It does not answer for the session `lost`."""

    address = "http://127.0.0.1:8765"

    def __init__(self):
        self.flushed = []

    def get(self, path, parameters):
        return {"namespace": "ada", "time_zone": "UTC"}

    def post(self, path, parameters, body, **_):
        if path.endswith("/flush"):
            self.flushed.append(body["session"])
            return {"result": to_json(Receipt())}
        [turn] = body["content"]
        if turn["session"] == "lost":
            raise StoreUnavailable("lost")
        return {"result": to_json(Receipt(turns=(TurnReceipt(uid=turn["uid"], state="pending"),)))}

    def close(self):
        pass


def test_closing_flushes_the_sessions_whose_turns_arrived_and_are_not_flushed(monkeypatch):
    monkeypatch.setattr("memgraph_core.remote.namespace._MAX_TURNS", 1)
    server = PendingServer()
    memory = Memory(RemoteNamespace(server, "ada"))
    for session in ("one", "two"):
        memory.add("I live in Turin.", session=session)
    memory.flush("one")
    with pytest.raises(StoreUnavailable):
        memory.add([Turn(uid=name, session=name, text="I like tea.") for name in ("three", "lost")])
    memory.close()
    assert server.flushed == ["one", "three", "two"]


def test_the_password_of_an_address_is_in_no_error(no_pause):
    with pytest.raises(StoreUnavailable) as lost:
        Memory.open("http://ada:secret-word@127.0.0.1:1")
    assert "secret-word" not in str(lost.value)
    with pytest.raises(InvalidInput) as wrong:
        Memory.open("http://ada:secret-word@host:port")
    assert "secret-word" not in str(wrong.value)


def test_errors_have_the_class_and_the_message_of_the_memory(local, remote):
    for verb, given in (
        ("add", {"content": "I live in Oslo.", "uid": "t1"}),
        ("add", {"content": " "}),
        ("update", {"uid": "unknown", "text": "x"}),
        ("undo", {"change": "unknown"}),
        ("merge", {"name": "nobody", "into": "no one"}),
        ("search", {"question": QUESTION, "limit": 0}),
        ("search", {"question": QUESTION, "filters": {"colour": "red"}}),
        ("facts", {"as_of": "yesterday"}),
        ("forget", {}),
        ("profile", {"name": " "}),
        ("explore", {"name": "overview"}),
        ("diff", {"since": datetime(2026, 1, 1)}),
    ):
        with pytest.raises(Exception) as expected:  # noqa: PT011  compared below
            getattr(local, verb)(**given)
        with pytest.raises(type(expected.value)) as found:
            getattr(remote, verb)(**given)
        assert str(found.value) == str(expected.value), (verb, given)
    with pytest.raises(TypeError):
        remote.search()


def test_what_memory_does_not_have_is_no_error(local, remote):
    for memory in (local, remote):
        assert memory.profile("Zebra") is None
        assert memory.get("deadbeef") is None
        for selection in ({"entity": "Zebra"}, {"turns": ["nope"]}, {"notes": ["nope"]}, {"session": "nope"}):
            assert memory.forget(**selection) == Forgotten()


def test_verbs_that_need_the_database_say_so(remote):
    for use in (
        remote.discard_rebuild,
        lambda: remote.check("memory.yaml"),
        lambda: remote.explain_search("?"),
    ):
        with pytest.raises(ConfigError, match="runs where the database is"):
            use()
    with pytest.raises(ConfigError, match="on a server"):
        _ = remote.store


# Faults


@pytest.fixture
def no_pause(monkeypatch):
    monkeypatch.setattr("memgraph_core.remote.connection.time.sleep", lambda seconds: None)


def test_a_lost_answer_to_add_is_asked_for_again_and_adds_once(served, no_pause):
    transport = InProcess(served)
    memory = open_remote(served, transport=transport)
    transport.after = [httpx.ReadTimeout("lost"), httpx.Response(503)]
    receipt = memory.add("I live in Turin.", speaker="Ada")
    assert [turn.state for turn in receipt.turns] == ["extracted"]
    assert memory.count() == 1


def test_a_decision_is_repeated_only_if_the_server_did_not_begin_it(served, no_pause):
    transport = InProcess(served)
    memory = open_remote(served, transport=transport)
    memory.add("I live in Turin.", speaker="Ada", uid="t1")
    busy = httpx.Response(429, headers={"Retry-After": "1"})
    transport.before = [httpx.ConnectError("refused"), busy]
    change = memory.update("t1", "I live in Rome.").change
    transport.after = [httpx.ReadError("lost")]
    with pytest.raises(StoreUnavailable, match="does not answer"):
        memory.undo(change)
    with pytest.raises(ChangeError):  # it was undone, and it is not known whether by whom
        memory.undo(change)


def test_a_server_that_never_answers_is_unavailable(served, no_pause):
    with pytest.raises(StoreUnavailable, match=r"memgraph-core serve"):
        open_remote(served, transport=InProcess(served, before=[httpx.ConnectTimeout("")] * 9))
    with pytest.raises(StoreError, match="not a server of memgraph-core"):
        open_remote(served, transport=InProcess(served, before=[httpx.Response(200, json={"a": 1})]))
    with pytest.raises(StoreError, match="JSON object"):
        open_remote(served, transport=InProcess(served, before=[httpx.Response(200, text="<html>")]))


def test_a_server_address_accepts_no_models_and_a_file_accepts_no_token(tmp_path):
    with pytest.raises(ConfigError, match="has its own models"):
        Memory.open("http://127.0.0.1:1", embedder="none")
    with pytest.raises(ConfigError, match="a token is for a server"):
        Memory.open(tmp_path / "memory.db", token="t")
    for address, token in (("http://host:port", None), ("http://127.0.0.1:1", "mgc_…")):
        with pytest.raises(InvalidInput):
            Memory.open(address, token=token)
    with pytest.raises(StoreUnavailable):
        Memory.open("http://127.0.0.1:1", "ada")


# Tenants


def test_a_token_opens_its_namespaces_only(served):
    assert open_remote(served, "reader").namespace == "ada"
    assert open_remote(served, "team", "team-red").namespace == "team-red"
    for token, namespace in (("ada", "ben"), ("ada", "unknown"), ("two", "team-red")):
        with pytest.raises(Forbidden, match=f"{namespace!r}"):
            open_remote(served, token, namespace)
    with pytest.raises(InvalidInput, match="several"):
        open_remote(served, "two")
    served.tokens["ada"] += "x"
    with pytest.raises(Forbidden, match="MEMGRAPH_CORE_TOKEN"):
        open_remote(served, "ada")


def test_a_token_that_may_only_write_opens_a_memory_and_adds(served):
    served.tokens["sensor"] = served.file.create("sensor", [Grant.parse("ada:write")], now=NOW)
    with open_remote(served, "sensor") as memory:
        assert memory.add("I live in Turin.", speaker="Ada", said_at=NOW).turns[0].new
        with pytest.raises(Forbidden, match="may not read"):
            memory.search("Where does Ada live?")
    assert open_remote(served).stats().turns == 1


def test_only_granted_rights_run_a_verb(served):
    granted = {"ada": {"read", "write", "forget"}, "reader": {"read"}, "ben": set()}
    for (name, verb), token in product(VERBS.items(), granted):
        answer = served.send(
            "POST", f"/v1/verbs/{name}", token, params={"namespace": "ada"}, json=_least(name)
        )
        if verb.right in granted[token]:
            assert answer.status_code in (200, 400), (name, token, answer.text)
        else:
            assert answer.status_code == 403, (name, token)
            assert (
                answer.json()["detail"]
                == f"{token!r} may not {verb.right} the namespace 'ada'. Use a token with the grant ada:{verb.right}."
            )


def _least(name):
    """The required arguments of a verb, for a namespace that is empty."""
    values = {
        "question": "Where?", "questions": ["Where?"], "name": "Ada", "since": "2026-01-01", "uid": "x", "uids": ["x"],
        "facts": [], "notes": [], "turns": [], "text": "x", "into": "Ben", "change": "x", "content": [], "items": ["x"],
        "used": ["x"], "records": ["x"], "policy": {"episodic": 365},
    }  # fmt: skip
    parameters = inspect.signature(getattr(Memory, name)).parameters.values()
    return {p.name: values[p.name] for p in parameters if p.name in values and p.default is p.empty}


def test_a_client_cannot_forge_when_a_turn_was_recorded_or_corrected(served, remote):
    forged = {"uid": "f1", "session": "s", "text": "I own a boat.", "recorded_at": "2020-01-01T00:00:00Z"}
    forged["corrections"] = [{"change": "c", "at": "2020-01-01T00:00:00Z", "before": "I own a car."}]
    answer = served.send("POST", "/v1/verbs/add", json={"content": [forged]})
    assert answer.json()["result"]["turns"][0]["new"] is True
    [turn] = remote.turns(["f1"])
    assert (turn.recorded_at.year > 2020, turn.corrections) == (True, ())


def test_one_request_cannot_ask_for_too_much(served, remote):
    for name, arguments in (
        ("search", {"question": QUESTION, "limit": 1_001}),
        ("search_many", {"questions": [QUESTION] * 101}),
        ("context", {"question": QUESTION, "tokens": 10**9}),
        ("list_turns", {"limit": 1_001}),
        ("explore", {"name": "overview", "limit": 1_001}),
        ("explore", {"name": "overview", "seconds": 3_600}),
        ("due", {"days": 1e9}),
        *((name, {"limit": 10_001}) for name in sorted(_WITHOUT_CURSOR)),
    ):
        answer = served.send("POST", f"/v1/verbs/{name}", json=arguments)
        assert (answer.status_code, "at most" in answer.json()["detail"]) == (400, True), (name, answer.text)
    assert len(remote.list_turns(limit=1_000)) == 4
    assert len(remote.facts(limit=10_000)) == len(remote.facts())


def test_a_saved_query_on_a_file_is_refused_with_the_remedy(served, remote):
    answer = served.send("POST", "/v1/verbs/explore", json={"name": "overview"})
    problem = answer.json()
    assert (answer.status_code, problem["type"]) == (400, "NeedsNeo4j")
    assert "Open the memory on Neo4j" in problem["detail"]
    with pytest.raises(NeedsNeo4j, match="Open the memory on Neo4j"):
        remote.explore("overview")


def test_wrong_arguments_are_errors_with_their_names(served):
    for name, arguments in (
        ("nothing", {}), ("rebuild", {"embedder": "none"}),
        ("check", {}), ("open", {}), ("_now", {}), ("search", {}), ("search", {"question": 1}),
        ("search", {"question": "x", "colour": 1}), ("turns", {"uids": "t1"}), ("forget_outdated", {"turns": [{}]}),
        ("add", {"content": "I live in Turin."}), ("add", {"content": [{"uid": "u"}]}), ("due", {"days": "many"}),
        ("forget_outdated", {"turns": [{"uid": "u", "session": "s", "text": " "}]}),
        ("list_turns", {"filters": {"record": "Note"}}),
        ("search", {"question": "x", "filters": {"record": "Filters", "since": 3}}),
        ("consolidate", {"progress": 1}), ("diff", {"since": "2026", "until": [1]}), ("count", {"of": None}),
    ):  # fmt: skip
        answer = served.send("POST", f"/v1/verbs/{name}", json=arguments)
        assert (answer.status_code, answer.json()["type"]) == (400, "InvalidInput"), (
            name,
            arguments,
            answer.text,
        )
    for body in ("[]", "1", "null", "{"):
        assert served.send("POST", "/v1/verbs/stats", content=body).status_code == 422


# A real socket


def test_memory_opens_a_server_by_its_address_also_in_an_event_loop(tmp_path):
    with MemoryEngine.open(tmp_path / "memory.db", embedder="none") as engine, live_server(engine) as address:

        async def use():
            async with await AsyncMemory.open(address, "ada") as memory:
                await memory.add("I live in Turin.", speaker="Ada", said_at=SAID_AT)
                return await memory.search(QUESTION), await memory.sessions()

        hits, sessions = asyncio.run(use())
        assert (hits[0].text, sessions) == ("I live in Turin.", ("default",))
        with Memory.open(address) as memory:
            assert memory.namespace == engine.settings.namespace
