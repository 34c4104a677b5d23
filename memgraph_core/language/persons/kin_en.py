"""English kin: "my older sister Clara", "Ada's dog, Max,", "I have a brother named Tom", "a friend of mine"."""

import re
from collections.abc import Iterator
from dataclasses import replace

from memgraph_core.language.persons.given_names import gender_of, is_given_name
from memgraph_core.language.persons.kin import (
    Kin,
    KinWord,
    alternation,
    first_matches,
    kin_words,
    with_later_names,
    without_overlaps,
)
from memgraph_core.language.persons.kin_names_en import (
    CALLED,
    CUES,
    NAME,
    NO_OWNER,
    is_name,
    members_before,
    members_behind,
    name_next_to,
)
from memgraph_core.language.spans import Gender

_ORDER = CUES["order"]
_PLAIN = CUES["plain"]
_NO_ADJECTIVE = CUES["no_adjective"]
# Nouns after a kin word that make a compound: "my dog park", "our family trip".
_COMPOUND = alternation(CUES["compound"])
_HEADS = (
    r"(?:brother|sister|sibling|cousin|son|daughter|niece|nephew)s?"  # in "my kid brother" it is the brother
)
_ONE_OF = re.compile(r"\b[Oo]ne of $")
_PRONOUN = {"my": "I", "our": "I", "your": "you", "his": "he", "her": "she", "their": "they"}
_POSSESSIVES = {"mine": "I", "ours": "I", "yours": "you", "his": "he", "hers": "she", "theirs": "they"}
_SUBJECT = {"i": "I", "we": "I", "you": "you", "he": "he", "she": "she", "they": "they"}
# In "my 13-year-old lab" it is the animal.
_ANIMALS = alternation(form for form, word in kin_words("en").items() if word.is_pet)
_WORDS = alternation(kin_words("en"))
_ADJECTIVES = r"(?P<adjectives>(?:(?!(?:my|our|your|his|her|their) )[a-z\d][\w-]{0,15},? ){0,3}?)"
_KIN = rf"{_ADJECTIVES}(?P<word>{_WORDS})(?![\w-]|['’](?!s)| (?:{_COMPOUND}|{_HEADS}|{_ANIMALS})\b)"
_OWNED = re.compile(
    rf"(?<![\w'’-])(?:(?P<pronoun>[Mm]y|[Oo]ur|[Yy]our|[Hh]is|[Hh]er|[Tt]heir)|"
    rf"(?P<owner>{NAME}(?: {NAME})?)(?:['’]s|(?<=s)['’])) {_KIN}"
)
_OF_KIN = re.compile(rf"['’]s {_KIN}")  # my sister's husband
_OF = re.compile(
    rf"(?<![\w'’-])(?P<count>[Aa]n?|[Oo]ne|[Tt]wo|[Ss]ome|[Aa]nother|[Tt]he) {_KIN} of "
    rf"(?:(?P<mine>mine|ours|yours|his|hers|theirs)\b|(?P<owner>{NAME}(?: {NAME})?)(?:['’]s)?)"
)
_HAS = re.compile(
    rf"(?:(?<![\w'’-])(?:(?P<subject>[Ii]|[Ww]e|[Yy]ou|[Hh]e|[Ss]he|[Tt]hey)\b|(?P<owner>{NAME}))(?:['’](?:ve|s|d))?"
    rf"(?: (?:also|just|recently|only|already|both|actually|still|have|has|had)){{0,2}} |"
    rf"(?:^|(?<=[.!?;] ))(?:[Jj]ust |[Ss]till )?(?=[Gg]ot|[Aa]dopted|[Rr]escued))"
    rf"(?P<verb>(?i:have|has|had|got|get|adopted|rescued|own|owns|raise|raised|met|welcomed)|(?<=['’]ve )(?=an? |two |three ))"
    rf"(?: got)? ?(?:an?|this|one|two|three|four|five|several|some|many|another) {_KIN}(?!['’]s (?!name))"
)
_RELATED = frozenset(["SIBLING_OF", "CHILD_OF", "PARENT_OF", "RELATIVE_OF", "MARRIED_TO"])
_HAVING = frozenset(["have", "has", "had", "got"])
_ACQUIRING = CUES["getting"]
_BARE = re.compile(
    r"(?<![\w'’-])(?P<word>Mom|Mum|Mam|Mama|Dad|Daddy|Papa|Grandma|Grandpa|Granny|Gran|Grandad|Nana)\b(?!['’]s Day| [A-Z]|[!?]|,)"
)
# A relative or a partner of the speaker as the subject of a sentence without "my": "Wife's a nurse".
_BARE_SUBJECT = re.compile(
    r"(?:^|(?<=[.!?;:\n] ))(?P<word>(?i:wife|husband|hubby|boyfriend|girlfriend|bf|gf|fiancée?|partner|brother|sister"
    r"|son|daughter|mother|father|boss|flatmate|roommate|housemate|landlord|landlady))"
    r"(?=['’]s [a-z]|(?: [A-Z][a-z]+)? (?:(?:also|still|just|now|always|never|finally|already) )?(?:is|was|has|had|works?|lives?"
    r"|likes?|loves?|hates?|plays?|wants?|needs?|takes?|got|gets|went|goes|came|comes|moved|started|starts|turned|turns|bought|sold|lost|left"
    r"|made|makes|runs|teaches|studies|speaks|can['’]?t|won['’]?t|doesn['’]?t|isn['’]?t|thinks|says|said|told|gave|can|will)\b)"
)
_OTHERS = re.compile(rf"\b(?:he|she|they|his|her|their)\b|['’]s\b|\b(?:my|our) (?:{_WORDS})\b", re.IGNORECASE)
_MAX_BEFORE = 120  # characters before such a subject that may be about somebody else
_BEFORE_BARE = re.compile(r"(?:^|[.!?;:,]|\b[a-z]{1,14})\s{1,3}$")
# "The kids" as the subject of these verbs usually means the speaker's own children.
_THE_KIDS = re.compile(
    r"\b[Tt]he (?:kids|kiddos)(?= (?:and [Ii]|loved?|likes?|liked|enjoy(?:ed)?|had|have|are"
    r"|were|got|went|really|always|also|both|all|can['’]t|started|want|wanted|made|played|keep|kept|came|said|did|thought|were)\b)"
)
_PETS = alternation(form for form, word in kin_words("en").items() if word.is_pet and not word.plural)
# "The cat's called Mog" at the beginning of a turn usually means the speaker's own cat.
_THE_PET = re.compile(
    rf"^\W*(?:(?:oh|btw|by the way|also|so|and|hey|hi),? )*[Tt]he (?:\w+ )?(?P<word>{_PETS})(?=['’]s| is| was|,? called)"
)
_OPENS = re.compile(r"(?:^|[.!?;:,—–-] ?|\b(?:and|but|so|because|when|that) )$", re.IGNORECASE)
# "called me Nana"
_CALLED_SO = re.compile(r"\b(?:call|calls|called|calling) (?:me|us|you|him|her|them|it) $", re.I)

