"""English likings and wishes told by the thing: "jazz is my favourite", "pottery helps me relax", "my goal is to …".

The thing stands before the verb, at the start of its clause, and who says it has it at heart.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from memgraph_core.language.relating.mask import OWNER, SOMEBODY, Masked
from memgraph_core.language.relating.objects_en import Object, sorts_of, things_at
from memgraph_core.language.relating.plans_en import plan_at
from memgraph_core.language.relating.vague_en import is_bare
from memgraph_core.language.vocabulary import Phrase

_BE = r"(?:['’]s| is| are| was| were| has been| have been| has always been| have always been)"
_SOFT = r"(?: (?:definitely|probably|still|also|really|always|truly|just|like|kind of|certainly|absolutely|actually|such))*"
_GO_TO = r"(?: all[- ]time| absolute| personal)? (?:fave|favs?|favou?rites?|go-to)(?: [^\s.,;!?]{1,20}){0,4}?"
_OWNER = rf"(?P<s>[{OWNER}]|[{SOMEBODY}](?=['’]))(?:['’]s?)?"
_ME = rf"(?P<s>[{SOMEBODY}])"
_HEART = (
    r"(?: \w{1,15}){0,2}? (?:passion|escape|therapy|happy place|hobby|obsession|jam|inspirations?|role models?"
    r"|heroe?s?|idol|rocks?|safe place|guilty pleasure|comfort food"
    r"|stress[- ]relie(?:f|ver)"
    r"|outlet|refuge|thing|pastime|first love|true love|comfort zone|team|club|band)\b"
)
_CALM = (
    r"(?:relaxing|therapeutic|calming|soothing|fulfilling|rewarding|fun|enjoyable|exciting|fascinating|meaningful|refreshing"
    r"|interesting|a (?:great|good|nice|fun) (?:\w+ ){0,2}(?:way|stress reliever|escape|outlet))"
)

# What stands after the thing; the person is marked as `s`.
_LIKED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_BE}{_SOFT}(?: one of| some of| among)? {_OWNER}{_GO_TO}(?=[ ,.!;]|$)",
        rf"{_BE}{_SOFT}(?: a| an)?(?: (?:big|huge|great|real|important|major|special|essential))* (?:part"
        rf"|piece) of {_OWNER} (?:life|routine|day)",
        rf"{_BE}{_SOFT}(?: one of)? {_OWNER}{_HEART}",
        rf"(?: really| always)? matters?(?: a lot| so much)? to {_ME}(?=[ ,.!;]|$)",
        rf"{_BE}{_SOFT}(?: so| very| super| really| the most| a)? (?:important|dear|special|relaxing|therapeutic"
        rf"|refuge|escape|passion|must) (?:to|for) {_ME}",
        rf"(?: really| always| truly| totally)? (?:fascinates?|captivates?|motivates?|inspired|relaxes|excites?"
        rf"|inspires?|calms?|soothes?"
        rf"|delights?) {_ME}(?=[ ,.!;]|$)",
        rf"(?: really| always)? (?:helps?|keeps?|lets?|makes?) {_ME} (?:feel |stay |keep )?(?:relax|unwind"
        rf"|de-?stress|calm|sane|happy|focused|centered"
        r"|escape|recharge|chill|grounded|at peace|motivated|alive|smile|express)",
        rf"(?: always)? (?:means?|meant) (?:a lot|so much|everything|the world) to {_ME}",
        rf"(?: always| really)? (?:brings?|gives?|gave|brought) {_ME} (?:so much |such |a lot of |tons of "
        rf"|loads of |lots of |great |a great |a |real |pure )?(?:sense of |feeling of )?"
        r"(?:joy|happiness|peace|comfort|satisfaction|pleasure|calm|purpose|motivation|energy|excitement)",
        rf" (?:is|are) something {_ME}(?:['’]ve| have|['’]m| am)?(?: \w+)? (?:find|love|enjoy|like|adore|passionate|cherish)",
    )
)
_PRAISED = re.compile(
    r"(?: is| are| was| were|['’]s| has been| have been)(?: (?:just|so|really|absolutely|truly|definitely|simply"
    r"|pretty|super|always|totally|all))*"
    r"(?: (?:a|an|such an?|one of the|some of the|the))?(?: (?:most|really|super))?"
    r" (?:amazing|awesome|incredible|great|fantastic|wonderful|fun|brilliant|delicious|beautiful|stunning|magical"
    r"|relaxing|rewarding"
    r"|therapeutic|fulfilling|addictive|addicting|epic|inspiring|gorgeous|breathtaking|perfect|best|blast|lovely|excellent|iconic"
    r"|masterpiece|delightful|soothing|mesmerizing|captivating|yummy|tasty|unforgettable|game[- ]changer"
    r"|so much fun|(?:good|nice|cool|healthy) way to)\b"
    r"(?! (?:\w+ )?(?:ideas?|choices?|decisions?|options?|interests?|skills?|suggestions?|questions?|points?"
    r"|moves?|plans?|goals?|opportunit|reminder|step|start|job|news))"
)
_TAKEN_UP = {"movie": "WATCHED", "film": "WATCHED", "show": "WATCHED", "series": "WATCHED", "game": "PLAYS"}
_YOU = re.compile(r"\b(?:you|your|u|must|would|could)\b", re.IGNORECASE)
_ONE_LIKED = re.compile(
    rf"(?:one|place|thing|movie|film|show|book|song|band|artist|singer|dish|game|author|team|player|spot|brand"
    rf"|drink|dessert|food|series)s? "
    rf"(?:that )?{_ME}(?: really| absolutely| also| particularly)? (?:like|love|enjoy|adore"
    rf"|recommend)s?(?: \w+){{0,3}} (?:is|are|was)(?: called)? "
)
_READ = re.compile(
    rf"(?P<what>book|novel|story|memoir|movie|film|show|series|game) (?:that )?(?P<s>[{SOMEBODY}])(?:['’](?:m|ve|s)"
    rf"| am| have| was)?(?: \w+)?"
    rf" (?:reading|read|finished|started|watching|watched|playing|played)(?: \w+){{0,3}} (?:is|was|is called) (?P<o>[{SOMEBODY}])"
)
_BY = re.compile(rf"(?P<o>[{SOMEBODY}]),? (?:written |directed |painted |sung )?by (?P<s>[{SOMEBODY}])")
_FOUND = re.compile(rf"{_ME}(?: \w{{2,10}})? (?:find|finds|found) ")
_SO = re.compile(rf"(?: to be)?(?: \w{{2,10}})? {_CALM}")
_WISHED = re.compile(
    rf"{_OWNER}(?: \w{{2,12}}){{0,3}}? (?:goal|dream|aim|plan|ambition|resolution|wish|hope) (?:is|was"
    rf"|has always been)(?: still| always)? to "
)
_FIRST_TIME = re.compile(
    rf"(?P<s>[{OWNER}]) first (?:ever )?(?:time|attempt at|try at|shot at) (?P<o>[a-z]{{3,15}}ing\b)"
)
_A_GOAL = re.compile(
    rf" (?:is|are|was)(?: still| also| always)? {_OWNER}(?: \w{{2,9}}){{0,2}}? (?:goal|dream|ambition|wish)(?=[ ,.!;]|$)"
)
_COLLECTION = re.compile(
    rf"(?P<s>[{OWNER}]) (?P<o>(?:(?!whole\b|new\b|little\b|first\b|own\b|huge\b|big\b)[a-z]{{3,15}} ){{1,2}})collections?\b"
)
_ON_THE_LIST = re.compile(
    rf" (?:is|are)(?: \w+){{0,3}} on {_OWNER} (?:\w+ )?(?:bucket[- ]list|wish[- ]?list)"
)
_FAN = re.compile(
    r"(?P<o>(?:[^\s.,;!?]+ ){1,4}?)(?:fan|lover|enthusiast|nerd|buff|junkie|geek|addict|fanatic|aficionado)\b(?! of\b)",
    re.IGNORECASE,
)
_AS_A_FAN = re.compile(
    rf"\b[Aa]s an? (?P<o>[^,.;!?]{{2,40}}?) (?:fan|lover|enthusiast|nerd|buff)(?: myself)?, (?P<s>[{SOMEBODY}])"
)
_CLAUSE = re.compile(
    r"[.,;:!?()—–]| - |\b(?:but|because|since|as|think|say|believe|for me|and (?=the )) |(?:^|, )so "
)
_DENIED = re.compile(r"n['’]t\b|\bnot\b|\bnever\b|\bno longer\b", re.IGNORECASE)
_ROLE = frozenset(["role"])
_DOING = frozenset(["activity", "sport"])
_WHERE = re.compile(r" (?:at|in|with|for|on|to|about|of|by|outside|outdoors)\b")
_OPENER = re.compile(r"^(?:Yes|Yeah|Yep|No|Oh|Wow|Well|Definitely|Honestly|Also|And|So)\b,? ")
_NO_THING = re.compile(
    r"(?:this|that|these|those|it|they|them|he|she|which|what|who|there|here|such|your|the (?:way|fact|best)|if"
    r"|when|while|still|and|or"
    r"|also|all|one|some|most|part|having (?:you|a|your)|being (?:able|around)|seeing|hearing|knowing|glad|hope|thanks?)\b",
    re.IGNORECASE,
)
_TRIGGER = re.compile(
    r"fav|go-to|motivat|role model|hero|idol|rock|safe place|\bfaves?\b|part of|piece of|passion|escape|therap"
    r"|happy place|hobby|obsess|\bjam\b|guilty|comfort"
    r"|stress|outlet|refuge|thing"
    r"|pastime|love|important|dear|special|relax|fascinat|excit|inspir|calm|sooth|delight|helps?|keeps?|lets?"
    r"|makes?|means?|brings?|gives?|gave|like|enjoy|adore|recomm|collection"
    r"|brought|goal|dream|aim|plan|ambition|resol|wish|hope|list|first|matter|captivat|fan\b|lover|enthusiast|nerd|buff|find|found|must"
)


def phrases_in(masked: Masked, speaker: str) -> list[Phrase]:
    """Likings first, then wishes, then whose a work is."""
    found = [*praised_in(masked, speaker), *works_by(masked), *_taken_up(masked)]
    if not _TRIGGER.search(masked.text):
        return found
    return [
        *_liked(masked),
        *_found(masked),
        *_one_liked(masked),
        *_as_a_fan(masked),
        *_wished(masked),
        *_first_times(masked),
        *found,
    ]


def praised_in(masked: Masked, speaker: str) -> list[Phrase]:
    """What who speaks calls wonderful: a name or a pastime; not what is praised to please."""
    if _YOU.search(masked.sentence):
        return []
    return [
        Phrase(speaker, "LIKES", o.text, object_type=o.type, start=masked.offsets[o.start], confidence=0.5)
        for match in _PRAISED.finditer(masked.text)
        for o in _things_before(masked, match)
        if _is_praised(o)
    ]


def works_by(masked: Masked) -> list[Phrase]:
    """`"Night Songs" by Ada Kern`: whose work it is."""
    return [
        replace(
            _phrase(masked, m, "CREATED", Object(masked.name(m["o"]), m.start("o"), "Work")), confidence=0.8
        )
        for m in _BY.finditer(masked.text)
        if masked.span(m["o"]).type == "Work" and masked.span(m["s"]).type in ("Person", None)
    ]


def _taken_up(masked: Masked) -> list[Phrase]:
    """`The novel I'm reading is "Night Songs"`: read, watched or played."""
    return [
        _phrase(
            masked, m, _TAKEN_UP.get(m["what"], "READ"), Object(masked.name(m["o"]), m.start("o"), "Work")
        )
        for m in _READ.finditer(masked.text)
    ]


def _is_praised(object_: Object) -> bool:
    if object_.type == "Person":
        return " " in object_.text and "'" not in object_.text  # not who takes part in the talk
    if not object_.is_name and object_.sorts and " " in object_.text:
        return not object_.sorts & {"kind", "abstract"}
    if object_.is_name:
        return object_.type in ("Work", "Place", "Organization", "Event", "Concept")
    return bool(object_.sorts & _DOING) and (object_.text.endswith("ing") or not object_.sorts & {"creation"})


def fans_of(masked: Masked, position: int) -> list[Object]:
    """What somebody is a fan of, where that stands before the word: `a big jazz fan`."""
    match = _FAN.match(masked.text, position)
    return [_named(masked, match["o"], match.start("o"))] if match and _telling(match["o"]) else []


def _telling(words: str) -> bool:
    return bool(_kept(words))


def _kept(words: str) -> str:
    return re.sub(
        r"^(?:(?:an?|the|huge|big|massive|great|real|total|lifelong|avid|true|such|super|die-hard|number one"
        r"|biggest|fellow|old|new|young) ?)+",
        "", words.strip(), flags=re.IGNORECASE,
    ).strip()  # fmt: skip


def _named(masked: Masked, words: str, start: int) -> Object:
    kept = _kept(words)
    found = things_at(masked, start + words.index(kept)) if kept else []
    return found[0] if found and found[0].is_name else Object(masked.shown(kept), start)


def _liked(masked: Masked) -> Iterator[Phrase]:
    for pattern in _LIKED:
        for match in pattern.finditer(masked.text):
            yield from _before(masked, match, "LIKES")


def _before(masked: Masked, match: re.Match[str], type_: str) -> Iterator[Phrase]:
    """The thing before the verb, which must be all that its clause has there."""
    for object_ in _things_before(masked, match):
        yield _phrase(masked, match, type_, object_)


def _things_before(masked: Masked, match: re.Match[str]) -> list[Object]:
    clause = _CLAUSE.split(masked.text[max(0, match.start() - 70) : match.start()])[-1].strip()
    clause = _OPENER.sub("", clause)
    if not clause or _DENIED.search(clause + match[0]) or _NO_THING.match(clause):
        return []
    if re.match(f"[{OWNER}]", clause) and masked.written(clause[0]).lower() == "your":
        return []  # "your friendship means a lot to me"
    start = masked.text.rindex(clause, 0, match.start())
    text = masked.text[:start] + _small(clause) + masked.text[start + len(clause) : match.start()]
    objects = things_at(replace(masked, text=text), start)
    if re.search(f"(?:and|&) [{SOMEBODY}]$", clause) and not (objects and objects[-1].is_name):
        objects = things_at(masked, match.start() - 1)[:1]  # "Friends" and "The Office"
        return objects if objects and objects[0].is_name else []
    if not objects or any(o.sorts & _ROLE or (is_bare(o.text) and not o.is_name) for o in objects):
        return []
    shown = masked.shown(_small(clause))
    is_all = shown.endswith(objects[-1].text) and len(shown) <= sum(len(o.text) + 7 for o in objects)
    goes_on = len(objects) == 1 and _WHERE.match(shown.partition(objects[0].text)[2])
    return objects if is_all or (goes_on and objects[0].sorts & _DOING) else []


def _small(clause: str) -> str:
    """The clause with a small letter for a capital that is owed to the sentence alone."""
    word = clause.split()[0]
    is_doing = word.istitle() and (word.endswith("ing") or sorts_of(word) & _DOING)
    return clause[0].lower() + clause[1:] if is_doing else clause


def _one_liked(masked: Masked) -> Iterator[Phrase]:
    """`Another one that I like is …`."""
    for match in _ONE_LIKED.finditer(masked.text):
        for object_ in things_at(masked, match.end()):
            yield _phrase(masked, match, "LIKES", object_)


def _found(masked: Masked) -> Iterator[Phrase]:
    for match in _FOUND.finditer(masked.text):
        objects = things_at(masked, match.end())
        for object_ in objects[:1]:
            if _SO.match(masked.text, object_.start + len(object_.text)) and not _DENIED.search(match[0]):
                yield _phrase(masked, match, "LIKES", object_)


def _as_a_fan(masked: Masked) -> Iterator[Phrase]:
    for match in _AS_A_FAN.finditer(masked.text):
        if _telling(match["o"]):
            yield _phrase(masked, match, "LIKES", _named(masked, match["o"], match.start("o")))


def _first_times(masked: Masked) -> Iterator[Phrase]:
    """`It was my first time surfing`: tried."""
    for match in _FIRST_TIME.finditer(masked.text):
        for object_ in things_at(masked, match.start("o"))[:1]:
            yield _phrase(masked, match, "TRIED", object_)


def _wished(masked: Masked) -> Iterator[Phrase]:
    for match in _WISHED.finditer(masked.text):
        if text := plan_at(masked, match.end()):
            yield _phrase(masked, match, "WANTS", Object(text, match.end(), "Concept"))
    for match in _ON_THE_LIST.finditer(masked.text):
        yield from _before(masked, match, "WANTS")
    for match in _A_GOAL.finditer(masked.text):
        yield from _before(masked, match, "WANTS")
    for match in _COLLECTION.finditer(masked.text):
        yield _phrase(masked, match, "COLLECTS", Object(_many(match["o"].strip()), match.start("o")))


def _many(word: str) -> str:
    """`sneaker` collection: sneakers."""
    return word if word.endswith(("s", "y", "ing", "art")) else f"{word}s"


def _phrase(masked: Masked, match: re.Match[str], type_: str, object_: Object) -> Phrase:
    start = masked.offsets[match.start("s")]
    return Phrase(
        masked.name(match["s"]), type_, object_.text, object_type=object_.type, start=start, confidence=0.6
    )
