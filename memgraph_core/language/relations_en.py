"""English relation phrases: a table of triggers, and what makes subjects and objects of the words around them."""

import re

from memgraph_core.language.entities import is_calendar_word, without_openers
from memgraph_core.language.scripts import CAPITAL
from memgraph_core.language.vocabulary import VOCABULARY, Phrase

# The parts that patterns are made of. Lengths are bounded so that no text, however odd, takes long.
_NAME_WORD = rf"(?!I\b)[{CAPITAL}][\w'’\-]{{0,40}}"
_NAME = rf"(?<![\w'’\-]){_NAME_WORD}(?: (?:(?:of|the|de|van|von) )?{_NAME_WORD}){{0,3}}"
_KIN = (
    r"(?:sister|brother|mother|mom|mum|father|dad|son|daughter|cousin|aunt|uncle|niece|nephew|grandmother|grandma"
    r"|grandfather|grandpa|sister-in-law|brother-in-law)"
)
_SPOUSE = r"(?:husband|wife|spouse)"
_FRIEND = r"(?:best friend|friend|colleague|coworker|boss|roommate|flatmate|neighbou?r)"
_ANY_KIN = rf"(?:{_KIN}|{_SPOUSE}|{_FRIEND}|partner|boyfriend|girlfriend|fianc[eé]e?)"
_OUR_KIN = rf"\b(?:[Mm]y|[Oo]ur) (?:\w{{1,20}} )?{_ANY_KIN},? "
_SUBJECT = rf"(?P<s>\b(?:I|we|We)\b|{_OUR_KIN}{_NAME}|{_NAME})"
_ADVERB = r"(?:,? (?:just|now|also|still|really|finally|recently|currently|actually|already|always|both|absolutely)){0,3}"
_BE = r"(?:['’](?:m|re|s|ve been|s been)| am| are| is| have been| has been| been)"
_WAS = r"(?: was| were)"
_HAVE = r"(?:['’]ve|['’]s| have| has)?"
_BE_OR_HAVE = rf"{_BE}?{_HAVE}{_ADVERB}"
_PLACE = rf"(?:the )?(?P<o>{_NAME})"
_THING = r"(?P<o>[\w'’\-]{1,40}(?: [\w'’\-]{1,40}){0,3})"
_WORDS = r"(?: \w{1,30})"
_NOT = r"(?: do not| does not| don['’]t| doesn['’]t| am not| is not|['’]m not|['’]s not| isn['’]t)"


def _pattern(trigger: str, object_: str = _PLACE) -> re.Pattern[str]:
    return re.compile(rf"{_SUBJECT}{trigger} {object_}")


# Statements that something holds: relation, trigger between subject and object.
_HOLDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("LIVES_IN", _pattern(rf"{_BE_OR_HAVE} (?:live|lives|living|settled)(?: here)? in")),
    ("LIVES_IN", _pattern(rf"(?:['’]ve|['’]s| have| has){_ADVERB} lived(?: here)? in")),
    ("LIVES_IN", _pattern(rf"{_BE_OR_HAVE} (?:moved|relocated|moving)(?: back| over| out)?{_ADVERB} to")),
    ("LIVES_IN", _pattern(rf"(?:['’]m|['’]re| am| are){_ADVERB} in", rf"{_PLACE} (?:since|now)\b")),
    ("WORKS_AT", _pattern(rf"{_BE_OR_HAVE} (?:work|works|working){_WORDS}{{0,3}}? (?:at|for)")),
    ("WORKS_AT", _pattern(rf"(?:['’]ve|['’]s| have| has){_ADVERB} worked{_WORDS}{{0,3}}? (?:at|for)")),
    ("WORKS_AT", _pattern(rf"{_HAVE}{_ADVERB} (?:joined|join|joins)")),
    ("WORKS_AT", _pattern(rf"{_HAVE}{_ADVERB} (?:started|start|starts)(?: work| working)? at")),
    (
        "WORKS_AT",
        _pattern(
            rf"{_HAVE}{_ADVERB} (?:started|start|starts|got|found|took){_WORDS}{{0,3}}"
            rf" (?:job|position|role|post|internship){_WORDS}{{0,3}} (?:at|with)"
        ),
    ),
    (
        "STUDIES_AT",
        _pattern(rf"{_BE_OR_HAVE} (?:study|studies|studying|enrolled){_WORDS}{{0,3}} (?:at|in the)"),
    ),
    ("MARRIED_TO", _pattern(rf"{_BE_OR_HAVE}{_WAS}?(?: got| getting)? married(?: to)?")),
    ("BORN_IN", _pattern(r"(?:['’]s| was| were) born in")),
    (
        "LOCATED_IN",
        _pattern(
            rf"(?:['’]s| is| are| has| have|['’]ve){_WORDS}{{0,4}} (?:located|headquartered|based|office) in"
        ),
    ),
    (
        "LOCATED_IN",
        _pattern(
            rf"(?:['’]s)?{_WORDS}{{0,3}} (?:head office|headquarters|office)s?(?: is| are|{_WORDS}){{0,3}} (?:in|to)"
        ),
    ),
    (
        "LOCATED_IN",
        _pattern(rf"{_WORDS}{{0,2}} moved (?:their|its) (?:head )?(?:office|headquarters){_WORDS}? to"),
    ),
    ("ALLERGIC_TO", _pattern(rf"(?:{_BE}|{_WAS}){_ADVERB}{_WORDS}? allergic to", _THING)),
    (
        "DISLIKES",
        _pattern(rf"{_ADVERB} (?:hates?|can['’]t stand|dislikes?|don['’]t like|doesn['’]t like)", _THING),
    ),
    ("LIKES", _pattern(rf"{_ADVERB} (?:loves?|likes?|enjoys?|adores?|prefers?)", _THING)),
    ("LIKES", _pattern(r"(?:['’]m| am| is)(?: really)? into", _THING)),
    ("OWNS", _pattern(rf"{_HAVE}{_ADVERB} (?:bought|adopted|owns?)", _THING)),
    ("VISITED", _pattern(rf"{_HAVE}{_ADVERB} (?:visited|went to|been to|traveled to|travelled to|flew to)")),
    ("CREATED", _pattern(rf"{_HAVE}{_ADVERB} (?:wrote|written|painted|composed|directed|founded|published)")),
)

