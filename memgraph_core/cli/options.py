"""The options that commands share, each said once: its name, what it takes, and its line of help."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, get_args

import typer

from memgraph_core.config import EXTRACTORS
from memgraph_core.errors import InvalidInput
from memgraph_core.records.inspect import EntityOrder
from memgraph_core.records.kinds import EntityType as EntityTypes
from memgraph_core.records.kinds import NoteKind, Role, Trust
from memgraph_core.records.validation import utc


def moment(text: str) -> datetime:
    """`2026-03-20` or a full ISO time; without a zone it is UTC."""
    try:
        given = datetime.fromisoformat(text.strip())
        return utc(given if given.tzinfo else given.replace(tzinfo=UTC))
    except InvalidInput as e:
        raise typer.BadParameter(str(e)) from e
    except ValueError as e:
        raise typer.BadParameter(f"{text!r} is no date: write 2026-03-20 or 2026-03-20T09:00+01:00") from e


def _one_of(accepted: tuple[str, ...]) -> Callable[[str], str]:
    """Takes one of these words in any case."""

    def choose(text: str) -> str:
        for word in accepted:
            if word.lower() == text.lower():
                return word
        raise typer.BadParameter(f"{text!r} is none of {', '.join(accepted)}")

    return choose


def _among(accepted: tuple[str, ...]) -> str:
    return "|".join(accepted)


_ROLES, _KINDS, _TRUSTS = get_args(Role), get_args(NoteKind), get_args(Trust)
_TYPES, _ORDERS = get_args(EntityTypes), get_args(EntityOrder)

# Where, and how to answer

Store = Annotated[
    str | None,
    typer.Option("--store", "-s", metavar="URL", help="A file, or a server such as neo4j://localhost:7687."),
]
Namespace = Annotated[
    str | None, typer.Option("--namespace", "-n", metavar="NAME", help="Whose memory: one per user or agent.")
]
Embedder = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL",
        help="minilm, multilingual, sentence-transformers:NAME, openai:MODEL or none.",
    ),
]
Extractor = Annotated[
    str | None,
    typer.Option(
        parser=_one_of(EXTRACTORS),
        metavar=_among(EXTRACTORS),
        help="What reads: the rules, or a language model.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
Limit = Annotated[int, typer.Option(min=1, metavar="N", help="How many at most.")]

# What is remembered

Speaker = Annotated[str | None, typer.Option(metavar="NAME", help="Who said it.")]
SaidRole = Annotated[str, typer.Option("--role", parser=_one_of(_ROLES), metavar=_among(_ROLES))]
SaidAt = Annotated[
    datetime | None,
    typer.Option(parser=moment, metavar="DATE", help="When it was said; without a zone UTC. Default: now."),
]
Session = Annotated[str, typer.Option(metavar="NAME", help="The conversation it belongs to.")]
Uid = Annotated[str | None, typer.Option(metavar="ID", help="Makes saying it again change nothing.")]
Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Conversations, documents, or folders of them.")
]
Timezone = Annotated[str, typer.Option(metavar="ZONE", help="Of times that have none, such as Europe/Rome.")]
Batch = Annotated[
    int, typer.Option(min=1, max=1000, metavar="N", help="Turns made durable and extracted together.")
]

# What is asked

Graph = Annotated[bool, typer.Option("--graph/--no-graph", help="With the graph, or without to compare.")]
After = Annotated[
    str | None,
    typer.Option("--session", metavar="NAME", help="The conversation that 'and then?' goes on from."),
]
Explained = Annotated[
    bool, typer.Option("--explain", help="Also how the question was read, and what each step brought.")
]
Hits = Annotated[
    int | None,
    typer.Option(
        "--limit", min=1, metavar="N", help="How many hits at most. Default: what the question needs."
    ),
]
Tokens = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="How long the text may be. Default: 800.")
]
Now = Annotated[
    datetime | None,
    typer.Option(
        parser=moment, metavar="DATE", help="Last week and the like are seen from then. Default: now."
    ),
]
Since = Annotated[datetime | None, typer.Option(parser=moment, metavar="DATE", help="Said at or after.")]
Until = Annotated[datetime | None, typer.Option(parser=moment, metavar="DATE", help="Said before.")]
InSession = Annotated[str | None, typer.Option(metavar="NAME", help="Only of this session.")]
By = Annotated[str | None, typer.Option(metavar="NAME", help="Only what this speaker said.")]
OfRole = Annotated[str | None, typer.Option("--role", parser=_one_of(_ROLES), metavar=_among(_ROLES))]
Kind = Annotated[str | None, typer.Option(parser=_one_of(_KINDS), metavar=_among(_KINDS[:4]) + "|…")]
About = Annotated[str | None, typer.Option(metavar="NAME", help="Only about this person or thing.")]
Relation = Annotated[str | None, typer.Option(metavar="TYPE", help="Only with such a fact: WORKS_AT …")]
Agent = Annotated[str | None, typer.Option(metavar="NAME", help="Only what this program wrote.")]
TrustOf = Annotated[str | None, typer.Option("--trust", parser=_one_of(_TRUSTS), metavar=_among(_TRUSTS))]
Verified = Annotated[bool | None, typer.Option("--verified/--unverified", help="Only what is, or is not.")]

# What is looked at

Order = Annotated[str, typer.Option(parser=_one_of(_ORDERS), metavar=_among(_ORDERS))]
EntityType = Annotated[
    str | None, typer.Option("--type", parser=_one_of(_TYPES), metavar=_among(_TYPES[:3]) + "|…")
]
HalfLife = Annotated[
    float, typer.Option(min=0.01, metavar="DAYS", help="After which a mention counts half, for relevance.")
]
Entity = Annotated[str | None, typer.Option("--entity", "-e", metavar="NAME", help="Only this one.")]
