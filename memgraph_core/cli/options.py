"""The options that commands share: name, type and help text."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, cast, get_args

import typer

from memgraph_core.cli.invocation import GlobalOptions, Invocation, invocation_of
from memgraph_core.cli.option_groups import OptionGroup
from memgraph_core.config import EXTRACTORS
from memgraph_core.errors import InvalidInput
from memgraph_core.records.kinds import EntityType as EntityTypes
from memgraph_core.records.kinds import Kinds, MemoryKind, NoteKind, Role, Trust
from memgraph_core.records.scope import Scope, scope_of
from memgraph_core.records.search import Filters
from memgraph_core.records.validation import moment_of


def moment(text: str) -> str:
    """Check a date. It is given to the verbs as text, because its time zone is that of the settings."""
    try:
        moment_of(text, "the date")
    except InvalidInput as e:
        raise typer.BadParameter(str(e)) from e
    return text


def file_name(text: str) -> str:
    """Refuse a blank name, which an unset variable of a shell gives: as a path it would be the current folder."""
    if not text.strip():
        raise typer.BadParameter("the name is blank. Name a file or a folder; . is the current folder.")
    return text


def json_object(text: str) -> dict[str, object]:
    """Parse a JSON object."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as e:
        raise typer.BadParameter(f"{text!r:.80} is not JSON: {e}") from e
    if not isinstance(value, dict):
        raise typer.BadParameter(f"{text!r:.80} is not a JSON object")
    return cast(dict[str, object], value)


def one_of(accepted: tuple[str, ...]) -> Callable[[str], str]:
    """A parser that accepts one of these words in upper or lower case."""

    def choose(text: str) -> str:
        for word in accepted:
            if word.lower() == text.lower():
                return word
        raise typer.BadParameter(f"{text!r} is not one of {', '.join(accepted)}")

    return choose


def date_option(help: str, *names: str) -> Any:  # noqa: ANN401  as typer.Option
    """An option that takes a date."""
    return typer.Option(*names, parser=moment, metavar="DATE", help=help)


def choice_option(
    accepted: tuple[str, ...], *names: str, help: str | None = None, shown: int | None = None
) -> Any:  # noqa: ANN401
    """An option that takes one of these words; the help shows all, or the first ones."""
    metavar = among(accepted[:shown]) + ("|…" if shown else "")
    return typer.Option(*names, parser=one_of(accepted), metavar=metavar, help=help)


def kinds(text: str) -> Kinds:
    """Parse the kinds of memory to search: `all`, `semantic,insight`, or with the largest number of each `semantic=4,insight=1`."""
    parts = [part.strip() for part in text.split(",")]
    if parts == ["all"]:
        return "all"
    given = [part.partition("=") for part in parts]
    named: list[MemoryKind] = [_memory_kind(name.strip()) for name, _, _ in given]
    numbers = [number.strip() for _, sign, number in given if sign]
    if not numbers:
        return named
    if len(numbers) < len(named) or not all(number.isdecimal() for number in numbers):
        raise typer.BadParameter(f"{text!r:.80}: give a number for each kind, such as semantic=4,insight=1")
    numbered: dict[MemoryKind, int] = dict(zip(named, map(int, numbers), strict=True))
    return numbered


def _memory_kind(name: str) -> MemoryKind:
    for kind in get_args(MemoryKind):
        if kind == name.lower():
            return kind
    raise typer.BadParameter(f"{name!r:.80} is not one of {', '.join(get_args(MemoryKind))}, all")


def among(accepted: tuple[str, ...]) -> str:
    """The accepted words as the help shows them."""
    return "|".join(accepted)


ROLES, _KINDS, _TRUSTS = get_args(Role), get_args(NoteKind), get_args(Trust)
_TYPES = get_args(EntityTypes)

# Store, namespace, models, output