_PRONOUN_AND_AGE = re.compile(
    rf"(?<![\w'’-])(?P<subject>[Hh]e|[Ss]he)(?:['’]s| is) (?:now )?\d{{1,2}}(?: now)?, (?P<name>{NAME})(?=\s*(?:[.!;]|$))"
)
_NAME_STATEMENT = re.compile(
    rf"(?<![\w'’-])(?:(?P<whose>[Hh]is|[Hh]er|[Ii]ts|[Tt]heir) (?:full |first |real )?name(?:['’]s| is| was)|"
    rf"(?P<subject>[Hh]e|[Ss]he|[Ii]t)(?:['’]s| is| was) (?:called|named)) (?P<name>{NAME})"
)
_WE_NAMED = re.compile(
    r"(?<![\w'’-])(?:[Ii]|[Ww]e)(?:['’]ve)? (?:named|called|decided to name|decided to call) "
    rf"(?P<child>him|her|it|them) (?P<name>{NAME})"
)
_PRONOUN_OWNERS: dict[str, tuple[str, Gender | None]] = {
    "his": ("he", "m"), "he": ("he", "m"), "him": ("he", "m"), "her": ("she", "f"), "she": ("she", "f"),
    "their": ("they", None), "them": ("they", None), "its": ("it", None), "it": ("it", None),
}  # fmt: skip


