"""Forget turns with everything derived from them, and derive again what depended on them."""

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from memgraph_core.engine.correct import restore_derived
from memgraph_core.engine.inspect import entity_called, relative_by_word
from memgraph_core.engine.listing import turn_uids
from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.engine.naming_turns import naming_turns
from memgraph_core.errors import InvalidInput
from memgraph_core.language.occurrences import occurrence
from memgraph_core.records.forget import Forgotten, LeftTurn, Selection
from memgraph_core.records.graph import Turn
from memgraph_core.records.scope import only_user_of
from memgraph_core.records.search import UNLIMITED, Filters
from memgraph_core.records.validation import checked_name
from memgraph_core.store.contract import Store
from memgraph_core.turns.documents import outdated_turns


def forget(
    namespace: OpenNamespace,
    *,
    turns: Sequence[str] = (),
    notes: Sequence[str] = (),
    session: str | None = None,
    speaker: str | None = None,
    entity: str | None = None,
    filters: Filters | None = None,
    everything: bool = False,
    lasting: bool = True,
) -> Forgotten:
    """Forget one selection. Returns what was removed and not derived again. See `Memory.forget`."""
    _refuse_text(turns=turns, notes=notes)
    names = (session, speaker, entity)
    _refuse_unless_one(
        sum(map(bool, (turns, notes, filters, everything))) + sum(name is not None for name in names)
    )
    if filters is not None and not filters.given:
        raise InvalidInput(
            "filters restrict nothing, so every turn would be forgotten. Give a filter, or everything=True."
        )
    store = namespace.store
    left: tuple[LeftTurn, ...] = ()
    if entity is not None:
        selection, left = _selected_entity(store, entity)
    elif notes:
        selection = _selected_notes(store, notes)
    elif filters is not None:
        selection = _selected_by_filters(store, filters)
    else:
        selection = Selection(turns=tuple(turns), session=session, speaker=speaker, everything=everything)
    if filters is not None and (user := only_user_of(filters)) is not None:
        blocks = {state.block for state in store.core_states(current=True) if state.user == user}
        store.forget_core(sorted(blocks))
    if selection is None:
        return Forgotten(left=left, blocks=_naming_blocks(store, entity))
    removed = store.forget(selection, lasting=lasting)
    # Turns shortly after a forgotten one are derived again, without it.
    _, removed_for_good = restore_derived(namespace.engine, store, removed, namespace.engine.clock())
    namespace.reload_speakers()
    gone = set(removed.turns)
    left = tuple(turn for turn in left if turn.uid not in gone)
    return replace(removed_for_good, left=left, blocks=_naming_blocks(store, entity))


def forget_outdated(namespace: OpenNamespace, turns: Sequence[Turn]) -> Forgotten:
    """Forget the stored chunks that these chunks of documents replace. See `Memory.forget_outdated`."""
    by_session = attrgetter("session")
    documents = groupby(sorted(turns, key=by_session), key=by_session)
    replaced = [
        uid
        for name, chunks in documents
        for uid in outdated_turns(namespace.store.conversation(name, UNLIMITED), tuple(chunks))
    ]
    return forget(namespace, turns=replaced, lasting=False) if replaced else Forgotten()


def _refuse_unless_one(given: int) -> None:
    if given != 1:
        raise InvalidInput(
            "forget takes exactly one of turns, notes, session, speaker, entity, filters, everything; "
            f"{given} were given."
        )


def _refuse_text(**selections: Sequence[str]) -> None:
    for name, uids in selections.items():
        if isinstance(uids, str):
            raise InvalidInput(f"{name} is text: {uids!r:.80}. Give a list of uids.")


def _selected_by_filters(store: Store, filters: Filters) -> Selection | None:
    turns = turn_uids(store, filters)
    return Selection(turns=turns) if turns else None


def _selected_entity(store: Store, name: str) -> tuple[Selection | None, tuple[LeftTurn, ...]]:
    """The turns of an entity and all turns that contain its name; and the turns in which the name is another word.

    Raises InvalidInput for a name of blanks or punctuation, which nearly every text contains.
    """
    entity = entity_called(store, checked_name(name, "entity"))
    if entity is None and not any(_names_something(character) for character in name):
        raise InvalidInput(
            f"entity is {name!r}, which has no letter, digit or emoji; it would match nearly every turn. Give a name."
        )
    relative = relative_by_word(store, name) if entity is None else None
    entity = entity or relative
    found = naming_turns(store, name, entity, is_kin=relative is not None)
    if entity is None and not found.turns:
        return None, found.left
    return Selection(entity=entity.uid if entity else None, turns=found.turns), found.left


def _naming_blocks(store: Store, name: str | None) -> tuple[str, ...]:
    """The core blocks that contain a name. Only people edit core memory, so they are reported and stay."""
    if name is None:
        return ()
    named = (state.name for state in store.core_states() if occurrence(state.content, name) is True)
    return tuple(sorted(set(named)))


def _names_something(character: str) -> bool:
    """Whether a character can be a name: a letter, a digit or an emoji, not a blank or punctuation."""
    return character.isalnum() or unicodedata.category(character) == "So"


def _selected_notes(store: Store, notes: Sequence[str]) -> Selection | None:
    turns = sorted({turn for note in store.notes(notes) for turn in note.turns})
    return Selection(turns=tuple(turns)) if turns else None