# What was so, told in the past tense, is over.
_HELD_ONCE: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("LIVES_IN", _pattern(rf"{_ADVERB}(?: lived|{_WAS}{_ADVERB} living)(?: here)? in")),
    ("WORKS_AT", _pattern(rf"{_ADVERB}(?: worked|{_WAS}{_ADVERB} working){_WORDS}{{0,3}}? (?:at|for)")),
    ("STUDIES_AT", _pattern(rf"{_ADVERB}(?: studied|{_WAS}{_ADVERB} studying){_WORDS}{{0,3}} (?:at|in the)")),
)

# Statements that something holds no longer. The verb (v) tells the relation where the row does not.
_HELD = (
    r"(?P<v>liv(?:e|es|ing) in|work(?:s|ing)? (?:at|for)|study(?:ing)? at|studies at|likes?|loves?|enjoys?|owns?|have|has"
    r"|allergic to)"
)
_HELD_OBJECT = rf"(?:(?:the )?(?P<n>{_NAME})|{_THING})"
_RELATION_OF_VERB = {"liv": "LIVES_IN", "wor": "WORKS_AT", "stu": "STUDIES_AT", "own": "OWNS", "hav": "OWNS",
                     "has": "OWNS", "all": "ALLERGIC_TO"}  # fmt: skip
_ENDS: tuple[tuple[str | None, re.Pattern[str]], ...] = (
    (None, _pattern(rf" used to {_HELD}", _HELD_OBJECT)),
    (None, _pattern(rf"{_BE}? no longer {_HELD}", _HELD_OBJECT)),
    (None, _pattern(rf"{_NOT} {_HELD}", rf"{_HELD_OBJECT}[^.!?]{{0,40}}\bany ?more\b")),
    (
        "WORKS_AT",
        _pattern(rf"{_HAVE}{_ADVERB} (?:quit|resigned from|(?:left|quit){_WORDS}{{1,4}} (?:at|with))"),
    ),
    ("LIVES_IN", _pattern(rf"{_HAVE}{_ADVERB} moved (?:away from|out of)")),
    (
        "LIKES",
        _pattern(
            rf"{_HAVE}{_ADVERB} (?:gave up|given up|went off|stopped liking|(?:gave up|given up|stopped|quit) (?:drinking|eating))",
            _THING,
        ),
    ),
)
_LEFT = _pattern(rf"{_HAVE}{_ADVERB} left")  # a place or an employer: what the object is known to be decides

_KIN_NAMED = re.compile(
    rf"(?P<s>\b[Mm]y|(?<![\w'’\-]){_NAME_WORD}['’]s) (?:\w{{1,20}} )?"
    rf"(?:(?P<kin>{_KIN})|(?P<spouse>{_SPOUSE})|(?P<friend>{_FRIEND}))"
    rf"(?:,? (?:(?:is )?(?:named|called) )?|['’]s name is |['’]s called )(?P<o>{_NAME})"
)

