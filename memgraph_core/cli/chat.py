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
    from memgraph_core.integrations.react import ImagesOfFolder, MemoryAgent
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
    typer.Option(
        "--tool",
        metavar="TOOL",
        help="calculator, places, files:FOLDER, images:FOLDER or web:ADDRESS of a SearXNG server; repeatable.",
    ),
]
ChatSession = Annotated[str, typer.Option("--session", metavar="NAME", help="The conversation to continue.")]


def chat(
    ctx: typer.Context, message: Message = None, model: Model = None, user: User = None, tool: Tools = None,
    persona: o.PersonaFile = None, session: ChatSession = "chat",
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
            except ModelError as e:  # the conversation continues with the next message
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
    from memgraph_core.integrations.react import FilesOfFolder, WebSearch, calculator, places

    kind, _, what = name.partition(":")
    match kind, what:
        case "calculator", "":
            agent.add_tool("calculator", calculator, external=False)
        case "places", "":
            for tool in (places.locate, places.near, places.place_at):
                agent.add_tool(tool.__name__, tool, external=False)
        case "files", str(folder) if folder:
            agent.add_tool("files", FilesOfFolder(folder).files)
        case "images", str(folder) if folder:
            agent.add_tool("describe_image", _images(agent, folder).describe_image)
        case "web", str(address) if address:
            agent.add_tool("web_search", WebSearch(address).web_search)
        case _:
            raise InvalidInput(
                f"unknown tool {name!r}; use calculator, places, files:FOLDER, images:FOLDER or web:ADDRESS."
            )


def _images(agent: "MemoryAgent", folder: str) -> "ImagesOfFolder":
    from memgraph_core.engine.metered_chat import CallMeter, MeteredChat
    from memgraph_core.integrations.react import ImagesOfFolder

    if agent.llm is None:
        raise InvalidInput("images are described by a language model: give one with --model.")
    meter = CallMeter(agent.memory.engine, agent.memory.store, agent.session)
    return ImagesOfFolder(folder, MeteredChat(agent.llm, meter))


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
