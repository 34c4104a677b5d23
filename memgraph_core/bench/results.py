"""One line of a results file: what was measured, with which code and settings, on which machine and store."""

import json
import os
import platform
import subprocess
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from memgraph_core.config import Settings


def append_result(
    results: Path | None,
    what: str,
    settings: Settings,
    numbers: Mapping[str, object],
    *,
    store: str | None = None,
    **about: object,
) -> None:
    """Append one line to the results file, if given. `store` is the URL of the store; None for a temporary file."""
    if results is None:
        return
    line = {
        "what": what,
        **about,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "code": code(),
        "machine": machine(),
        "load": _load(),
        "store": kind_of(store),
        "embedder": settings.models.embedder or "minilm",
        "extractor": settings.ingest.extractor,
        "settings": {
            "ingest": asdict(settings.ingest),
            "retrieve": asdict(settings.retrieve),
            "context": asdict(settings.context),
        },
        "numbers": dict(numbers),
    }
    with results.open("a", encoding="utf-8") as out:
        out.write(json.dumps(line, ensure_ascii=False, default=str) + "\n")


def code() -> str:
    """The commit of the running code, with a "+" if it has changes; outside a checkout, the version."""
    folder = Path(__file__).parents[2]
    if (folder / ".git").exists() and (commit := _git(folder, "rev-parse", "--short", "HEAD")):
        changed = _git(
            folder, "status", "--porcelain", "--untracked-files=no", "--", "memgraph_core", "cypher"
        )
        return f"{commit}{'+' if changed else ''}"
    return version("memgraph-core")


def _git(folder: Path, *arguments: str) -> str:
    try:
        process = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=False
        )
    except OSError:  # no git
        return ""
    return process.stdout.strip()


def machine() -> str:
    """Cores, memory, system and Python: `2 cores, 23 GB, x86_64, Linux 6.1, Python 3.11.7`."""
    memory = f", {_memory() / 2**30:.0f} GB" if _memory() else ""
    system = f"{platform.machine()}, {platform.system()} {platform.release()}"
    return f"{os.cpu_count()} cores{memory}, {system}, Python {platform.python_version()}"


def _memory() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # Windows has no sysconf
        return 0


def _load() -> float | None:
    """The load average of the last minute. If it exceeds the number of cores, times are unreliable."""
    try:
        return round(os.getloadavg()[0], 1)
    except (AttributeError, OSError):  # Windows
        return None


def kind_of(store: str | None) -> str:
    """`neo4j` or `sqlite`. The address or path is private and not recorded."""
    scheme = (store or "").partition("://")[0].lower()
    return "neo4j" if scheme.startswith(("neo4j", "bolt")) and "://" in (store or "") else "sqlite"
