"""Selects the facts that a profile shows: not those whose object is cut or meaningless, and not those of hypothetical
sentences.

The facts stay in memory and in the answers of `facts`. A profile has many facts without their sentences, so it shows only those
that can be understood alone.
"""

import re

from memgraph_core.language.detection import language_of
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.language.word_lists import groups_of
from memgraph_core.records.graph import Fact

_PREFERENCES = frozenset({"LIKES", "DISLIKES", "VALUES"})
_WISHES = frozenset({"WANTS", "PLANS_TO", "LOOKS_FORWARD_TO"})
_WORDS = re.compile(r"[a-z'’]+", re.IGNORECASE)
# A reaction to what somebody else has shown: "Love all the details!", "Loving the support."
_REACTION = re.compile(
    r"\b(?:love|like|enjoy) how\b|\b(?:loved|liked|hated|enjoyed) (?:the|your|that|this)\b"
    r"|^(?:absolutely |really |just )?(?:lov(?:e|ing)|lik(?:e|ing)|enjoy(?:ing)?)\b"
    r"|[-–—,;] ?(?:love|like|enjoy)(?:ing)? (?:the|all|your|his|her|their|that|this|seeing)\b",
    re.IGNORECASE,
)
_HYPOTHETICAL = re.compile(
    r"\b(?:if (?:you|i|we|they|he|she|it)|in case|unless|next time|whenever|(?:would|could|might) have)\b|如果|要是|假如|万一",
    re.IGNORECASE,
)
# Signs that an English sentence states a plan: "I flew to Rome to visit friends" states none.
_PLANNED = re.compile(
    r"\b(?:going to|gonna|will|shall|plan\w*|think(?:ing)? (?:of|about)|wan(?:t|ts|na)|hop(?:e|es|ing)|look(?:ing)? forward|"
    r"about to|next|tomorrow|tonight|soon|later|intend\w*|consider\w*|decid\w*|might|should|would|want(?:s|ed)? to|"
    r"(?:am|are|is) \w+ing)\b|['’](?:ll|d|m \w+ing|re \w+ing|s \w+ing)\b",
    re.IGNORECASE,
)
# A former wish, which explains a past choice: "I wanted a quiet blue".
_FORMER_WISH = re.compile(
    r"(?<!always )(?<!have )(?<!['’]ve )\b(?:wanted|hoped|wished|(?:aim|goal|dream|hope|wish|idea) was)\b(?! for (?:years|ages))",
    re.IGNORECASE,
)
_OFFER = re.compile(r"^(?:lend|hear|check out|help out|see (?:how|what)|know|join)\b", re.IGNORECASE)
_ADVICE = re.compile(
    r"^(?:(?:and|also|just|definitely|you (?:can|should|could))[ ,]+)?(?:use|try|wear|take|make|get|watch|read)\b",
    re.IGNORECASE,
)
# Objects whose words do not belong together: "make in my class" (to learn), "learn make pasta", "watching the Oscars" (watched).
_LEARN = re.compile(r"^learn (?:make|do|play|cook|use)\b", re.IGNORECASE)
_GARBLED = re.compile(r"^(?:\w+ (?:in|on|at) my\b|(?:watch|read|play)ing\b)", re.IGNORECASE)
# "a safe, inviting place", "a safe and loving home": the noun of the object comes later.
_ADJECTIVE = re.compile(r"\b(?:a|an)(?: \w+)? (?!lot\b)\w+$", re.IGNORECASE)
_MORE_ADJECTIVES = re.compile(
    r"^(?:,| and) (?!(?:a|an|the|my|our|his|her|their|its|i|we|it|one|two|three|four|five|some)\b)\w+ \w+",
    re.IGNORECASE,
)
# What it refers to is in another sentence: "making it a better place".
_REFERS = re.compile(
    r"\b(?:(?:that|this|those|these|you|your) |(?:it|them|everyone|one of)\b)", re.IGNORECASE
)
# Before a noun of a definite noun phrase: "the", and the nouns that are joined to it, as in "the freedom and ".
_DEFINITE = re.compile(
    r"\b(?:the|this|that|these|those|your|his|her|their|its) (?:[a-z]+(?:,(?: and)?| and) ){0,3}$",
    re.IGNORECASE,
)
# The same inside an object: "visiting the city", "structure of the language".
_DEFINITE_END = re.compile(r"\b(?:the|its|their) ([a-z]+)$")
_ARTICLES = frozenset({"a", "an", "the", "some", "my", "our", "few"})
# Relations whose object must name a particular thing: to read a book, to use an app, and to join a group are
# meaningless.
_SPECIFIC = frozenset(
    {"READ", "WATCHED", "USES", "WORKS_ON", "MEMBER_OF", "ENROLLED_IN", "LIKES", "DISLIKES", "PREFERS", "VALUES", "ATTENDED",
     "LOOKS_FORWARD_TO", "DECIDED", "PLANS_TO", "WANTS", "INTERESTED_IN", "LEARNING", "CREATED"}
)  # fmt: skip
# For these, plurals are excluded too: to have watched movies is meaningless, but to like movies is not.
_SPECIFIC_SEVERAL = frozenset({"READ", "WATCHED", "USES", "WORKS_ON", "ATTENDED", "CREATED"})
# About what the other person did: "Swimming with sharks, that sounds scary!"
_ABOUT_OTHERS = re.compile(
    r"^(?!looking\b|going\b|working\b)\w+ing\b(?!.*\b(?:i|we|my|our|me|us)\b)", re.IGNORECASE
)
_DECIDED = re.compile(
    r"\b(?:decid\w+|chos\w+|choos\w+|opt\w*|settl\w+|agreed|going with|went with)\b", re.IGNORECASE
)
_WORKS_WITH = re.compile(r"\bwork\w* (?:with|on)\b", re.IGNORECASE)
_WORKS_AT = re.compile(
    r"\bwork\w* (?:at|for|in)\b|\b(?:job|company|office|position|hired|joined|intern\w*)\b", re.IGNORECASE
)
_THEN = re.compile(r"\b(?:when|turned|was|at the age)\b|时候|那年", re.IGNORECASE)  # a former age
# A rule that somebody states about work or answers; other requests are advice to a person.
_RULE = re.compile(r"^(?:always|never|don['’]t|do not)\b", re.IGNORECASE)
# "never saw this coming" is not a rule: its verb is a past form or a participle.
_NO_RULE = re.compile(
    r"^(?:never|always) \w+[^s\W]s\b"
    r"|^(?:never |always )?(?:\w+ing|\w+ed|saw|was|were|had|did|got|went|came|thought|knew|felt|seen|been)\b",
    re.IGNORECASE,
)


