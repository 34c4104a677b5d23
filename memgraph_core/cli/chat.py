"""`chat`: talk with an agent that remembers; by any OpenAI-compatible endpoint, or word for word from memory."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.opening import Given, Here, here, memory_of, note, thinking
from memgraph_core.errors import ConfigError, InvalidInput, ModelError
from memgraph_core.language.scripts import one_line

if TYPE_CHECKING:
    from memgraph_core.integrations.react import MemoryAgent
    from memgraph_core.memory import Memory

Message = Annotated[
    str | None,
    typer.Argument(
        metavar="TEXT", help="One message; without it the conversation goes on until an empty line."
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="NAME",
        help="A language model at OPENAI_BASE_URL; none: word for word from memory.",
    ),
]
User = Annotated[
    str | None,
    typer.Option("--as", metavar="NAME", help="Who speaks; without --namespace also whose memory."),
]
Tools = Annotated[
    list[str] | None,
    typer.Option("--tool", metavar="TOOL", help="calculator, or files:FOLDER; may be repeated."),
]
PersonaFile = Annotated[
    Path | None, typer.Option("--persona", metavar="FILE", help="A text that says who the agent is.")
]
ChatSession = Annotated[str, typer.Option("--session", metavar="NAME", help="Which conversation goes on.")]


def chat(
    ctx: typer.Context, message: Message = None, model: Model = None, user: User = None, tool: Tools = None,
    persona: PersonaFile = None, session: ChatSession = "chat",
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Talk with an agent that remembers. What memory knows comes first; what is said is kept."""
    given = Given(store=store, namespace=namespace or user, embedder=embedder, as_json=as_json)
    place = here(ctx, given)
    with thinking(place, makes=True) as engine:
        agent = _agent(memory_of(engine, place.namespace), model or place.settings.models.llm, place)
        agent.session, agent.speaker = session, user or "user"
        if persona is not None:
            agent.persona = _persona(persona)
        for name in tool or ():
            _add_tool(agent, name)
        if message is not None:
            _answer(place, agent, message)
            return
        for said in _lines(place):
            try:
                _answer(place, agent, said)
            except ModelError as e:  # the next one may be answered
                note(place, f"{e} What you said is kept.")


def _agent(memory: "Memory", model: str | None, place: Here) -> "MemoryAgent":
    from memgraph_core.integrations.react import MemoryAgent

    if not model:
        note(
            place,
            "No language model: answers are word for word from memory. Give --model, or MEMGRAPH_CORE_LLM.",
        )
        return MemoryAgent(memory)
    return MemoryAgent(memory, _llm(model, place))


def _llm(model: str, place: Here) -> Any:  # noqa: ANN401  a class of LlamaIndex
    from dataclasses import replace

    from memgraph_core.models.chat import chat_for

    try:
        from memgraph_core.integrations.react.loop import EndpointLLM
    except ImportError as e:
        raise ConfigError(
            "a chat with a model needs LlamaIndex: pip install 'memgraph-core[llamaindex]'."
        ) from e
    return EndpointLLM(chat_for(replace(place.settings.models, llm=model)))


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
        raise InvalidInput(f"no tool is called {name!r}; calculator and files:FOLDER are accepted.")


def _lines(place: Here) -> Any:  # noqa: ANN401  an iterator of messages
    """What is typed, or sent, line by line, until an empty line or the end."""
    asks = sys.stdin.isatty() and not place.as_json
    if asks:
        note(place, "An empty line ends the conversation.")
    while True:
        if asks:
            typer.echo("> ", nl=False)
        line = sys.stdin.readline()
        if not line.strip():
            return
        yield line.strip()


def _answer(place: Here, agent: "MemoryAgent", said: str) -> None:
    reply = agent.ask(said)
    if place.as_json:
        known = reply.knowledge.known if reply.knowledge else None
        told = {
            "text": reply.text,
            "turns": reply.turns,
            "known": known,
            "tools": reply.tools,
            "by_model": reply.by_model,
        }
        typer.echo(printing.in_json(told))
    else:
        typer.echo("\n".join(one_line(line) for line in reply.text.splitlines()))
