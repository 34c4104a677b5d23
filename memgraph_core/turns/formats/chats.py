"""What the exports of all messengers share. Each format has a module of its own.

Messages without words (pictures, calls, notices of the messenger) are left out. A forwarded message has the role `web`,
because its sender did not state it; a message of a program has the role `assistant`.
"""

from collections.abc import Iterable
from datetime import datetime

from memgraph_core.errors import InvalidInput
from memgraph_core.language.scripts import one_line
from memgraph_core.records.validation import MAX_NAME
from memgraph_core.turns.fields import SourcePosition, TurnDraft, turns_of
from memgraph_core.turns.formats.found import ReadTurns, checked_found

MessageDraft = tuple[TurnDraft | str, SourcePosition]  # a text: why the message cannot be read


def read_messages(drafts: Iterable[MessageDraft], source: SourcePosition) -> ReadTurns:
    """The messages of a chat in order, without those that cannot be read. Raises InvalidInput if none can be read."""
    good: list[TurnDraft] = []
    refused: list[str] = []
    for draft, at in drafts:
        try:
            with at.located_errors():
                if isinstance(draft, str):
                    raise InvalidInput(draft)
                draft.as_turns("checked")
        except InvalidInput as e:
            refused.append(str(e))
            continue
        good.append(draft)
    return checked_found(turns_of(good), refused, source)


def message_draft(
    at: SourcePosition,
    session: str,
    speaker: str,
    said_at: datetime | None,
    text: str,
    *,
    forwarded_from: object = None,
    agent: object = None,
) -> TurnDraft:
    """A message. `agent` is the program that wrote it, and `forwarded_from` who wrote a forwarded message."""
    return TurnDraft(
        source=at,
        session=session,
        speaker=one_line(speaker)[:MAX_NAME],
        role="web" if forwarded_from else "assistant" if agent else "user",
        said_at=said_at,
        text=text,
        agent=one_line(str(agent))[:MAX_NAME] if agent else None,
        metadata={"forwarded_from": str(forwarded_from)} if forwarded_from else {},
    )


def session_named(name: object) -> str:
    """The name of a chat as a session."""
    return one_line(str(name)).strip()[:MAX_NAME] or "chat"
