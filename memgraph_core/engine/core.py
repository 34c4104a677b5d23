"""Core memory: pinned blocks of text with a size limit, their history, and undo."""

from collections.abc import Callable, Sequence
from datetime import datetime

from memgraph_core.engine.commit import repeat_while_stale
from memgraph_core.errors import InvalidInput
from memgraph_core.language.secrets import redacted
from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.records.core import CoreState, block_uid
from memgraph_core.records.plan import Stale
from memgraph_core.records.validation import checked_name
from memgraph_core.store.contract import Store

BLOCK_TOKENS = 300  # size limit of a block, unless its first writer gave another one
MAX_BLOCKS = 20  # with content, of one user, or of all users
_RESTORED = "undo"

# Takes all states of a block, oldest first. Returns the new content and, for an undo, the number of the state that the content
# is from (-1: before the first state); None for other edits.
Edit = Callable[[Sequence[CoreState]], tuple[str, int | None]]


def core(store: Store, user: str | None) -> tuple[CoreState, ...]:
    """The current blocks for all users, then those of this user, both by name. Removed blocks are left out."""
    owners = ("", user or "")
    return tuple(state for state in store.core_states(current=True) if state.content and state.user in owners)


def history(store: Store, name: str, user: str | None) -> tuple[CoreState, ...]:
    """The states of a block, oldest first; empty for an unknown block."""
    block = block_uid(name, user or "")
    return tuple(state for state in store.core_states() if state.block == block)


def append(content: str) -> Edit:
    """An edit that adds a line at the end."""

    def edit(states: Sequence[CoreState]) -> tuple[str, int | None]:
        present = states[-1].content if states else ""
        return (f"{present}\n{content}" if present else content), None

    return edit


def replace_text(content: str, old: str | None) -> Edit:
    """An edit that replaces the whole content, or the only occurrence of `old` in it. Raises InvalidInput."""

    def edit(states: Sequence[CoreState]) -> tuple[str, int | None]:
        present = states[-1].content if states else ""
        if old is None:
            return content, None
        if not old or (found := present.count(old)) != 1:
            times = f"{present.count(old)} times" if old else "empty"
            raise InvalidInput(f"old is {old!r:.80}, {times} in the block; give text that it contains once.")
        return present.replace(old, content, found), None

    return edit


def restore(states: Sequence[CoreState]) -> tuple[str, int | None]:
    """The edit of an undo: the content before the last edit that is not undone. Raises InvalidInput if there is no such edit."""
    edited = len(states) - 1
    while edited >= 0 and (restored := states[edited].restores) is not None:
        edited = restored
    if edited < 0:
        raise InvalidInput("no edit of this block is left to undo.")
    before = edited - 1
    return (states[before].content if before >= 0 else ""), before


def write(
    store: Store,
    name: str,
    edit: Edit,
    at: datetime,
    *,
    user: str | None,
    tokens: int | None,
    turns: Sequence[str],
    reason: str,
    attempts: int,
) -> CoreState:
    """Write a new state of a block and return it. See `Memory.core_replace`.

    Raises InvalidInput for content over the size limit or with a secret, for an unknown turn, and for too many blocks;
    StoreUnavailable if other programs write the block before each of `attempts` attempts.
    """
    owner = "" if user is None else checked_name(user, "user_id")
    if unknown := sorted(set(turns) - {turn.uid for turn in store.turns(list(turns))}):
        raise InvalidInput(
            f"turns has {unknown[0]!r:.80}, which is not a turn of this memory. Give uids of turns."
        )

    def attempt() -> CoreState | Stale:
        states = history(store, name, user)  # a number is a position: only the last states are deleted
        content, restores = edit(states)
        previous = states[-1] if states else None
        state = CoreState(
            name=name,
            user=owner,
            number=previous.number + 1 if previous else 0,
            content=content.strip(),
            tokens=tokens or _limit(states, restores),
            at=at,
            reason=reason or (_RESTORED if restores is not None else ""),
            turns=_sources(states, restores, turns),
            restores=restores,
        )
        _check(state)
        if state.content and not (previous and previous.content):
            _check_number(store, owner)
        return state if store.write_core([state]) else Stale(state.number)

    return repeat_while_stale(store, attempt, attempts=attempts)


def _sources(states: Sequence[CoreState], restores: int | None, turns: Sequence[str]) -> tuple[str, ...]:
    """The turns (uids) that a new state is based on: `turns` and those of the state before, or those of the restored state."""
    if restores is not None:
        return states[restores].turns if restores >= 0 else ()
    continued = states[-1].turns if states and states[-1].content else ()
    return tuple(dict.fromkeys((*continued, *turns)))


def _limit(states: Sequence[CoreState], restores: int | None) -> int:
    """The size limit of a new state, in tokens: of the restored state, or of the state before; by default of a new block."""
    if restores is not None and restores >= 0:
        return states[restores].tokens
    return states[-1].tokens if states else BLOCK_TOKENS


def _check(state: CoreState) -> None:
    size = estimated_tokens(state.content)
    if size > state.tokens:
        raise InvalidInput(
            f"core block {state.name!r} would have {size} tokens; its limit is {state.tokens}. Shorten it with "
            "core_replace, or give a larger limit with tokens."
        )
    if redacted(state.content) != state.content:
        raise InvalidInput(
            f"core block {state.name!r}: the content contains a secret. Core memory is part of every context window; "
            "add the secret as a turn instead, which searches return only on request."
        )


def _check_number(store: Store, owner: str) -> None:
    blocks = [state for state in store.core_states(current=True) if state.user == owner and state.content]
    if len(blocks) >= MAX_BLOCKS:
        raise InvalidInput(f"there are {len(blocks)} core blocks; the limit is {MAX_BLOCKS}. Remove one.")
