"""The turns that contain each name, so that a name is deleted with the last of them."""

from collections.abc import Iterable, Iterator, Set

from memgraph_core.language.aliases import other_forms
from memgraph_core.language.names import name_key
from memgraph_core.language.persons.kin import describes_kin
from memgraph_core.plan.draft import Draft
from memgraph_core.records.graph import NameSource


def name_sources_of(draft: Draft, stored: Set[str]) -> tuple[NameSource, ...]:
    """The keys of all names in the draft with their turns, sorted by key and turn; names that are stored already included.

    The source of a name is a turn that contains it, so that the name goes when those turns are forgotten. Only a name that
    no turn of the draft contains, and whose key is not `stored`, has as its source a turn that refers to the entity in
    other words ("she", "the meeting"), because each name needs one. The other forms of a name get the same sources.
    """
    named = _by_key(_names(draft))
    referred = {key: turns for key, turns in _by_key(_references(draft)).items() if key not in stored}
    sources = {key: named.get(key) or turns for key, turns in (referred | named).items()}
    return tuple(NameSource(key, turn) for key in sorted(sources) for turn in sorted(sources[key]))


def _by_key(names: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """Name key → uids of the turns, with the other forms of each name."""
    turns: dict[str, set[str]] = {}
    for name, turn in names:
        for form in (name, *other_forms(name)):
            if key := name_key(form):
                turns.setdefault(key, set()).add(turn)
    return turns


def _names(draft: Draft) -> Iterator[tuple[str, str]]:
    """Names with the uids of the turns that contain them."""
    for turn in draft.window.turns:
        if turn.speaker and not turn.is_agent_generated:
            yield turn.speaker, turn.uid
    for mention in draft.extraction.mentions:
        if mention.how == "named":
            yield mention.name, mention.turn
    texts = {turn.uid: name_key(turn.text) for turn in draft.window.turns}
    for alias in draft.extraction.aliases:
        for name in (alias.name, alias.alias):
            if _contains_words_of(texts.get(alias.turn, ""), name):
                yield name, alias.turn


def _contains_words_of(text: str, name: str) -> bool:
    """Whether a text, given as a name key, contains the words of a name without its owner: "my meeting" contains "Ada's meeting".

    Names of relatives always count, because their words may differ: "my mum" means "Ada's mother".
    """
    called = name.rpartition("'s ")[2].rpartition("的")[2]
    return describes_kin(name) or all(word in text for word in name_key(called).split())


def _references(draft: Draft) -> Iterator[tuple[str, str]]:
    """Names with the uids of the turns that refer to their entities, by name or in other words."""
    extraction = draft.extraction
    for mention in extraction.mentions:
        yield mention.name, mention.turn
    for alias in extraction.aliases:
        yield alias.name, alias.turn
        yield alias.alias, alias.turn
    for note in extraction.notes:
        for name, _ in note.about:
            yield name, note.turn
    for fact in extraction.facts:
        yield fact.subject, fact.turn
        yield fact.object, fact.turn