def kin_in_english(text: str) -> list[Kin]:
    """The kin in an English text, sorted by start, without overlaps."""
    spoken = without_overlaps([*_owned(text), *_of(text), *_had(text)])
    covered = [(k.start, k.end) for k in spoken]
    bare = [k for k in _bare(text) if not any(s <= k.start < e for s, e in covered[-200:])]
    return with_later_names(without_overlaps([*spoken, *bare, *_with_stated_names(text)]))


def _owned(text: str) -> Iterator[Kin]:
    for match in first_matches(_OWNED, text):
        owner = _PRONOUN[match["pronoun"].lower()] if match["pronoun"] else _owner(match["owner"])
        order = _order(match["adjectives"], _word(match))
        if owner is not None and order is not None:
            yield _kin_of_kin(text, _kin(text, match, owner, order, match.end("word")))


def _of(text: str) -> Iterator[Kin]:
    for match in first_matches(_OF, text):
        owner = _POSSESSIVES[match["mine"]] if match["mine"] else _owner(match["owner"])
        order = _order(match["adjectives"], _word(match))
        definite = match["count"].lower() == "the"
        # With "the", only before a given name: "the mother of Tom", but not "the son of God".
        if owner is not None and order is not None and (not definite or is_given_name(owner)):
            yield _kin(text, match, owner, order, match.end())


def _had(text: str) -> Iterator[Kin]:
    for match in first_matches(_HAS, text):
        word, order = _word(match), _order(match["adjectives"], _word(match))
        owner = _owner(match["owner"]) if match["owner"] else _SUBJECT[(match["subject"] or "I").lower()]
        allowed = _ACQUIRING if word.is_pet else _HAVING
        if (
            owner is None
            or order is None
            or (match["verb"].lower() or "have") not in allowed
            or word.word == "family"
        ):
            continue
        yield _kin(
            text, match, owner, order, match.end("word"), begins=match.end("verb") + bool(match["verb"])
        )


def _bare(text: str) -> Iterator[Kin]:
    """Mom, Dad … as the speaker's own parents, if it is not an address; a pet that is only named; and "the kids"."""
    for match in first_matches(_BARE, text):
        before = text[max(0, match.start() - 16) : match.start()]
        if _CALLED_SO.search(before):
            continue
        if before and not _BEFORE_BARE.search(before):
            continue
        yield _kin(text, match, "I", "", match.end("word"))
    for match in first_matches(_BARE_SUBJECT, text):
        if not _OTHERS.search(text, max(0, match.start() - _MAX_BEFORE), match.start()):
            yield _kin(text, match, "I", "", match.end("word"))
    if (match := _THE_PET.match(text)) and (called := CALLED.match(text, match.end())):
        word = kin_words("en")[match["word"]]
        yield Kin(
            start=match.start("word"), end=match.end(), owner="I", word=word.word, relation=word.relation,
            name=called["name"], type=word.type, assumed=True,
        )  # fmt: skip
    for match in first_matches(_THE_KIDS, text):
        if _OPENS.search(text[max(0, match.start() - 9) : match.start()]):
            yield Kin(
                start=match.start(), end=match.end(), owner="I", word="children", relation="PARENT_OF", plural=True,
            )  # fmt: skip


def _with_stated_names(text: str) -> Iterator[Kin]:
    """Names that are stated for somebody mentioned before: "Her name is Clara"."""
    patterns = (
        (_NAME_STATEMENT, ("whose", "subject")),
        (_WE_NAMED, ("child",)),
        (_PRONOUN_AND_AGE, ("subject",)),
    )
    for pattern, group in patterns:
        for match in first_matches(pattern, text):
            place = next(g for g in group if match[g])
            owner, gender = _PRONOUN_OWNERS[match[place].lower()]
            if is_name(match["name"]) and (
                pattern is not _PRONOUN_AND_AGE or gender_of(match["name"]) == gender
            ):
                yield Kin(
                    start=match.start(place), end=match.end(place), owner=owner, word="", relation="NAMED",
                    name=match["name"], gender=gender, identifies=True,
                )  # fmt: skip


