"""Which turns say which names, so that a name can go with the last of them."""

from collections.abc import Iterable, Iterator

from memgraph_core.language.aliases import other_forms
from memgraph_core.language.names import name_key
from memgraph_core.plan.draft import Draft
from memgraph_core.records.graph import NameSource


def namings_of(draft: Draft) -> tuple[NameSource, ...]:
    """Each turn with the keys of the names that it says, known ones too; by key and turn.

    Who is only referred to ("she") is not named there, unless no turn of the draft names whom it means: some turn must
    have the name. A name is said in its other forms too, since these are known by it.
    """
    named = _by_key(_named(draft))
    meant = _by_key(_meant(draft))
    said = {key: named.get(key) or turns for key, turns in (meant | named).items()}
    return tuple(NameSource(key, turn) for key in sorted(said) for turn in sorted(said[key]))


def _by_key(said: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, turn in said:
        for form in (name, *other_forms(name)):
            if key := name_key(form):
                found.setdefault(key, set()).add(turn)
    return found


def _named(draft: Draft) -> Iterator[tuple[str, str]]:
    """Names and the turns whose words they are."""
    for turn in draft.window.turns:
        if turn.speaker and not turn.is_agent_generated:
            yield turn.speaker, turn.uid
    for mention in draft.extraction.mentions:
        if mention.how == "named":
            yield mention.name, mention.turn
    for same in draft.extraction.aliases:
        yield same.name, same.turn
        yield same.alias, same.turn


def _meant(draft: Draft) -> Iterator[tuple[str, str]]:
    """Names and the turns that speak of whom they mean, in whatever words."""
    extraction = draft.extraction
    for mention in extraction.mentions:
        yield mention.name, mention.turn
    for note in extraction.notes:
        for name, _ in note.about:
            yield name, note.turn
    for fact in extraction.facts:
        yield fact.subject, fact.turn
        yield fact.object, fact.turn
