"""Functions for the exports of all messengers. Each format has a module of its own.

Messages without words (pictures, calls, notices of the messenger) are left out. A forwarded message has the role `web`,
because its sender did not state it; a message of a program has the role `assistant`.
"""

from collections.abc import Iterable
from datetime import datetime

from memgraph_core.errors import InvalidInput
from memgraph_core.language.scripts import one_line
from memgraph_core.records.validation import MAX_NAME
from memgraph_core.turns.fields import SourcePosition, TurnDraft, turns_of
from memgraph_core.turns.formats.found import ReadTurns, with_turns

MessageDraft = tuple[TurnDraft | str, SourcePosition]  # a text: why the message cannot be read


def read_messages(drafts: Iterable[MessageDraft], source: SourcePosition) -> ReadTurns:
    """The result of `collect_messages`. Raises InvalidInput if no message can be read."""
    return with_turns(collect_messages(drafts), source)


def collect_messages(drafts: Iterable[MessageDraft]) -> ReadTurns:
    """The messages of a chat in order, and the reason for each one that cannot be read.

    Of several messages with the same uid, all but the first are refused.
    """
    good: list[TurnDraft] = []
    refused: list[str] = []
    uids: set[str] = set()
    for draft, at in drafts:
        try:
            with at.located_errors():
                if isinstance(draft, str):
                    raise InvalidInput(draft)
                if draft.uid is not None and draft.uid in uids:
                    raise InvalidInput(f"another message also has the id {draft.uid!r:.80}.")
                draft.as_turns(draft.uid or "message")
        except InvalidInput as e:
            refused.append(str(e))
            continue
        good.append(draft)
        if draft.uid is not None:
            uids.add(draft.uid)
    return ReadTurns(turns=turns_of(good), refused=tuple(refused))


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
    """A message. `agent` is the program that wrote it; `forwarded_from` is the author of a forwarded message."""
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
