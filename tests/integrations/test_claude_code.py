"""The hooks of Claude Code: their commands run with the JSON that they get on standard input."""

import json
import os
import shlex
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="needs the extra server")

from live_server import live_server
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.integrations.claude_code.events import answer_to, is_worth_a_search
from memgraph_core.integrations.claude_code.service import Service
from memgraph_core.integrations.claude_code.settings import install, uninstall
from memgraph_core.memory import Memory

OTHERS = {
    "model": "opus",
    "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}], "PreToolUse": []},
}


class Session:
    """A session of Claude Code with the installed hooks."""

    def __init__(self, folder: Path, memory: Memory, address: str):
        self.folder, self.memory = folder, memory
        self.settings = folder / ".claude" / "settings.json"
        self.transcript = folder / "session.jsonl"
        self.transcript.write_text("")
        install(self.settings, {"address": address, "namespace": "ada", "speaker": "Ada"})

    def send(self, event: str, **fields: object) -> dict | None:
        """What the command for an event prints; it never fails and never writes to standard error."""
        [entry] = json.loads(self.settings.read_text())["hooks"][event]
        given = {
            "session_id": "s1",
            "transcript_path": str(self.transcript),
            "cwd": "/",
            "hook_event_name": event,
            **fields,
        }
        ended = subprocess.run(
            shlex.split(entry["hooks"][0]["command"]),
            input=json.dumps(given), capture_output=True, text=True, timeout=20, check=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )  # fmt: skip
        assert ended.stderr == ""
        return json.loads(ended.stdout) if ended.stdout else None

    def store(self, event: str) -> None:
        """Handle an event that stores messages, in this process."""
        config = json.loads((self.settings.parent / "memgraph-core.json").read_text())
        given = {"session_id": "s1", "transcript_path": str(self.transcript), "hook_event_name": event}
        answer_to(given, Service(config), self.settings.parent)

    def texts(self) -> list[str]:
        return [turn.text for turn in self.memory.conversation("claude-code:s1")]

    def says(self, kind: str, content: object, uuid: str, **fields: object) -> None:
        line = {
            "type": kind,
            "uuid": uuid,
            "timestamp": "2026-06-14T09:00:00.000Z",
            "message": {"role": kind, "content": content},
        }
        with self.transcript.open("a") as file:
            file.write(f"{json.dumps(line | fields)}\n")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with (
        MemoryEngine.open(tmp_path_factory.mktemp("store") / "m.db", embedder="none") as engine,
        live_server(engine) as address,
    ):
        yield engine, address


@pytest.fixture
def session(server, tmp_path):
    engine, address = server
    memory = Memory(engine, "ada")
    memory.forget(everything=True)
    return Session(tmp_path, memory, address)


def test_a_prompt_gets_what_memory_knows_about_it(session):
    session.memory.add("I live in Turin.", speaker="Ada", said_at=datetime.now(UTC))
    answer = session.send("UserPromptSubmit", prompt="Where do I live? I am Ada.")["hookSpecificOutput"]
    assert answer["hookEventName"] == "UserPromptSubmit"
    assert "I live in Turin." in answer["additionalContext"]
    for prompt in ("Hello!", "ok", "/clear", "!ls", "# note", "??", "Fix the failing test of the parser."):
        assert session.send("UserPromptSubmit", prompt=prompt) is None, prompt


def test_a_session_begins_with_what_changed_and_what_is_due(session):
    assert session.send("SessionStart", source="startup") is None
    soon = (datetime.now(UTC) + timedelta(days=3)).date()
    session.memory.add(f"I fly to Lisbon on {soon:%-d %B}.", speaker="Ada", said_at=datetime.now(UTC))
    answer = session.send("SessionStart", source="startup")["hookSpecificOutput"]
    assert (answer["hookEventName"], "Lisbon" in answer["additionalContext"]) == ("SessionStart", True)


def test_messages_are_added_once_and_without_calls_of_tools(session):
    session.says("user", "I live in Turin.<system-reminder>Be brief.</system-reminder>", "u1")
    session.says("user", "<command-name>/cost</command-name>", "u2")
    session.says("user", "Caveat", "u3", isMeta=True)
    session.says(
        "assistant",
        [{"type": "text", "text": "Let me look."}, {"type": "tool_use", "name": "Read", "input": {}}],
        "a1",
    )
    session.says("user", [{"type": "tool_result", "content": "secret file"}], "u4")
    session.says("assistant", [{"type": "text", "text": "Turin is in Piedmont."}], "a2")
    session.says("assistant", [{"type": "text", "text": "Of an agent."}], "a3", isSidechain=True)
    with session.transcript.open("a") as file:
        file.write('not JSON\n{"type": "user", "uuid": "u5", "mess')
    assert session.send("Stop", stop_hook_active=False) is None
    turns = session.memory.conversation("claude-code:s1")
    assert [(turn.uid, turn.speaker, turn.role, turn.text) for turn in turns] == [
        ("claude-code:u1", "Ada", "user", "I live in Turin."),
        ("claude-code:a2", "Claude", "assistant", "Turin is in Piedmont."),
    ]
    assert (turns[0].said_at, turns[0].metadata) == (
        datetime(2026, 6, 14, 9, tzinfo=UTC),
        {"source": "claude-code"},
    )
    assert session.memory.facts("Ada")[0].type == "LIVES_IN"
    with session.transcript.open("a") as file:
        file.write('age": {"content": "I like tea."}}\n')
    session.send("PreCompact", trigger="auto")
    session.send("Stop")
    assert [turn.text for turn in session.memory.conversation("claude-code:s1")][2:] == ["I like tea."]


