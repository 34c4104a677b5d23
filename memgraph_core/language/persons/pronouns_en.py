"""English pronouns, and the cues around them that restrict their antecedents."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise

from memgraph_core.language.naming.capitals import is_ordinary
from memgraph_core.language.persons.antecedents import (
    Candidate,
    PronounRules,
    TurnMentions,
    TurnStructure,
    candidates_in,
)
from memgraph_core.language.persons.kin import alternation, kin_words
from memgraph_core.language.spans import Gender
from memgraph_core.language.timing.calendar import MONTHS, WEEKDAYS
from memgraph_core.language.word_lists import groups_of

_PRONOUN = re.compile(
    r"(?<![\w'’@#/-])(?:I|i|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Yy]ou|[Yy]ours?|[Yy]ourself|[Hh]e|[Hh]im|[Hh]is|[Hh]imself|[Ss]he|[Hh]er|"
    r"[Hh]ers|[Hh]erself|[Tt]hey|[Tt]hem|[Tt]heirs?|[Tt]hemselves|[Ww]e|[Uu]s|[Oo]urs?|[Oo]urselves|HE|SHE|_THEY|YOU|MY)(?![\w@/-])(?!\.\w)"
)
_FIRST = frozenset(["i", "me", "my", "mine", "myself"])
_SECOND = frozenset(["you", "your", "yours", "yourself"])
_WE = frozenset(["we", "us", "our", "ours", "ourselves"])
_THEY = frozenset(["they", "them", "their", "theirs", "themselves"])
_GENDERS: dict[str, Gender] = {
    **dict.fromkeys(("he", "him", "his", "himself"), "m"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "f"),
}
_OBJECTS = frozenset(["him", "them"])

# In these contexts "you" means people in general, or it is not an address.
_GENERIC_YOU_BEFORE = re.compile(
    r"(?:\bthank|\bthanks? to|\b(?:when|whenever|where|wherever|once|makes?|helps?|lets?|reminds?|gives?|teaches|"
    r"see|bless|love))\s$",
    re.I,
)
_GENERIC_YOU_AFTER = re.compile(
    r"you(?: know\b|['’]ll never|['’]d never| guys| all\b| see,| never know| can never| can['’]?t help| two\b|"
    r" both\b| only live)",
    re.I,
)
_SINCE_LAST = re.compile(
    r"(?:we|We)(?:['’]ve)? (?:last |both )?(?:spoke|talked|chatted|met|caught up|saw each other|texted)\b"
)
_OUR_LAST = re.compile(r"[Oo]ur last (?:chat|talk|conversation|call|catch[- ]?up|meeting)\b")
_SINCE = re.compile(r"\b(?:since|last time|when|time)\s$", re.I)
_AND_I = re.compile(r"^(?:,? and|,? &) (?:I|me|myself)\b")
_CALLING = re.compile(
    r"(?:^|\b)(?:hey|hi|hello|thanks|thank you|sorry|about you|dear|wow|yes|yeah|ok|okay),? $", re.I
)
_APPOSITION = re.compile(r",? (?:named |called |is )?$")
_GENERIC = frozenset(["guy", "man", "woman", "lady", "girl", "boy", "kid", "dude", "dog", "cat"])
_I_AND = re.compile(r"\b(?:[Mm]e|I|[Mm]yself) and $")
_QUOTED = re.compile(r"[\"“][^\"”\n]{1,600}[\"”]")
_NUMERAL = re.compile(r"(?:War|Part|Chapter|Act|Volume|Vol\.|Phase|Season|Type|Elizabeth|Charles|James)\s$")

_SENTENCE_END = re.compile(r"[.!?]+[\"'”’)]*(?=\s|$)|\n+")
_TITLE = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|St)\.$")
_CLAUSE_END = re.compile(
    r"[,;:()\n]|[.!?](?=\s|$)|\s[-–—]\s|\b(?:and|but|because|so|when|while|if|that|who|which|where|until|after|before|since|as|although|though|then|said|says|thinks?|knows?)\b"
)
_APPOSED = re.compile(r", ")  # my sister, she …
_LISTED = re.compile(r",? (?P<last>and|&) |, ")
_LIKE = re.compile(r"(?:\blike|\bare|['’]re) $")  # "they are like my family" is a comparison
_WHERE = re.compile(r"\b(?:from|in|at|near) $")  # before a name of unknown type: more probably a place
_MOTION = re.compile(
    r"\b(?:made it|moved?|moving|dr[oi]v(?:e|en|ing)|fl(?:ew|y|ying|own)|trip|way)(?: (?:up|down|over|out|across|back))? to $",
    re.I,
)
_ARTICLE = re.compile(r"\b(?:[Aa]n?|[Tt]he) (?:[a-z-]+ )?$")
_COMPOUND = re.compile(r" (?P<noun>[a-z]+)\b")
_TITLED = re.compile(r"(?:Mr|Mrs|Ms|Miss|Dr|Prof)\b")
_CALLS = re.compile(r"\b(?:nam(?:e|es|ed|ing)|call(?:s|ed|ing)?|christen(?:s|ed|ing)?) $", re.IGNORECASE)
_NAME = re.compile(r" (?P<name>[A-Z]\w+)")
_NAME_GIVEN = re.compile(
    r" (?:full |first |real |actual )?name(?:['’]s| is| was|,) (?P<name>[A-Z][\w'’-]*\w)"
)
# After the owner of a person or a pet: "Ruth's friend Jo lives in Hull". Before such a person, from the beginning of the clause.
_OWNER = re.compile(rf"['’]s (?:[a-z-]+ )?(?:{alternation(kin_words('en'))})\b")
_OWNED = re.compile(
    r"(?:^|[.!?,;:\n] |\b(?:and|but|so) )(?:(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir) [a-z-]+ )?"
    r"(?:[A-Z][\w-]+|[a-z-]+)['’]s (?:[a-z-]+ ){0,2}$"
)
_FIRST_WORD = re.compile(
    r"(?:(?<=[.!?,;:] )|(?<=\n)|^)(?!I\b|You|He|She|It|They|We|What|Who|How|There|Here|Nobody|Everyone|Everybody|Someone|Somebody)"
    r"[A-Z][a-z]+(?<!ing)(?![\w-])"
)
_MAX_GROUP = 4  # names before the last one of a list
_STARTS = re.compile(
    r"(?:^|[.!?,;:\n–—-]|\b(?:and|but|so|because|when|while|that|if|then|where|since|after|before|yesterday|today|actually|also|well|oh"
    r"|thinks?|says?|said|reckons?))\s*$",
    re.I,
)
_VERB = re.compile(
    r"(?:['’](?:s|ll|d) |,? who)|\s(?:\w{2,10}ly |also |just |still |always |never |even |now )?"
    r"(?:(?:is|are|was|were|has|have|had|do|wo|would|ca|could|does|did)n['’]t|is|are|was|were|has|have|had|do|will|would|can|could|"
    r"does|did|might|got|went|said|told|came|gave|made|took|lost|won|"
    r"left|found|bought|saw|met|knew|thought|felt|heard|kept|ran|wrote|drove|taught|brought|sent|spent|paid|built|ate|began|broke|fell|flew|forgot|"
    r"grew|hit|hurt|led|let|put|sang|sat|slept|spoke|stood|threw|wore|loves?|likes?|wants?|[a-z]{2,12}(?:ed|es|s))\b"
)
_CUES = groups_of("pronoun_cues_en")
_NOUNS = groups_of("noun_classes_en")
_PERSON_WORDS: dict[str, Gender | None] = {
    **dict.fromkeys((*_NOUNS["occupation"], *_NOUNS["appointed_with"]), None),
    **dict.fromkeys(_CUES["somebody"], None),
    **dict.fromkeys(_CUES["f"], "f"),
    **dict.fromkeys(_CUES["m"], "m"),
}
_NEW = re.compile(
    rf"\b(?P<which>[Aa]n?|[Tt]his|[Tt]hat|[Ss]ome|[Aa]nother|[Oo]ne|[Tt]he)(?: (?!of )[a-z][a-z-]{{1,14}}){{0,2}}? "
    rf"(?P<word>{alternation(_PERSON_WORDS)})\b(?! (?:who )?of (?:mine|hers|his|ours))"
)
_SOMEONE = re.compile(
    r"\b(?:some(?:one|body)|every(?:one|body)|nobody|no one|any(?:one|body)|whoever|each of (?:us|them))\b",
    re.IGNORECASE,
)
# A relative without an owner, in small letters: "dad would have loved this".
_RELATIVE = re.compile(
    r"\b(?:(?P<f>mum|mom|mam|mummy|mommy|gran|nan|nana|granny|grandma)|(?P<m>dad|daddy|granda|grandad|grandpa|papa))\b"
)
# Unnamed plurals: "they" may mean these, so they compete with the named groups.
_PLURAL = (
    r"(?!(?:this|was|is|has|as|us|always|days|weeks|months|years|hours|minutes|times|things|ways|plans)\b)"
    r"[a-z]{2,14}[^\Wsaiou\d_]s\b"
)
_SEVERAL = re.compile(
    r"\b(?:[Tt]he|[Tt]h[eo]se|[Ss]ome|[Mm]any|[Ff]ew|[Ss]everal|[Aa]ll|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Mm]y|[Yy]our|[Oo]ur|"
    rf"[Oo]ther|[Ll]ots of|[Mm]ore|[Nn]ew)(?: [a-z][a-z-]{{1,14}}){{0,2}}? (?:people|children|folks|men|women|{_PLURAL})"
    rf"|\b(?:of|with|about|like|and|or|enjoy|love|for) {_PLURAL}|(?:(?<=[.!?] )|^)(?!Thanks|Yes)[A-Z]{_PLURAL}(?= [a-z])"
    r"|\b(?:[Pp]eople|[Kk]ids|[Ss]tudents|[Ee]veryone|[Ee]verybody|[Ff]olks)\b"
    r"|\b(?:[Aa]n?|[Tt]he|[Mm]y|[Tt]his|[Oo]ur)(?: [a-z][a-z-]{1,14}){0,2}? "
    r"(?:team|company|agency|community|band|group|staff|shelter|school|city|government|club|firm|store|shop|hospital|police|organization)\b"
)
# Words that are not nouns. Before them "her" is an object.
_NO_NOUN = _CUES["no_noun"] | {*MONTHS, *WEEKDAYS, *(f"{day}s" for day in WEEKDAYS)}
_NEXT_WORD = re.compile(r"\s(\w[\w-]*)")


@lru_cache(maxsize=32)  # a turn is used again as one of the four earlier turns of the next ones
def structure_of(mentions: TurnMentions) -> TurnStructure:
    """The structure of an English turn."""
    text = mentions.text
    sentences = _sentence_ends(text)
    clauses = tuple(match.end() for match in _CLAUSE_END.finditer(text))
    typed = {span.start for span in mentions.spans if span.type == "Person"}
    people = [
        _with_subject(text, c)
        for c in candidates_in(text, mentions.spans, _pets())
        if not _is_no_antecedent(text, c, is_person=c.start in typed)
    ]
    people = _with_description(text, people)
    found = [*people, *_groups(text, people), *_unnamed(text, people), *_unknown_names(text, people)]
    genders = frozenset(_gender_code(m[0].lower()) for m in _PRONOUN.finditer(text))
    return TurnStructure(tuple(sorted(found, key=lambda c: (c.start, c.end))), sentences, clauses, genders)


def _quotes(text: str) -> list[tuple[int, int]]:
    """The quoted ranges. In them "I" and "you" are not the speaker and the addressee."""
    return [match.span() for match in _QUOTED.finditer(text)]


def _is_generic_you(text: str, start: int) -> bool:
    """Whether a "you" means people in general."""
    return bool(
        _GENERIC_YOU_BEFORE.search(text, max(0, start - 12), start) or _GENERIC_YOU_AFTER.match(text, start)
    )


def _is_numeral(text: str, start: int) -> bool:
    """Whether an "I" is a Roman number: World War I."""
    return bool(_NUMERAL.search(text, max(0, start - 12), start))


def _is_object(text: str, pronoun: str, start: int, end: int) -> bool:
    """Whether a pronoun is an object in its clause."""
    return pronoun in _OBJECTS or (pronoun == "her" and not is_possessive(text, pronoun, end))


def is_possessive(text: str, pronoun: str, end: int) -> bool:
    """Whether a pronoun is a possessive before a noun. "Her" can also be an object."""
    if pronoun in ("his", "their"):
        return bool(_NEXT_WORD.match(text, end))
    following = _NEXT_WORD.match(text, end) if pronoun == "her" else None
    return following is not None and following[1].lower() not in _NO_NOUN


def _is_both_speakers(text: str, start: int) -> bool:
    """Whether a "we" means speaker and addressee: "since we last spoke"."""
    return bool(
        _OUR_LAST.match(text, start)
        or (_SINCE_LAST.match(text, start) and _SINCE.search(text, max(0, start - 12), start))
    )


def _is_with_speaker(text: str, candidate: Candidate) -> bool:
    """Whether somebody is named together with the speaker: "Tom and I", "me and my wife"."""
    before = text[max(0, candidate.start - 12) : candidate.start]
    return bool(_AND_I.match(text[candidate.end : candidate.end + 12]) or _I_AND.search(before))


def _sentence_ends(text: str) -> tuple[int, ...]:
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    kept = [end for end in ends if not _TITLE.search(text, max(0, end - 6), end)]
    return tuple(kept)


def _is_no_antecedent(text: str, candidate: Candidate, *, is_person: bool) -> bool:
    before = text[max(0, candidate.start - 24) : candidate.start]
    if candidate.plural:
        return _LIKE.search(before) is not None or _is_addressed(text, candidate)
    is_place = _MOTION.search(before) or (not is_person and _WHERE.search(before))
    is_denied = before.lower().endswith(("not ", "n't ", "n’t "))  # "Not Sara, Zara. She's the cousin"
    return (
        bool(is_place or is_denied)
        or _is_no_name(text, candidate, before, is_person=is_person)
        or _is_addressed(text, candidate)
    )


def _is_no_name(text: str, candidate: Candidate, before: str, *, is_person: bool) -> bool:
    """Whether the words of a candidate are a kind or a family: "class", "a Finn", "the Hendersons", "Lupin flour"."""
    name = candidate.name
    if "'s " in name or _TITLED.match(name):
        return False
    noun = None if is_person or candidate.gender else _COMPOUND.match(text, candidate.end)
    is_compound = noun and noun["noun"] not in _NO_NOUN and not _VERB.match(text, candidate.end)
    has_article = _ARTICLE.search(before) or text[candidate.start :][:4].lower() == "the "
    return bool(name.islower() or has_article or is_compound)


def name_given(text: str, start: int, end: int) -> str | None:
    """The name that the person of a pronoun gets there: "his name is Toby", "we called him Toby"."""
    is_called = _CALLS.search(text, max(0, start - 20), start) is not None
    found = (_NAME if is_called else _NAME_GIVEN).match(text, end)
    return found["name"] if found else None


def _is_addressed(text: str, candidate: Candidate) -> bool:
    """Whether a name is an address ("What about you, Ben?"). Nobody is spoken about there."""
    before, after = (
        text[max(0, candidate.start - 14) : candidate.start],
        text[candidate.end : candidate.end + 2],
    )
    if _CALLING.search(before):
        return after[:1] in ("", ",", "!", "?", ".", "…")
    return bool(before.endswith(", ") and after[:1] in ("?", "!"))


_ASKED = re.compile(
    r"\b(?:how|where|what|who|when)(?:['’]s|['’]re| is| are| was| did| does| do| has| about)(?: (?:my|your|our|the))? $",
    re.I,
)


def _with_subject(text: str, candidate: Candidate) -> Candidate:
    if _ASKED.search(text, max(0, candidate.start - 20), candidate.start):
        return replace(candidate, subject=True)  # the answer to "how's Milo?" is about Milo
    before = text[max(0, candidate.start - 60) : candidate.start]
    starts = _STARTS.search(before[-14:]) is not None or _OWNED.search(before) is not None
    if _OWNER.match(text, candidate.end):
        return candidate
    behind = candidate.end + text.startswith(",", candidate.end)  # "her boss, Dr. Oh, cried"
    if not starts or not _VERB.match(text, behind):
        return candidate
    return replace(candidate, subject=True)


def _groups(text: str, people: Sequence[Candidate]) -> Iterator[Candidate]:
    """Lists of names as one plural candidate: "Max, Tom and Clara"."""
    run: list[Candidate] = []
    for person, next_person in pairwise(people):
        run = [*run[-_MAX_GROUP:], person] if run else [person]
        separator = (
            _LISTED.fullmatch(text, person.end, next_person.start)
            if person.end <= next_person.start <= person.end + 7
            else None
        )
        if not separator or not person.name or not next_person.name or person.doubtful:
            run = []
        elif separator["last"]:
            names = _listed([c.name for c in (*run, next_person)])
            yield _with_subject(text, Candidate(names, run[0].start, next_person.end, plural=True))
            run = []


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _unnamed(text: str, people: Sequence[Candidate]) -> Iterator[Candidate]:
    """Unnamed people ("a little girl", "someone") and unnamed plurals ("the students")."""
    starts, taken = [c.start for c in people], [(c.start, c.end) for c in people]
    for match in _NEW.finditer(text):
        count = bisect_right(starts, match.start())
        # In "It is all about Tom. The guy …" the guy is Tom.
        is_known = match["which"].lower() == "the" and match["word"] in _GENERIC and count > 0
        if not is_known and not _overlaps(starts, taken, match.span()):
            yield _with_subject(text, Candidate("", *match.span(), gender=_PERSON_WORDS[match["word"]]))
    for match in _SOMEONE.finditer(text):
        yield _with_subject(text, Candidate("", *match.span()))
    for match in _RELATIVE.finditer(text):
        if not _overlaps(starts, taken, match.span()):
            yield _with_subject(text, Candidate("", *match.span(), gender="f" if match["f"] else "m"))
    for match in _SEVERAL.finditer(text):
        if not _overlaps(starts, taken, match.span()):
            yield Candidate("", *match.span(), plural=True)


def _unknown_names(text: str, people: Sequence[Candidate]) -> Iterator[Candidate]:
    """Words that may be unknown names, because they begin a sentence as its subject: "Noor's still on her own"."""
    starts, taken = [c.start for c in people], [(c.start, c.end) for c in people]
    for match in _FIRST_WORD.finditer(text):
        is_word = is_ordinary(match[0]) or match[0].lower() in _NO_NOUN
        if not is_word and _VERB.match(text, match.end()) and not _overlaps(starts, taken, match.span()):
            yield Candidate("", *match.span(), subject=True)


def _with_description(text: str, people: Sequence[Candidate]) -> list[Candidate]:
    """The people, with the description before a name added to it: "this kind woman, Ines," is one female candidate."""
    found: list[Candidate] = []
    for person in people:
        before = text[max(0, person.start - 60) : person.start]
        descriptions = [m for m in _NEW.finditer(before) if _APPOSITION.fullmatch(before, m.end())]
        descriptions += [m for m in _SOMEONE.finditer(before) if _APPOSITION.fullmatch(before, m.end())]
        if descriptions and person.name and not person.plural:
            start = person.start - len(before) + descriptions[-1].start()
            gender = person.gender or (
                _PERSON_WORDS[descriptions[-1]["word"]] if "word" in descriptions[-1].re.groupindex else None
            )
            person = replace(person, start=start, gender=gender, doubtful=False)
        found.append(person)
    return found


def _overlaps(starts: Sequence[int], taken: Sequence[tuple[int, int]], span: tuple[int, int]) -> bool:
    count = bisect_right(starts, span[1])
    return any(start < span[1] and span[0] < end for start, end in taken[max(0, count - 3) : count])


def _gender_code(pronoun: str) -> str:
    return "p" if pronoun in _THEY else _GENDERS.get(pronoun, "")


@cache
def _pets() -> tuple[str, ...]:
    return tuple(form for form, word in kin_words("en").items() if word.is_pet)


def _join_names(one: str, other: str) -> str:
    return f"{one} and {other}"


ENGLISH = PronounRules(
    pronoun=_PRONOUN, first=_FIRST, second=_SECOND, we=_WE, they=_THEY, genders=_GENDERS, structure_of=structure_of,
    quotes=_quotes, is_generic_you=_is_generic_you, is_numeral=_is_numeral, is_object=_is_object,
    is_both_speakers=_is_both_speakers, apposed=_APPOSED, is_with_speaker=_is_with_speaker, join_names=_join_names,
    is_strict=True, is_possessive=is_possessive, name_given=name_given,
)  # fmt: skip
