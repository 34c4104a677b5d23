"""English names by several kinds of evidence: the rules, the parts of a sentence, and the entities of the parser.

The rules use the graph, the lists and capital letters. The parse shows whether a name is the subject or the object of a verb. The
parser's own entity types are wrong for one name in three in chats, so they decide only if nothing else does.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memgraph_core.language.en.parser import installed_pipeline, parse_ahead, parsed
from memgraph_core.language.names import name_key
from memgraph_core.language.naming.capitals import SUFFIX, is_ordinary
from memgraph_core.language.naming.lists import (
    calendar,
    last_cues,
    listed,
    no_names,
    phrases_without_entity,
    sentence_openers,
)
from memgraph_core.language.naming.named import HIDDEN, Named, without_overlaps
from memgraph_core.language.naming.types import (
    HONORIFICS,
    OFFICES,
    is_possible_given_name,
    looks_like_identifier,
)
from memgraph_core.language.persons.given_names import gender_of
from memgraph_core.language.sentences import statements_of
from memgraph_core.language.terms import stop_words
from memgraph_core.language.word_lists import groups_of
from memgraph_core.records.kinds import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_TYPES: dict[str, EntityType] = {
    "PERSON": "Person", "GPE": "Place", "LOC": "Place", "FAC": "Place", "ORG": "Organization", "EVENT": "Event",
    "WORK_OF_ART": "Work", "PRODUCT": "Thing", "LAW": "Work",
}  # fmt: skip
_LONGEST_SENTENCE = (
    1_000  # characters; longer ones are lists and logs, which the parser reads badly and slowly
)
_FEWEST_SPACES = 2
_MAX_WORDS = 6  # of a name
_WHERE = frozenset(
    ["in", "near", "around", "across", "through", "throughout", "outside", "toward", "towards"]
)
_FROM_TO = frozenset(("from", "to"))
_MOVES = groups_of("evidence_en")["move"]
_HUMAN = groups_of("evidence_en")["human"]
_WORKS = groups_of("evidence_en")["work"]
_NAME_TAGS = frozenset(("PROPN", "NOUN", "X", "NUM"))


def parse_sentences(texts: Iterable[str]) -> None:
    """Parse the sentences of texts in batches, and keep the parses."""
    if installed_pipeline() is not None:
        parse_ahead(
            text[start:end]
            for text in texts
            for start, end in _sentences(text)
            if _is_worth_parsing(text, start, end)
        )


def _sentences(text: str) -> list[tuple[int, int]]:
    return list(dict.fromkeys(statement.sentence for statement in statements_of(text, "en")))


def confirmed(text: str, names: Sequence[Named], types: Mapping[str, EntityType]) -> list[Named]:
    """The names of a text with those that the parse adds, and with types by all evidence; in order of appearance.

    `names` are those of the rules, in order. The names themselves if no parser is installed.
    """
    if installed_pipeline() is None:
        return list(names)
    found: list[Named] = []
    parse_sentences([text])
    for start, end in _sentences(text):
        own = [replace(n, start=n.start - start, end=n.end - start) for n in names if start <= n.start < end]
        if _is_worth_parsing(text, start, end):
            own = _in_sentence(text[start:end], own, types)
        found += [replace(n, start=n.start + start, end=n.end + start) for n in own]
    return _agreed(found)


def _is_worth_parsing(text: str, start: int, end: int) -> bool:
    """Whether a sentence is long enough to show a role, and short enough to be one."""
    return end - start <= _LONGEST_SENTENCE and text.count(" ", start, end) >= _FEWEST_SPACES


def _in_sentence(sentence: str, names: Sequence[Named], types: Mapping[str, EntityType]) -> list[Named]:
    doc = parsed(sentence)
    added = [name for name in _added(doc, sentence) if HIDDEN not in name.text]
    longer = [
        n
        for n in added
        if len([o for o in names if _is_part(o, n)]) == 1 and not _covers_known(n, names, types)
    ]
    kept = [
        n for n in names if not any(_is_part(n, other) for other in longer) and _is_nominal(doc, n, types)
    ]
    return [_typed(doc, name, types) for name in without_overlaps([*longer, *kept, *added])]


def _added(doc: "Doc", sentence: str) -> Iterator[Named]:
    """Names that only the parse shows."""
    for entity in doc.ents:
        type_ = _TYPES.get(entity.label_)
        words = _bare(entity)
        if type_ is None or words is None:
            continue
        start, end = words.start_char, words.end_char
        shown = SUFFIX.sub("", sentence[start:end])
        if _is_capitalised(words):
            yield Named(shown, None, start, start + len(shown))
        elif (
            type_ == "Person"
            and len(words) == 1
            and shown.islower()
            and is_possible_given_name(shown)
            and not is_ordinary(shown)
        ):
            yield Named(
                shown.capitalize(), "Person", start, start + len(shown), gender_of(shown.capitalize())
            )
    for token in doc:
        shown = token.text
        if token.pos_ == "PROPN" and _is_unusual_capital(token):
            yield Named(shown, None, token.idx, token.idx + len(shown))
        elif shown.islower() and len(shown) > 3 and listed().get(shown) == "Place" and _is_no_word(token):
            yield Named(shown, "Place", token.idx, token.idx + len(shown))


def _bare(entity: "Span") -> "Span | None":
    """An entity without articles, possessives and marks around it; None for what is too long or empty."""
    start, end = entity.start, entity.end
    doc = entity.doc
    while start < end and (
        doc[start].lower_ in ("the", "a", "an", "my", "our")
        or doc[start].is_punct
        or (doc[start].text in OFFICES and end - start > 1)
    ):
        start += 1
    while start < end and (doc[end - 1].tag_ == "POS" or doc[end - 1].is_punct or doc[end - 1].tag_ == "IN"):
        end -= 1
    return doc[start:end] if 0 < end - start <= _MAX_WORDS else None


def _is_capitalised(words: "Span") -> bool:
    """Whether capitals prove that the words of an entity are a name."""
    tokens = [token for token in words if token.is_alpha or any(map(str.isalpha, token.text))]
    if not tokens or "\n" in words.text or any(sign in words.text for sign in "@/\\|{}[]<>*_=~"):
        return False
    main = [token for token in tokens if token.lower_ not in stop_words() and token.tag_ != "POS"]
    if not main or not all(token.text[0].isupper() for token in main) or main[0].i != words.start:
        return False
    if name_key(words.text) in phrases_without_entity() or any(token.lower_ in calendar() for token in main):
        return False
    if len(tokens) == 1:
        return _is_unusual_capital(tokens[0])
    return not all(_proves_nothing(token) for token in main) and not (
        _opens(main[0]) and is_ordinary(main[0].text)
    )


def _is_unusual_capital(token: "Token") -> bool:
    """Whether a word alone is a name by its capital: not at the start of a sentence, and without an article."""
    word = token.text
    if (
        not word[:1].isupper()
        or len(word) < 2
        or not word.isalpha()
        or (word.isupper() and is_ordinary(word))
    ):
        return False
    if _proves_nothing(token) or token.lower_ in sentence_openers() or token.tag_ == "NNPS" or _opens(token):
        return False
    neighbours = [token.nbor(step) for step in (-1, 1) if 0 <= token.i + step < len(token.doc)]
    if any(other.text[:1].isupper() and other.pos_ in ("PROPN", "NOUN", "ADJ") for other in neighbours):
        return False
    if is_ordinary(word):
        return token.pos_ == "PROPN" and not any(
            child.dep_ in ("det", "poss", "amod") for child in token.children
        )
    return True


def _proves_nothing(token: "Token") -> bool:
    word = token.lower_
    return (
        word in no_names()
        or word.removesuffix("s") in no_names()
        or word in calendar()
        or word in stop_words()
    )


def _opens(token: "Token") -> bool:
    """Whether a word is the first one, or follows a colon, a dash or a quote."""
    return token.i == 0 or (token.nbor(-1).is_punct and token.nbor(-1).text not in (",", ")", "&", "-"))


def _is_no_word(token: "Token") -> bool:
    return not is_ordinary(token.text) and not is_possible_given_name(token.text) and token.pos_ in _NAME_TAGS


def _is_part(name: Named, other: Named) -> bool:
    return (
        other.start <= name.start
        and name.end <= other.end
        and name.end - name.start < other.end - other.start
    )


def _covers_known(name: Named, names: Sequence[Named], types: Mapping[str, EntityType]) -> bool:
    """Whether a longer name contains one that the graph or the lists know: "Ada Slack" is not a name."""
    inside = [other for other in names if _is_part(other, name)]
    return any(
        name_key(other.text) in types or (other.type and name_key(other.text) in listed()) for other in inside
    )


def _is_nominal(doc: "Doc", name: Named, types: Mapping[str, EntityType]) -> bool:
    """Whether the parse agrees that these words can be a name. A known, listed or typed name is one in any case."""
    key = name_key(name.text)
    if (
        name.type is not None
        or key in types
        or key in listed()
        or is_possible_given_name(name.text.split()[0])
    ):
        return True
    tokens = _tokens(doc, name)
    return not tokens or any(token.pos_ in _NAME_TAGS or token.ent_type_ for token in tokens)


def _tokens(doc: "Doc", name: Named) -> list["Token"]:
    return [token for token in doc if name.start <= token.idx < name.end]


def _typed(doc: "Doc", name: Named, types: Mapping[str, EntityType]) -> Named:
    """The name with its type by all evidence."""
    tokens = _tokens(doc, name)
    if not tokens:
        return name
    if name.type == "Person" and name_key(name.text) not in types and _is_house(tokens):
        return replace(name, type="Organization", gender=None)
    if _is_sure(name, types):
        is_person = name.type == "Place" and name_key(name.text) not in types and _by_role(tokens) == "Person"
        return replace(name, type="Person") if is_person else name
    is_identifier = looks_like_identifier(name.text)
    said = _by_role(tokens)
    entity = _TYPES.get(tokens[-1].ent_type_)
    if is_identifier and said in ("Person", "Place"):
        said = None
    type_ = said or name.type or _by_entity(name, tokens, entity, is_identifier=is_identifier)
    return replace(name, type=type_, gender=gender_of(name.text) if type_ == "Person" else name.gender)


def _is_house(tokens: Sequence["Token"]) -> bool:
    """Whether a name that looks like a person's is that of a house: "a porter at the King George"."""
    first, last = tokens[0], tokens[-1]
    if first.i < 2 or last.tag_ in ("NNS", "NNPS"):
        return False
    return first.nbor(-1).lower_ == "the" and first.nbor(-2).lower_ in ("at", "inside", "outside")