def is_shown(fact: Fact, object_: str) -> bool:
    """Whether a profile shows a fact with this name of its object. A fact outside the vocabulary needs two notes."""
    if relation_of(fact.type).open and len(set(fact.notes)) < 2:
        return False
    if fact.type in ("NAMED", "COMES_FROM") and object_[:1].islower():
        return False
    statement = fact.text.partition(": ")[2] or fact.text
    if fact.type == "AGED" and _THEN.search(statement):
        return False
    if fact.type in _WISHES and _HYPOTHETICAL.search(statement):
        return False
    if language_of(statement) != "en":
        return True
    return not (
        _is_vague(object_)
        or _is_definite(fact, object_, statement)
        or _is_category(fact, object_)
        or _is_cut(object_, statement)
        or _is_garbled(fact, object_, statement)
        or _is_transient(fact, object_, statement)
    )


def _is_vague(object_: str) -> bool:
    if _REFERS.search(object_):
        return True
    words = [word.casefold() for word in _WORDS.findall(object_)]
    if len(words) > 1 and words[0] == words[1]:  # "Creating Creating art"
        return True
    groups = groups_of("profile_en")
    if not words or words[-1] in groups["pronoun"]:
        return True
    return len(words) == 1 and words[0] in groups["idiom"] | groups["vague"]


