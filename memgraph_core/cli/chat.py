"""`chat`: talk with an agent that remembers, with an OpenAI-compatible model or with quotations from memory."""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.invocation import (
    GlobalOptions,
    Invocation,
    invocation_of,
    memory_of,
    open_engine,
    print_note,
)
from memgraph_core.errors import ConfigError, InvalidInput, ModelError
from memgraph_core.language.scripts import one_line

if TYPE_CHECKING:
    from memgraph_core.integrations.react import MemoryAgent
    from memgraph_core.memory import Memory
    from memgraph_core.models.protocol import ChatModel

Message = Annotated[
    str | None,
    typer.Argument(
        metavar="TEXT", help="One message. Without it, a conversation starts; an empty line ends it."
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="NAME",
        help="A language model at OPENAI_BASE_URL. Without one, answers are quotations from memory.",
    ),
]
User = Annotated[
    str | None,
    typer.Option("--as", metavar="NAME", help="The speaker, and without --namespace also the namespace."),
]
Tools = Annotated[
    list[str] | None,
    typer.Option("--tool", metavar="TOOL", help="calculator or files:FOLDER; repeatable."),
]
PersonaFile = Annotated[
    Path | None, typer.Option("--persona", metavar="FILE", help="A text file that describes the agent.")
]
ChatSession = Annotated[str, typer.Option("--session", metavar="NAME", help="The conversation to continue.")]


def chat(
    ctx: typer.Context, message: Message = None, model: Model = None, user: User = None, tool: Tools = None,
    persona: PersonaFile = None, session: ChatSession = "chat",
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Talk with an agent that remembers. It uses memory before its tools, and stores the conversation."""
    given = GlobalOptions(store=store, namespace=namespace or user, embedder=embedder, as_json=as_json)
    invocation = invocation_of(ctx, given)
    with open_engine(invocation, create=True) as engine:
        agent = _agent(
            memory_of(engine, invocation.namespace), model or invocation.settings.models.llm, invocation
        )
        agent.session, agent.speaker = session, user or "user"
        if persona is not None:
            agent.persona = _persona(persona)
        for name in tool or ():
            _add_tool(agent, name)
        if message is not None:
            _answer(invocation, agent, message)
            return
        for line in _lines(invocation):
            try:
                _answer(invocation, agent, line)
            except ModelError as e:  # the next message may be answered
                print_note(invocation, f"{e} Your message is stored.")


def _agent(memory: "Memory", model: str | None, invocation: Invocation) -> "MemoryAgent":
    from memgraph_core.integrations.react import MemoryAgent

    if not model:
        print_note(
            invocation,
            "No language model: answers are quotations from memory. For a model give --model, or set MEMGRAPH_CORE_LLM.",
        )
        return MemoryAgent(memory)
    return MemoryAgent(memory, _llm(model, invocation))


def _llm(model: str, invocation: Invocation) -> "ChatModel":
    from dataclasses import replace

    from memgraph_core.models.chat import chat_for

    if find_spec("llama_index") is None:
        raise ConfigError("a chat with a model needs LlamaIndex: pip install 'memgraph-core[llamaindex]'.")
    return chat_for(replace(invocation.settings.models, llm=model))


def _persona(path: Path) -> Any:  # noqa: ANN401
    from memgraph_core.integrations.react import Persona

    return Persona.from_file(path)


def _add_tool(agent: "MemoryAgent", name: str) -> None:
    from memgraph_core.integrations.react import FilesOfFolder, calculator

    kind, _, what = name.partition(":")
    if kind == "calculator" and not what:
        agent.add_tool("calculator", calculator, external=False)
    elif kind == "files" and what:
        agent.add_tool("files", FilesOfFolder(what).files)
    else:
        raise InvalidInput(f"unknown tool {name!r}; use calculator or files:FOLDER.")


def _lines(invocation: Invocation) -> Any:  # noqa: ANN401  an iterator of messages
    """Yields the lines of stdin up to an empty line or the end."""
    is_interactive = sys.stdin.isatty() and not invocation.as_json
    if is_interactive:
        print_note(invocation, "An empty line ends the conversation.")
    while True:
        if is_interactive:
            typer.echo("> ", nl=False)
        line = sys.stdin.readline()
        if not line.strip():
            return
        yield line.strip()


def _answer(invocation: Invocation, agent: "MemoryAgent", message: str) -> None:
    reply = agent.ask(message)
    if invocation.as_json:
        known = reply.knowledge.known if reply.knowledge else None
        answer = {
            "text": reply.text,
            "turns": reply.turns,
            "known": known,
            "tools": reply.tools,
            "by_model": reply.by_model,
            "spent": reply.spent,
        }
        typer.echo(printing.in_json(answer))
    else:
        typer.echo("\n".join(one_line(line) for line in reply.text.splitlines()))
