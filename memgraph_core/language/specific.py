"""Whether the object of an English fact names a particular thing, so that a profile can show it without its sentence.

Three kinds of objects do not: a thing that was named before ("the videos"), a bare category ("a great book"), and a side of
something else ("the view", "quirky characters").
"""

import re

from memgraph_core.language.word_lists import groups_of

_WORDS = re.compile(r"[a-z'’]+", re.IGNORECASE)
_ATTITUDES = frozenset({"LIKES", "DISLIKES", "LOOKS_FORWARD_TO", "INTERESTED_IN", "VALUES"})
# Relations whose object may be a verb with its object: "visit city".
_WITH_VERB = frozenset({"PLANS_TO", "WANTS", "LOOKS_FORWARD_TO", "DECIDED"})
# For these, plurals are excluded too: to have watched movies is meaningless, but to like movies is not.
_OF_DEEDS = frozenset(
    {"READ", "WATCHED", "USES", "WORKS_ON", "ATTENDED", "CREATED", "TRIED", "RECEIVED", "WON", "DISCUSSED", "LEARNING",
     "DECIDED", "PLANS_TO", "WANTS"}
)  # fmt: skip
_SPECIFIC = (
    _ATTITUDES
    | _OF_DEEDS
    | {"MEMBER_OF", "ENROLLED_IN", "PREFERS", "STARTED", "VOLUNTEERS_AT", "FOUNDED", "EXPERIENCED"}
)
_ARTICLES = frozenset({"a", "an", "the", "some", "my", "our", "few"})
_DETERMINERS = "the|this|that|these|those|your|his|her|their|its"
# Before a noun: a determiner, and the nouns that are joined to it, as in "the freedom and ".
_DEFINITE = re.compile(
    rf"\b(?:{_DETERMINERS}) (?:[a-z]+(?:,(?: and)?| and) ){{0,3}}(?:[a-z]+ )?$", re.IGNORECASE
)
# Before several words or an activity: "I love the beach and camping" names camping.
_DEFINITE_PHRASE = re.compile(rf"(?<!all )\b(?:{_DETERMINERS})(?: [a-z]+)? $", re.IGNORECASE)
# The same inside an object: "visiting the city", "structure of the language".
_DEFINITE_END = re.compile(r"\b(?:the|its|their) ([a-z]+)$")
# Objects that do not say which thing is meant, by relation.
_UNSPECIFIC = {
    "OWNS": re.compile(r"^(?:new|some|a few|several|lots? of|more) (?:new )?[a-z]+s$"),  # "new shoes"
    "PLAYS": re.compile(r"^(?:game|sport)s?$"),
    "PRACTICES": re.compile(r"^(?:game|sport)s?$"),
    "TRIED": re.compile(r"^(?!pilates|darts|drums)[a-z -]*[a-hj-rtv-z]s$"),  # "workout videos"
    "READ": re.compile(r"^[a-z -]*(?<!\w)(?:book|series|novel|story|article)$"),  # "fantasy book"
    "WATCHED": re.compile(r"^[a-z -]*(?<!\w)(?:show|series|movie|film|match|game)$"),
    "WORKS_ON": re.compile(r"^(?!thesis|dissertation|novel|album|screenplay|memoir|portfolio)[a-z]+$"),
    "STUDIES": re.compile(
        r"^[a-z]+(?<!ic)(?<!guage)(?<!ie)(?<!art)(?<!s)s$"
    ),  # "themes", but not "physics", "languages"
    "DISCUSSED": re.compile(
        r"^(?:new |old |our |the )?[a-z]+$|^[a-z]+ (?:plans|ideas|options|details|topics|interests|projects|things)$"
    ),
    "ENROLLED_IN": re.compile(
        r"^\d+ (?:\w+ )*(?:modules|courses|classes|lessons|units|chapters)$"
    ),  # "10 modules"
    "VISITED": re.compile(r"^(?:new |local |nearby )?[a-z]+$"),
    "MET": re.compile(r"['’]s (?:\w+ )*[a-z]+$"),  # "Ada's teammates"
    "COLLEAGUE_OF": re.compile(r"['’]s (?:\w+ )*[a-z]+$"),
    "LEADS": re.compile(
        r"^[a-z -]*(?:logistics|decisions?|time|stress|expectations|workload|schedule|finances|emotions|sessions?|tasks?|life"
        r"|budget|money|anxiety|feelings|things|everything|deadlines|priorities)$"
    ),
    "HELPS": re.compile(r"^(?:health|body|mind|skin|hair|planet|world|future|environment)$"),
    "PLANS_TO": re.compile(
        r"^(?:meet|see|visit) (?:\w+['’]s|my) (?:\w+ )*(?:friends?|family|teammates|colleagues)$"
        r"|^go (?!\w+ing$|back|home|out|vegan|vegetarian|abroad)\w+$"  # "go chess"
    ),
    "GROWS": re.compile(r"^(?:flowers|trees|plants|seeds)$"),
    "WANTS": re.compile(r"^\w+ (?:people|others|everyone|everybody|kids)$"),
    "LIKES": re.compile(r"^(?:new |my )?(?:job|work|life)$"),
}
_SOME_TIME = re.compile(r" (?:in the future|one day|some day)$")


