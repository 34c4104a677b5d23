"""A server over a memory in RAM, with the tokens of three principals."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from factories import NOW
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.server.audit import AuditLog
from memgraph_core.server.principals import Grant, TokenFile

TestClient = pytest.importorskip("fastapi.testclient", reason="needs the extra server").TestClient
pytest.importorskip("mcp", reason="needs the extra server")


@dataclass
class Served:
    """A running application, and the tokens of its principals by name."""

    client: "TestClient"
    tokens: dict[str, str]
    file: TokenFile
    audit: Path
    app: object

    def send(self, method: str, path: str, token: str | None = "ada", **request: object):
        """The answer to a request; `token` is the name of a principal, or None."""
        headers = {"Authorization": f"Bearer {self.tokens[token]}"} if token else {}
        return self.client.request(method, path, headers=headers, **request)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    from memgraph_core.server.app import create_app

    file = TokenFile(tmp_path / "tokens.json")
    grants = {
        "ada": ["ada:read,write,forget"], "reader": ["ada:read"], "ben": ["ben:read,write"],
        "team": ["team-*:read,write", "ada:read"],
        "two": ["ada:read", "ben:read"],
    }  # fmt: skip
    tokens = {
        name: file.create(name, [Grant.parse(each) for each in given], now=NOW)
        for name, given in grants.items()
    }
    audit = AuditLog(tmp_path / "audit.jsonl")
    with MemoryEngine.open(":memory:", embedder="none") as engine:
        app = create_app(engine, tokens=file, audit=audit)
        with TestClient(app, base_url="http://127.0.0.1:8765") as client:
            yield Served(client, tokens, file, tmp_path / "audit.jsonl", app)
    audit.close()