def test_a_compaction_during_an_answer_stores_only_the_final_text(session):
    session.says("user", "Where is Turin?", "u1")
    session.says("assistant", "Let me look.", "a1")
    session.store("PreCompact")
    assert session.texts() == ["Where is Turin?"]
    session.says("user", "Summary of the session", "c1", isCompactSummary=True)
    session.says("assistant", "Turin is in Piedmont.", "a2")
    session.store("PreCompact")
    session.store("Stop")
    assert session.texts() == ["Where is Turin?", "Turin is in Piedmont."]


@pytest.mark.parametrize("damaged", ["", "x", "-5", "999999"])
def test_a_damaged_position_is_the_beginning_of_the_transcript(session, damaged):
    session.says("user", "I live in Turin.", "u1")
    session.store("Stop")
    [position] = (session.settings.parent / "memgraph-core-sessions").iterdir()
    position.write_text(damaged)
    session.says("user", "I like tea.", "u2")
    session.store("Stop")
    assert session.texts() == ["I live in Turin.", "I like tea."]
    assert int(position.read_text()) == session.transcript.stat().st_size
    assert [file.name for file in position.parent.iterdir()] == [position.name]


def test_a_fault_is_silent_and_the_messages_are_added_the_next_time(session):
    config = session.settings.parent / "memgraph-core.json"
    working = config.read_text()
    config.write_text(working.replace("127.0.0.1:", "127.0.0.1:1"))  # no such port
    session.says("user", "I live in Turin.", "u1")
    for event, fields in (
        ("SessionStart", {}),
        ("UserPromptSubmit", {"prompt": "Where do I live?"}),
        ("Stop", {}),
    ):
        assert session.send(event, **fields) is None
    assert session.memory.count() == 0
    config.write_text(working)
    session.send("Stop")
    assert session.memory.count() == 1
    for fields in ({"transcript_path": "/missing"}, {"transcript_path": None}, {"session_id": 1}):
        assert session.send("Stop", **fields) is None
    config.write_text("{")
    assert session.send("UserPromptSubmit", prompt="Where do I live?") is None


def test_a_prompt_never_waits_longer_than_a_second(session):
    import socket

    with socket.create_server(("127.0.0.1", 0)) as silent:  # accepts and never answers
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        install(session.settings, {"address": address})
        began = time.perf_counter()
        assert session.send("UserPromptSubmit", prompt="Where do I live?") is None
        assert time.perf_counter() - began < 3


@pytest.mark.parametrize(
    ("prompt", "is_worth"),
    [
        ("Where do I live?", True),
        ("我住在哪里？", True),
        ("生日？", True),
        ("嗯", False),
        ("ok", False),
        ("...!", False),
        ("/help", False),
        ("#x note", False),
    ],
)
def test_commands_and_short_prompts_are_not_searched(prompt, is_worth):
    assert is_worth_a_search(prompt) == is_worth


def test_the_hooks_are_installed_beside_others_and_removed_again(tmp_path):
    settings = tmp_path / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps(OTHERS))
    for token in ("t1", "t2"):  # a second installation replaces the first
        config = install(settings, {"address": "http://127.0.0.1:8765", "token": token, "speaker": None})
    hooks = json.loads(settings.read_text())["hooks"]
    assert {event: len(entries) for event, entries in hooks.items()} == {
        "Stop": 2, "PreToolUse": 0, "SessionStart": 1, "UserPromptSubmit": 1, "PreCompact": 1,
    }  # fmt: skip
    assert hooks["SessionStart"][0]["matcher"] == "startup|resume|clear"
    assert json.loads(config.read_text()) == {"address": "http://127.0.0.1:8765", "token": "t2"}
    assert config.stat().st_mode & 0o077 == 0
    assert "t2" not in settings.read_text()
    assert (uninstall(settings), uninstall(settings)) == (True, False)
    assert (json.loads(settings.read_text()), config.exists()) == (OTHERS, False)


def test_settings_at_the_target_of_a_symlink_are_changed_and_keep_their_mode(tmp_path):
    real, settings = tmp_path / "dotfiles" / "claude.json", tmp_path / ".claude" / "settings.json"
    for file in (real, settings):
        file.parent.mkdir()
    real.write_text(json.dumps(OTHERS))
    real.chmod(0o644)
    settings.symlink_to(real)
    config = install(settings, {"address": "http://127.0.0.1:8765", "token": "t1"})
    assert "SessionStart" in json.loads(real.read_text())["hooks"]
    assert (settings.is_symlink(), real.stat().st_mode & 0o777) == (True, 0o644)
    assert (config.parent, config.stat().st_mode & 0o777) == (settings.parent, 0o600)
    assert uninstall(settings)
    assert (settings.is_symlink(), json.loads(real.read_text())) == (True, OTHERS)


def test_damaged_settings_are_not_changed(tmp_path):
    settings = tmp_path / "settings.json"
    for text in ("{", "[]", '{"hooks": []}', '{"hooks": {"Stop": {}}}'):
        settings.write_text(text)
        with pytest.raises(ConfigError, match=r"[Nn]othing was changed"):
            install(settings, {"address": "http://127.0.0.1:8765"})
        assert settings.read_text() == text
    with pytest.raises(InvalidInput, match="address"):
        install(settings, {"address": "memory.db"})


def test_the_command_line_installs_and_uninstalls(tmp_path):
    def command(*words):
        given = [
            sys.executable,
            "-m",
            "memgraph_core.cli",
            "hooks",
            *words,
            "--settings",
            str(tmp_path / "settings.json"),
        ]
        return subprocess.run(given, capture_output=True, text=True, check=True).stdout

    assert "Installed the hooks" in command(
        "install", "claude-code", "--namespace", "ada", "--speaker", "Ada"
    )
    assert json.loads((tmp_path / "memgraph-core.json").read_text())["speaker"] == "Ada"
    assert "Removed the hooks" in command("uninstall", "claude-code")