def _is_definite(fact: Fact, object_: str, statement: str) -> bool:
    """Whether the object is a thing that was named before: "the videos", "the connection", "structure of the language".

    Of some things there is only one for everybody: the ocean, the piano, the community.
    """
    if fact.type not in _SPECIFIC or fact.type == "CREATED":  # "I made this bowl" states what was made
        return False
    known = groups_of("profile_en")["known"]
    end = _DEFINITE_END.search(object_)
    if end is not None:
        return end[1] not in known
    if " " in object_ or not object_.islower() or object_ in known:
        return False
    places = [found.start() for found in re.finditer(rf"\b{re.escape(object_)}\b", statement, re.IGNORECASE)]
    return bool(places) and all(_DEFINITE.search(statement[:place]) for place in places)


def _is_category(fact: Fact, object_: str) -> bool:
    """Whether the object only names a category, which any thing of the kind has: "book", "an inspiring book"."""
    if fact.type not in _SPECIFIC:
        return False
    groups = groups_of("profile_en")
    words = [word.casefold() for word in _WORDS.findall(object_)]
    words = [word for word in words if word not in _ARTICLES and word not in groups["praise"]]
    longest = 2 if fact.type in _WISHES or fact.type == "DECIDED" else 1  # a verb with its object
    if not words or len(words) > longest:
        return False
    last = words[-1]
    several = last.removesuffix("s") if fact.type in _SPECIFIC_SEVERAL else last
    return last in groups["category"] or several in groups["category"]


def _is_cut(object_: str, statement: str) -> bool:
    """Whether the words of an object continue after it in its sentence. A proper name is never cut."""
    at = statement.casefold().find(object_.casefold())
    if at < 0:
        return False
    rest = statement[at + len(object_) :]
    if (
        object_.islower() and " " not in object_ and re.search(r"[\"”] $", statement[:at])
    ):  # the "Frizz Ease" range
        return True
    if _ADJECTIVE.search(object_) and _MORE_ADJECTIVES.match(rest):
        return True
    following = re.match(r" ([a-z]+)\b", rest)
    if following is None or object_[:1].isupper():
        return False
    word = following[1]
    is_form = word.endswith(("ly", "ing", "ed", "ward", "wards"))
    return not is_form and word not in groups_of("profile_en")["after"]


def _is_garbled(fact: Fact, object_: str, statement: str) -> bool:
    if fact.type == "WORKS_AT":  # "I've worked with Python", "I'm working on a site for a shop"
        return _WORKS_WITH.search(statement) is not None and _WORKS_AT.search(statement) is None
    if fact.type == "DECIDED":
        return _DECIDED.search(statement) is None
    if fact.type == "WORKS_AS":
        return object_.casefold().startswith(("always ", "never ", "just "))
    if fact.type == "REQUIRES":
        return not _RULE.match(object_) or _NO_RULE.match(object_) is not None
    is_activity = fact.type in _PREFERENCES | _WISHES
    return (not is_activity and _GARBLED.match(object_) is not None) or _LEARN.match(object_) is not None


def _is_transient(fact: Fact, object_: str, statement: str) -> bool:
    """Whether a sentence states no lasting fact: praise for what somebody showed, advice, a place that somebody comes from."""
    if fact.type not in _WISHES and _ABOUT_OTHERS.match(statement):
        return True
    if fact.type in _PREFERENCES:
        return _REACTION.search(statement) is not None
    if fact.type == "USES":
        return _ADVICE.match(statement) is not None
    if fact.type == "VISITED":
        return f"from {object_.casefold()}" in statement.casefold()
    past = groups_of("profile_en")["past"]
    is_past = any(word.casefold() in past for word in _WORDS.findall(object_))
    if fact.type == "WANTS" and (_FORMER_WISH.search(statement) or _OFFER.match(object_)):
        return True
    is_plan = fact.type == "PLANS_TO"
    return fact.type in _WISHES and (is_past or (is_plan and not _PLANNED.search(statement)))