# What makes a statement none, and an object none.
_UNSURE = re.compile(
    r"\b(?:would|could|might|if|wish|hope|hoping|want(?:s|ed)? to|going to|gonna|planning|plan to|thinking of|maybe"
    r"|dream(?:s|ing)? of|will|should|never|almost|nearly|pretend\w*|imagine)\b|['’](?:ll|d)\b",
    re.IGNORECASE,
)
_ENDED = re.compile(
    r"\b(?:used to|no longer|any ?more|quit|stopped|gave up|given up|moved out of|ex-)\b", re.IGNORECASE
)
_DENIED = re.compile(r"\bnot\b|n['’]t\b")
_INSIDE_PHRASE = re.compile(
    r"\b(?:of|with|to|from|for|in|at|by|about|near|like|than)(?: the| my| his| her)? $"
)
_OBJECT_END = re.compile(
    r"\b(?:and|but|because|since|when|while|that|which|who|so|as|at|in|on|for|to|with|from|if|now|too|much|very|more"
    r"|this|last|next|every|instead|any ?more|lately|yesterday|today|about|of|again|how"
    r"|what|it|them|him|her|you|me|us|is|are|was|back)\b.*",
    re.IGNORECASE,
)
_DETERMINER = re.compile(
    r"^(?:a|an|another|the|my|our|his|her|their|your|some|any|all|new|old|drinking|eating|having) ", re.I
)
_NO_OBJECT = re.compile(
    r"(?:being\b.*|\w+ing .*|to \w+|lots?|ones?|things?|stuff|way|idea|look|time|part|fact|people|kind|sort"
    r"|every(?:thing|one|body)|any(?:thing|one|body)|some(?:thing|one|body)|nothing|nobody)?",
    re.I,
)
_TRAILING = re.compile(r"(?: (?:of|the|a|an|my|your|his|her|our|their|or|by|\w+ly))+$")


def phrases_in(sentence: str) -> list[Phrase]:
    """Kin first, then what ended, then what holds."""
    certain = [*_kinship(sentence), *_endings(sentence)]
    if _UNSURE.search(sentence) or _ENDED.search(sentence):
        return certain
    return certain + _stated(_HELD_ONCE, sentence, ended=True) + _stated(_HOLDS, sentence)


def _stated(
    table: tuple[tuple[str, re.Pattern[str]], ...], sentence: str, *, ended: bool = False
) -> list[Phrase]:
    return [
        phrase
        for type_, pattern in table
        for match in pattern.finditer(sentence)
        if (type_ == "DISLIKES" or not _DENIED.search(match[0]))
        and (phrase := _phrase(match, type_, match["o"], ended=ended)) is not None
    ]


def _kinship(sentence: str) -> list[Phrase]:
    phrases: list[Phrase] = []
    for match in _KIN_NAMED.finditer(sentence):
        owner = "I" if match["s"].lower() == "my" else _name(match["s"])
        kind = "RELATIVE_OF" if match["kin"] else "MARRIED_TO" if match["spouse"] else "FRIEND_OF"
        if owner and (named := _name(match["o"])):
            phrases.append(Phrase(owner, kind, named))
    return phrases


def _endings(sentence: str) -> list[Phrase]:
    found: list[Phrase | None] = []
    for type_, pattern in _ENDS:
        for match in pattern.finditer(sentence):
            words = match.groupdict()
            ended = type_ or _RELATION_OF_VERB.get(words["v"][:3], "LIKES")
            found.append(_phrase(match, ended, words.get("n") or words["o"], ended=True))
    for match in _LEFT.finditer(sentence):
        for ended in ("WORKS_AT", "LIVES_IN"):
            found.append(_phrase(match, ended, match["o"], ended=True, must_be_known=True))
    return [phrase for phrase in found if phrase is not None]


def _phrase(
    match: re.Match[str], type_: str, words: str, *, ended: bool = False, must_be_known: bool = False
) -> Phrase | None:
    """The phrase of a match; None when subject or object are no good, or the subject is the end of
    something else: in "the boy I met in Turin likes jazz" it is not Turin who likes.
    """
    if _INSIDE_PHRASE.search(match.string[max(0, match.start() - 12) : match.start()]):
        return None
    subject, object_ = _subject(match["s"]), _object(words, type_)
    if not subject or not object_:
        return None
    return Phrase(subject, type_, object_, ended, VOCABULARY[type_].object_type if must_be_known else None)


def _subject(words: str) -> str:
    return "I" if words in ("I", "we", "We") else _name(re.sub(rf"^{_OUR_KIN}", "", words))


def _name(words: str) -> str:
    """A name without what only stands before it and without its possessive; empty for a mere pronoun."""
    return re.sub(r"['’]s?$", "", " ".join(without_openers(words.split())))


def _object(words: str, type_: str) -> str:
    """The object without what follows it and without its determiner; empty when nothing definite is left."""
    if VOCABULARY[type_].object_type is not None:
        return "" if is_calendar_word(words.split()[0]) else re.sub(r"['’]s?$", "", words)
    trimmed = _OBJECT_END.sub("", words).strip(" ,.'’-")
    while _DETERMINER.match(trimmed):
        trimmed = _DETERMINER.sub("", trimmed)
    trimmed = _TRAILING.sub("", trimmed)
    return "" if _NO_OBJECT.fullmatch(trimmed) or len(trimmed) < 3 else trimmed