def is_unspecific(type_: str, object_: str, statement: str) -> bool:
    """Whether an object does not name a particular thing. `statement` is the sentence of the fact."""
    pattern = _UNSPECIFIC.get(type_)
    if pattern is not None and pattern.search(object_):
        return True
    if type_ not in _SPECIFIC:
        return False
    is_aspect = (
        type_ in _ATTITUDES | {"PLANS_TO", "WANTS"} and _last(object_) in groups_of("profile_en")["aspect"]
    )
    plan = _SOME_TIME.sub("", object_)
    if " " not in plan and (type_ == "PLANS_TO" or (type_ == "WANTS" and plan != object_)):
        return True  # "vacation", "work in the future"
    # "I made this bowl" states what was made.
    is_one_word = " " not in object_
    may_be_before = type_ != "CREATED" and (is_one_word or type_ in _ATTITUDES or type_ in _WITH_VERB)
    is_named_before = may_be_before and _is_definite(object_, statement)
    return is_aspect or is_named_before or _is_category(type_, object_)


def _last(object_: str) -> str:
    return object_.casefold().split()[-1]


def _is_definite(object_: str, statement: str) -> bool:
    """Whether the object is a thing that was named before. Some are known without being named: the ocean."""
    known = groups_of("profile_en")["known"]
    end = _DEFINITE_END.search(object_)
    if end is not None:
        return end[1] not in known
    is_phrase, is_activity = " " in object_, object_.split()[0].endswith("ing")
    if not object_.islower() or _last(object_) in known or (is_phrase and is_activity):
        return False
    before = _DEFINITE_PHRASE if is_phrase or is_activity else _DEFINITE
    places = [found.start() for found in re.finditer(rf"\b{re.escape(object_)}\b", statement, re.IGNORECASE)]
    is_antecedent = re.search(
        rf"\b{re.escape(object_)} (?:(?:that|which) )?(?:i|we)\b", statement, re.IGNORECASE
    )
    return is_antecedent is not None or (
        bool(places) and all(before.search(statement[:place]) for place in places)
    )


def _is_category(type_: str, object_: str) -> bool:
    """Whether the object only names a category, which any thing of the kind has: "book", "an inspiring book"."""
    groups = groups_of("profile_en")
    words = [word for word in _WORDS.findall(object_.casefold()) if word not in _ARTICLES]
    said = [word for word in words if word not in groups["praise"]]
    if not said or len(said) > 1 + (type_ in _WITH_VERB):
        return False
    if type_ == "CREATED" and len(said) == 1 and said[0] in groups["slight"]:
        return True
    is_several = type_ in _OF_DEEDS or len(said) < len(words)
    if type_ in ("RECEIVED", "TRIED") and len(said) == 1 < len(words):
        return True  # "a new drink"
    last = said[-1].removesuffix("s") if is_several else said[-1]
    return last in groups["category"] or said[-1] in groups["category"]
