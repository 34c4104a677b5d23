"""Adds the hooks to the settings of Claude Code, and removes them."""

import json
import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from memgraph_core.errors import ConfigError, InvalidInput

_MODULE = "memgraph_core.integrations.claude_code"
_TIMEOUT = 10  # seconds after which Claude Code ends a hook; each hook ends itself earlier
# Event → the pattern of the sources for which the hook runs (None: all). The source `compact` is left out, because a session
# that continues after a compaction has its brief already.
_EVENTS: Mapping[str, str | None] = {
    "SessionStart": "startup|resume|clear", "UserPromptSubmit": None, "Stop": None, "PreCompact": None,
}  # fmt: skip
CONFIG_NAME = "memgraph-core.json"


def install(settings: Path, config: Mapping[str, str | None]) -> Path:
    """Add the hooks to a settings file, instead of those that were installed before, and write their configuration.

    The configuration contains the token. It is in the folder of the settings, in a file that only its owner may read.
    Other settings and hooks are kept, and so are the mode of the settings file and a symbolic link to it. Returns the path of
    the configuration. Raises InvalidInput for an address that does not begin with http:// or https://, and ConfigError if the
    settings are not a settings file of Claude Code.
    """
    check_address(config.get("address") or "")
    content = _without_hooks(_read(settings))
    file = settings.parent.resolve() / CONFIG_NAME
    _write(file, {name: value for name, value in config.items() if value is not None}, 0o600)
    command = shlex.join([sys.executable, "-m", _MODULE, str(file)])
    for event, matcher in _EVENTS.items():
        entry: dict[str, Any] = {"hooks": [{"type": "command", "command": command, "timeout": _TIMEOUT}]}
        content.setdefault("hooks", {}).setdefault(event, []).append(
            entry if matcher is None else {"matcher": matcher, **entry}
        )
    _write(settings, content, _mode_of(settings))
    return file


def check_address(address: str) -> None:
    """Raises InvalidInput for an address that does not begin with http:// or https://."""
    if not address.startswith(("http://", "https://")):
        raise InvalidInput(
            f"{address!r:.200} is not the address of a server; give one such as http://127.0.0.1:8765."
        )


def uninstall(settings: Path) -> bool:
    """Remove the hooks and their configuration. Other settings are kept. Returns whether there were any.

    Raises ConfigError if the settings are not a settings file of Claude Code.
    """
    before = _read(settings)
    after = _without_hooks(before)
    file = settings.parent / CONFIG_NAME
    was_there = after != before or file.exists()
    if after != before:
        _write(settings, after, _mode_of(settings))
    file.unlink(missing_ok=True)
    return was_there


def _without_hooks(content: Mapping[str, Any]) -> dict[str, Any]:
    """The settings without the hooks of this package."""
    events: dict[str, Any] = {}
    for event, entries in content.get("hooks", {}).items():
        kept = [entry for entry in entries if not _is_ours(entry)]
        if kept or not entries:
            events[event] = kept
    others = {name: value for name, value in content.items() if name != "hooks"}
    return {**others, "hooks": events} if events else others


def _is_ours(entry: object) -> bool:
    return _MODULE in json.dumps(entry)


def _read(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as e:
        raise ConfigError(f"{path} is not JSON: {e}. Correct it; nothing was changed.") from e
    content = cast(dict[str, Any], found) if isinstance(found, dict) else {"hooks": None}
    events = content.get("hooks", dict[str, Any]())
    entries = cast(dict[str, Any], events).values() if isinstance(events, dict) else [None]
    if not all(isinstance(each, list) for each in entries):
        raise ConfigError(f"{path} is not a settings file of Claude Code. Nothing was changed.")
    return content


def _mode_of(path: Path) -> int:
    """The permissions of a file; for a new file, only those of its owner."""
    return path.stat().st_mode & 0o777 if path.exists() else 0o600


def _write(path: Path, content: Mapping[str, Any], mode: int) -> None:
    """Replace a file in one step. If it is a symbolic link, the file that it names is replaced."""
    target = path.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    new = target.with_name(f"{target.name}.{os.getpid()}.new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(f"{json.dumps(content, indent=2, ensure_ascii=False)}\n")
    new.chmod(mode)
    new.replace(target)
