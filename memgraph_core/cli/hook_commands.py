"""The commands that connect a memory with Claude Code: install and uninstall hooks."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from memgraph_core.cli import options as o
from memgraph_core.errors import Forbidden, StoreUnavailable

Program = Annotated[Literal["claude-code"], typer.Argument(help="The program that gets the hooks.")]
SettingsFile = Annotated[
    Path,
    typer.Option(
        "--settings",
        metavar="FILE",
        help="Settings file of the program; .claude/settings.local.json for one project.",
    ),
]
USER_SETTINGS = Path("~/.claude/settings.json")


def install(
    program: Program,
    address: Annotated[
        str, typer.Option(metavar="URL", help="Address of the server (memgraph-core serve).")
    ] = "http://127.0.0.1:8765",
    token: Annotated[str | None, typer.Option(help="The token, if the server needs one.")] = None,
    namespace: o.Namespace = None,
    speaker: Annotated[str | None, typer.Option(metavar="NAME", help="Your name, as the speaker.")] = None,
    settings: SettingsFile = USER_SETTINGS,
) -> None:
    """Install hooks that add memories to each session and store its messages.

    Hooks that were installed before are replaced. Other settings are kept. Nothing is installed if the server refuses the
    token or the namespace. If it does not answer, the hooks are installed, and work when it does.
    """
    from memgraph_core.integrations.claude_code import settings as claude_code

    claude_code.check_address(address)
    problem = _problem_of(address, namespace, token)
    config = {"address": address, "token": token, "namespace": namespace, "speaker": speaker}
    file = claude_code.install(settings.expanduser(), config)
    typer.echo(f"Installed the hooks for {program} in {settings}; their configuration is {file}.")
    if problem:
        typer.secho(f"{problem} Until it answers, sessions have no memory.", err=True, fg="yellow")
    typer.echo("Start a new session of Claude Code to use them.")


def _problem_of(address: str, namespace: str | None, token: str | None) -> str:
    """Why the server does not answer; empty if it does. Raises an error if it refuses the token or the namespace."""
    from memgraph_core.remote.namespace import RemoteNamespace

    try:
        RemoteNamespace.open(address, namespace, token).close()
    except StoreUnavailable as e:
        return f"{e} Start it with: memgraph-core serve --store FILE."
    except Forbidden as e:
        raise Forbidden(
            f"{e} To create a token: memgraph-core token create NAME --grant {namespace or 'NAMESPACE'}:read,write. "
            "Nothing was installed."
        ) from e
    return ""


def uninstall(program: Program, settings: SettingsFile = USER_SETTINGS) -> None:
    """Remove the hooks and their configuration. The memory is not changed."""
    from memgraph_core.integrations.claude_code import settings as claude_code

    was_there = claude_code.uninstall(settings.expanduser())
    state = (
        f"Removed the hooks for {program} from" if was_there else f"No hooks for {program} are installed in"
    )
    typer.echo(f"{state} {settings}.")