Store = Annotated[
    str | None,
    typer.Option(
        "--store",
        "-s",
        metavar="URL",
        help="SQLite file, or server such as neo4j://localhost:7687 or http://localhost:8765.",
    ),
]
Namespace = Annotated[
    str | None, typer.Option("--namespace", "-n", metavar="NAME", help="Namespace: one per user or agent.")
]
Embedder = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL",
        help="minilm, multilingual, sentence-transformers:NAME, openai:MODEL or none.",
    ),
]
Extractor = Annotated[str | None, choice_option(EXTRACTORS, help="Extract by rules, or by a language model.")]
Token = Annotated[
    str | None,
    typer.Option(
        metavar="TOKEN", help="Token for a server at http://…. Better: the variable MEMGRAPH_CORE_TOKEN."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Limit = Annotated[int, typer.Option(min=1, metavar="N", help="Maximum number of results.")]

# Writing

Speaker = Annotated[str | None, typer.Option(metavar="NAME", help="The speaker.")]
SaidAt = Annotated[str | None, date_option("Time of the turn, such as 2026-03-20. Default: now.")]
Timezone = Annotated[
    str | None,
    typer.Option(
        metavar="ZONE",
        help="Time zone of times without one, such as Europe/Rome. Default: MEMGRAPH_CORE_TIME_ZONE.",
    ),
]
Batch = Annotated[
    int,
    typer.Option(
        min=1, max=1000, metavar="N", help="Number of turns that are logged and extracted together."
    ),
]

UserId = Annotated[
    str | None, typer.Option(metavar="ID", help="The person whom the conversation belongs to.")
]
AgentId = Annotated[str | None, typer.Option(metavar="ID", help="The program that wrote the turns.")]
RunId = Annotated[str | None, typer.Option(metavar="ID", help="The conversation, a synonym of its session.")]
Metadata = Annotated[
    dict[str, object] | None,
    typer.Option(parser=json_object, metavar="JSON", help='A JSON object, such as \'{"source": "mail"}\'.'),
]

# Questions

Graph = Annotated[
    bool, typer.Option("--graph/--no-graph", help="Search with or without the graph, to compare.")
]
Hits = Annotated[
    int | None,
    typer.Option(
        "--limit", min=1, metavar="N", help="Maximum number of hits. Default: depends on the question."
    ),
]
Tokens = Annotated[
    int | None,
    typer.Option(
        "--tokens",
        min=1,
        metavar="N",
        help="Maximum length of the text in tokens. Default: 800.",
    ),
]
Now = Annotated[str | None, date_option("The time to which words such as 'last week' refer. Default: now.")]
Since = Annotated[str | None, date_option("Only turns at or after this time.")]
Until = Annotated[str | None, date_option("Only turns before this time.")]
InSession = Annotated[str | None, typer.Option(metavar="NAME", help="Only this session.")]
OfSpeaker = Annotated[
    str | None, typer.Option("--speaker", metavar="NAME", help="Only turns of this speaker.")
]
OfRole = Annotated[str | None, choice_option(ROLES, "--role")]
Kind = Annotated[str | None, choice_option(_KINDS, shown=4)]
OfKinds = Annotated[
    Any,  # typer supports no unions; the parser returns `Kinds`
    typer.Option(
        "--kinds",
        parser=kinds,
        metavar="KINDS",
        help="Search kinds of memory one by one: all, semantic,insight or semantic=4,insight=1.",
    ),
]
AboutEntity = Annotated[
    str | None, typer.Option("--entity", metavar="NAME", help="Only notes about this entity.")
]
Relation = Annotated[
    str | None,
    typer.Option(metavar="TYPE", help="Only notes with a fact of this relation, such as WORKS_AT."),
]
Agent = Annotated[str | None, typer.Option(metavar="NAME", help="Only notes that this program wrote.")]
TrustOf = Annotated[str | None, choice_option(_TRUSTS, "--trust")]
Verified = Annotated[
    bool | None, typer.Option("--verified/--unverified", help="Only verified notes, or only unverified ones.")
]

PersonaFile = Annotated[
    Path | None, typer.Option("--persona", metavar="FILE", help="A text file that describes the agent.")
]

# Inspection

EntityName = Annotated[str, typer.Argument(metavar="ENTITY", help="Name of the entity.")]
EntityType = Annotated[str | None, choice_option(_TYPES, "--type", shown=3)]
Entity = Annotated[str | None, typer.Option("--entity", "-e", metavar="NAME", help="Only this entity.")]

# Groups of options

_SHARED = {
    "store": (Store, None),
    "namespace": (Namespace, None),
    "embedder": (Embedder, None),
    "extractor": (Extractor, None),
    "as_json": (Json, False),
}


def invoked_by(*names: str) -> OptionGroup:
    """The shared options with these names, as the invocation that they give."""
    options = {name: _SHARED[name] for name in names}
    return OptionGroup(options, lambda ctx, given: invocation_of(ctx, GlobalOptions(**given)))


OnMemory = Annotated[Invocation, invoked_by("store", "namespace", "as_json")]
WithEmbedder = Annotated[Invocation, invoked_by("store", "namespace", "embedder", "as_json")]
WithModels = Annotated[Invocation, invoked_by("store", "namespace", "embedder", "extractor", "as_json")]

ScopeOptions = Annotated[
    Scope,
    OptionGroup(
        {"user_id": (UserId, None), "agent_id": (AgentId, None), "run_id": (RunId, None)},
        lambda _, given: scope_of(**given),
    ),
]

_FILTERS = {
    "since": (Since, None),
    "until": (Until, None),
    "in_session": (InSession, None),
    "session": (InSession, None),
    "speaker": (OfSpeaker, None),
    "role": (OfRole, None),
    "kind": (Kind, None),
    "entity": (AboutEntity, None),
    "relation": (Relation, None),
    "agent": (Agent, None),
    "trust": (TrustOf, None),
    "verified": (Verified, None),
    "metadata": (Metadata, None),
}
_FIELDS = {"in_session": "session"}  # fields of Filters with another name


def _filtered_by(names: str) -> OptionGroup:
    """The options with these names, as filters."""
    return OptionGroup(
        {name: _FILTERS[name] for name in names.split()},
        lambda _, given: Filters(**{_FIELDS.get(name, name): value for name, value in given.items()}),
    )


SearchFilters = Annotated[
    Filters,
    _filtered_by("since until in_session speaker role kind entity relation agent trust verified metadata"),
]
NoteFilters = Annotated[
    Filters, _filtered_by("since until session speaker role kind entity relation trust verified metadata")
]
TurnFilters = Annotated[Filters, _filtered_by("since until session speaker role entity metadata")]