def _is_sure(name: Named, types: Mapping[str, EntityType]) -> bool:
    """Whether the type is known by the graph, a list, an honorific, a given name or the last word of the name."""
    key, words = name_key(name.text), name.text.lower().split()
    if name.type is None:
        return False
    is_listed = key in types or key in listed() or words[0] in HONORIFICS
    return (
        is_listed
        or (is_possible_given_name(words[0]) and name.type == "Person")
        or last_cues().get(words[-1]) == name.type
        or name.type == "Work"
    )


def _by_role(tokens: Sequence["Token"]) -> EntityType | None:
    """The type that the position of a name in its sentence shows."""
    root = next((t for t in tokens if t.head not in tokens), tokens[-1])
    head = root.head
    if (
        root.dep_ == "nsubj"
        and head.lemma_ == "feel"
        and head.doc[head.i + 1 : head.i + 3].text == "like home"
    ):
        return "Place"
    if root.dep_ == "nsubj" and head.lemma_ in _HUMAN:
        return "Person"
    if root.dep_ != "pobj":
        return None
    governor = head.head
    before = head.nbor(-1).lemma_ if head.i else ""
    around = {governor.lemma_, governor.head.lemma_, before}
    if head.lower_ in _WHERE and governor.lemma_ not in ("believe", "interest", "write", "code", "major"):
        is_place = root.ent_type_ in ("GPE", "LOC", "FAC") or governor.lemma_ in ("live", "stay", "bear")
        return "Place" if is_place else None
    if head.lower_ in _FROM_TO and around & _MOVES:
        is_moved = governor.dep_ == "dobj" or any(child.dep_ == "dobj" for child in governor.children)
        return None if is_moved and before not in _MOVES else "Place"
    if head.lower_ == "to" and governor.lemma_ in ("switch", "change", "convert", "upgrade", "subscribe"):
        return "Organization"
    if head.lower_ == "as" and before == "far":
        return "Place"
    if head.lower_ in ("at", "for") and around & _WORKS:
        return "Organization"
    if head.lower_ == "at" and governor.lemma_ in ("start", "begin", "volunteer"):
        return "Organization"
    # "I'm at Harlow Logistics": the parser takes most unknown names for those of people.
    is_unknown = tokens[-1].ent_type_ in ("PERSON", "ORG", "GPE") and not _has_possessive(tokens[-1])
    is_company = head.lower_ == "at" and is_unknown and (governor.lemma_ == "be" or governor.pos_ == "NOUN")
    return "Organization" if is_company else None


def _has_possessive(token: "Token") -> bool:
    return token.i + 1 < len(token.doc) and token.nbor(1).tag_ == "POS"


def _by_entity(
    name: Named, tokens: Sequence["Token"], entity: EntityType | None, *, is_identifier: bool
) -> EntityType | None:
    """The parser's own type, in cases in which it is usually right."""
    if entity is None or (is_identifier and entity in ("Person", "Place", "Organization")):
        return None
    if entity == "Organization" and " " not in name.text:
        return None
    if entity == "Person" and not all(t.text[:1].isupper() or t.is_punct for t in tokens):
        return None
    return entity if " " not in name.text or tokens[0].ent_type_ == tokens[-1].ent_type_ else None


def _agreed(names: Sequence[Named]) -> list[Named]:
    """The names. A name without a type gets the type of another occurrence of the same name."""
    seen: dict[str, EntityType] = {}
    for name in names:
        if name.type is not None:
            seen.setdefault(name_key(name.text), name.type)
    return [name if name.type else replace(name, type=seen.get(name_key(name.text))) for name in names]