def _kin(text: str, match: re.Match[str], owner: str, order: str, end: int, begins: int | None = None) -> Kin:
    word, start = _word(match), match.start() if begins is None else begins
    name, members, end = None, (), end
    if word.plural:
        members, end = members_behind(text, end)
        members = members or members_before(text, start)
    else:
        name, end = name_next_to(text, start, end, word)
    gender = word.gender or (gender_of(name) if name and not word.is_pet else None)
    return Kin(
        start=start, end=end, owner=owner, word=word.word, relation=word.relation, name=name, gender=gender,
        plural=word.plural, type=word.type, order=order, members=members,
        former=bool(name) and _is_former(text, start, end),
    )  # fmt: skip


def _is_former(text: str, start: int, end: int) -> bool:
    """Whether a kin beside its name is in the past: "my boss was Ann", "Ann, who was my boss"."""
    return text.endswith((" was ", " was also "), 0, start) or text.startswith(" was ", end)


def _kin_of_kin(text: str, kin: Kin) -> Kin:
    """`my sister's husband` as one kin. If the first kin has a name or is a plural, it is returned unchanged."""
    match = _OF_KIN.match(text, kin.end)
    if (
        match is None
        or (kin.name and not _is_named_before(text, kin))
        or kin.plural
        or (order := _order(match["adjectives"], _word(match))) is None
    ):
        return kin
    word = _word(match)
    related = {kin.relation, word.relation} <= _RELATED
    called = f"{kin.called}'s {order} {word.word}" if order else f"{kin.called}'s {word.word}"
    name, end = (None, match.end()) if word.plural else name_next_to(text, kin.start, match.end(), word)
    if name is not None and not related and end == match.end():
        name = None  # "my sister's dentist is Dr. Cho": she knows him
    return Kin(
        start=kin.start, end=end, owner=kin.owner, word=called, name=name,
        relation="RELATIVE_OF" if related else "KNOWS", gender=word.gender, plural=word.plural, type=word.type,
    )  # fmt: skip


def _is_named_before(text: str, kin: Kin) -> bool:
    """Whether the name of a kin is before its words: it may be the name of a kin of this kin, "Moira's my mum's sister"."""
    return kin.name is not None and kin.name not in text[kin.start : kin.end]


def _word(match: re.Match[str]) -> KinWord:
    """The kin word of a match; the singular for "one of my friends"."""
    word = kin_words("en")[match["word"].lower()]
    if not word.plural or not _ONE_OF.search(match.string, max(0, match.start() - 8), match.start()):
        return word
    single = "child" if word.word == "children" else word.word.removesuffix("s")
    return replace(word, word=single, plural=False)


def _order(adjectives: str, word: KinWord) -> str | None:
    """The adjectives that distinguish several kin. None if the words before the kin word are not adjectives."""
    kept: list[str] = []
    unknown = 0
    for adjective in adjectives.replace(",", " ").split():
        if adjective in _ORDER:
            kept.append(adjective)
        elif adjective in _PLAIN or adjective.endswith("-old"):
            continue
        elif adjective in _NO_ADJECTIVE or word.relation in ("CHILD_OF", "SIBLING_OF"):
            return None
        else:
            unknown += 1
            if word.relation == "KNOWS":  # "my yoga teacher" and "my piano teacher" are two people
                kept.append(adjective)
    return " ".join(kept) if unknown <= 1 else None


def _owner(name: str) -> str | None:
    """The name of an owner. None if the words are not a name."""
    words = name.split()
    while words and (words[0].lower() in NO_OWNER or not is_name(words[0])):
        words = words[1:]
    return " ".join(words) or None
