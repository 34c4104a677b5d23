"""The commands of the server: serve, mcp, token and audit."""

import signal
import sys
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.invocation import Invocation, open_engine, print_note
from memgraph_core.config import Settings
from memgraph_core.errors import ConfigError
from memgraph_core.records.validation import moment_of

Served = Annotated[Invocation, o.invoked_by("store", "namespace", "embedder", "extractor")]
Tokens = Annotated[Path, typer.Option("--tokens", metavar="FILE", help="The file of tokens.")]
Audit = Annotated[
    Path | None,
    typer.Option("--audit", metavar="FILE", help="File for the audit records, one line per request."),
]
Rate = Annotated[
    float | None, typer.Option(min=0.01, metavar="N", help="Requests per second of each principal.")
]
Threads = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=1_000,
        help="Requests that run at the same time; default: 8 over a file, 12 over Neo4j, 40 with a language model.",
    ),
]
LogFormat = Annotated[
    Literal["json", "text"] | None,
    typer.Option(help="Log one line per request to standard error, without memory text."),
]
ToolSet = Annotated[
    Literal["default", "all"],
    typer.Option(
        "--tools", help="MCP tools: remember, recall, context; or also those for facts, views and deleting."
    ),
]
Compat = Annotated[
    Literal["reference"] | None,
    typer.Option("--compat", help="Offer the nine MCP tools of the reference memory server instead."),
]
Grants = Annotated[
    list[str],
    typer.Option(
        "--grant",
        metavar="NAMESPACE[:RIGHTS]",
        help="Rights: read, write, forget, manage; default read,write. Repeatable.",
    ),
]


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")] = 8765,
    tokens: Annotated[ Path | None, typer.Option("--tokens", metavar="FILE", help="Accept the tokens of this file only.") ] = None,
    audit: Audit = None, rate: Rate = None, threads: Threads = None, log_format: LogFormat = None,
    tools: ToolSet = "default", compat: Compat = None, *, invocation: Served,
) -> None:  # fmt: skip
    """Serve the memory over REST (/v1, described at /docs) and MCP (/mcp) until Ctrl-C.

    Without --tokens it listens on 127.0.0.1 only, and every request is allowed.
    """
    _require_server()
    from memgraph_core.server.app import create_app, refuse_unprotected
    from memgraph_core.server.audit import AuditLog
    from memgraph_core.server.principals import TokenFile
    from memgraph_core.server.process import run, warm_up
    from memgraph_core.server.request_log import log_to_stderr

    log_to_stderr(log_format)
    accepted = TokenFile(tokens) if tokens else None
    refuse_unprotected(host, accepted)
    log = AuditLog(audit) if audit else None
    try:
        with open_engine(invocation, create=True) as engine:
            app = create_app(
                engine,
                tokens=accepted,
                audit=log,
                rate=rate,
                host=host,
                tools=compat or tools,
                threads=threads,
            )
            print_note(invocation, f"REST: http://{host}:{port}/docs   MCP: http://{host}:{port}/mcp")
            # After its own shutdown the server raises the signal again; then the database is closed, too.
            signal.signal(signal.SIGTERM, _exit)
            warm_up(engine)
            run(app, host, port)
    finally:
        if log:
            log.close()


def mcp(tools: ToolSet = "default", compat: Compat = None, *, invocation: Served) -> None:
    """Serve one namespace over MCP on standard input and output, for a client that starts this program."""
    _require_server()
    from memgraph_core.server.access import Access
    from memgraph_core.server.app import local_principal
    from memgraph_core.server.mcp_server import mcp_server

    with open_engine(invocation, create=True) as engine:
        mcp_server(Access(engine), local_principal(invocation.namespace), compat or tools).run("stdio")


def create(
    principal: Annotated[str, typer.Argument(metavar="PRINCIPAL", help="Who gets the token.")],
    grant: Grants,
    tokens: Tokens = Path("tokens.json"),
    expires: Annotated[str | None, o.date_option("When it expires.")] = None,
    as_json: o.Json = False,
) -> None:
    """Create a token and print it. It cannot be shown again: the file keeps its hash."""
    _require_server()
    from memgraph_core.server.principals import Grant, TokenFile

    grants = [Grant.parse(each) for each in grant]
    expires_at = moment_of(expires, "--expires", Settings.from_env().zone) if expires else None
    token = TokenFile(tokens).create(principal, grants, now=datetime.now(UTC), expires_at=expires_at)
    typer.echo(printing.in_json({"token": token}) if as_json else token)


def list_tokens(tokens: Tokens = Path("tokens.json"), as_json: o.Json = False) -> None:
    """List the tokens: key, principal, grants, and when they expire."""
    _require_server()
    from memgraph_core.server.principals import TokenFile

    records = TokenFile(tokens).list()
    if as_json:
        shown = [
            {name: getattr(r, name) for name in ("key", "principal", "grants", "expires_at")} for r in records
        ]
        typer.echo(printing.in_json(shown))
        return
    table = printing.listing("key", "principal", "grants", "expires")
    for record in records:
        table.add_row(record.key, record.principal, " ".join(record.grants), record.expires_at or "never")
    printing.show(table)


def revoke(
    key: Annotated[
        str, typer.Argument(metavar="KEY", help="The key of the token, as `token list` shows it.")
    ],
    tokens: Tokens = Path("tokens.json"),
) -> None:
    """Revoke a token. Running servers refuse it from then on."""
    _require_server()
    from memgraph_core.server.principals import TokenFile

    record = TokenFile(tokens).revoke(key)
    typer.echo(f"Revoked the token {record.key} of {record.principal}.")


def audit(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file that `serve --audit` writes.")],
    principal: Annotated[str | None, typer.Option(metavar="NAME", help="Only this principal.")] = None,
    namespace: o.Namespace = None,
    as_json: o.Json = False,
) -> None:
    """Show the audit records, oldest first."""
    _require_server()
    from memgraph_core.server.audit import audit_records

    records = list(audit_records(file, principal=principal, namespace=namespace))
    if as_json:
        typer.echo(printing.in_json(records))
        return
    table = printing.listing(
        "time", "principal", "verb", "namespace", "outcome", "records", right=["records"]
    )
    for r in records:
        table.add_row(r.at[:19], r.principal, r.verb, r.namespace, r.outcome, str(r.count))
    printing.show(table)


def _exit(*_: object) -> None:
    sys.exit(0)


def _require_server() -> None:
    if any(find_spec(module) is None for module in ("fastapi", "mcp", "prometheus_client", "uvicorn")):
        raise ConfigError("this command needs the extra server: pip install 'memgraph-core[server]'.")
