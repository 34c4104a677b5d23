"""Selects the facts that a profile shows: not those whose object is cut or meaningless, and not those of hypothetical
sentences.

The facts stay in memory and in the answers of `facts`. A profile has many facts without their sentences, so it shows only those
that can be understood alone.
"""

import re

from memgraph_core.language.detection import language_of
from memgraph_core.language.lasting import is_lasting
from memgraph_core.language.specific import is_unspecific
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.language.word_lists import groups_of
from memgraph_core.language.zh import context_bound
from memgraph_core.records.graph import Fact

_PREFERENCES = frozenset({"LIKES", "DISLIKES", "VALUES"})
_WISHES = frozenset({"WANTS", "PLANS_TO", "LOOKS_FORWARD_TO"})
_WORDS = re.compile(r"[a-z'’]+", re.IGNORECASE)
# A reaction to what somebody else has shown: "Love all the details!", "Loving the support."
_REACTION = re.compile(
    r"\b(?:love|like|enjoy) how\b|\b(?:loved|liked|hated|enjoyed) (?:the|your|that|this)\b"
    r"|^(?:absolutely |really |just )?(?:lov(?:e|ing)|lik(?:e|ing)|enjoy(?:ing)?)\b"
    r"|\ball the\b.*\b(?:it|they|that) (?:looks?|seems?)\b"
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
_FORMER_LIKING = re.compile(
    r"\b(?:loved|liked|enjoyed|hated)\b.*\b(?:back then|as a (?:kid|child)|when (?:i|we) w(?:as|ere)|in those days)\b",
    re.IGNORECASE,
)
_HEARS = re.compile(r"^(?:hearing|knowing|finding out|seeing (?:how|what|whether))\b", re.IGNORECASE)
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
# Nouns that need more words: "discovering new ways".
_KIND_NOUNS = frozenset(["way", "ways", "thing", "things", "stuff", "kind", "kinds", "sort", "sorts"])
# Inside a longer name or a set phrase: "AB" of "AB:CD", "trick" of "trick or treating".
_IS_PART = re.compile(r"^(?:[:/&+]\w| or \w+ing\b)", re.IGNORECASE)
# A kind of persons or things that a clause restricts: "games that make me think".
_RESTRICTED = re.compile(r"^ (?:that|which|who|whose|where)\b", re.IGNORECASE)
_ANYBODY = re.compile(
    r"\b(?:people|persons?|kids|children|folks?|others|those|men|women|families|students)$", re.IGNORECASE
)
# What it refers to is in another sentence: "making it a better place".
_REFERS = re.compile(
    r"\b(?:(?:that|this|those|these|your) |(?:it|it['’]s|them|him|you|everyone|one of)\b|its (?:so|a|the|very|really)\b)",
    re.IGNORECASE,
)
_KINDS = re.compile(
    r"^(?:\w+ )?(?:genres?|types?|kinds?|styles?|forms?|variet(?:y|ies)|sorts?) of\b", re.IGNORECASE
)
# About what the other person did: "Swimming with sharks, that sounds scary!"
_ABOUT_OTHERS = re.compile(
    r"^(?!(?:looking|going|working|living|staying|renting|studying|training)\b)\w+ing\b(?!.*\b(?:i|we|my|our|me|us)\b)",
    re.IGNORECASE,
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

# What an animal eats or gets: a sentence without a subject after one about a pet is about the pet.
_OF_PETS = re.compile(
    r"处方粮|[猫狗]粮|罐头|绝育|驱虫|掉毛|猫砂|宠物|兽医|\b(?:kibble|litter|spayed|neutered|dewormed|fleas?)\b",
    re.IGNORECASE,
)
_STAY = re.compile(
    r"\b(?:hospital|intensive care|icu|airport|traffic)\b|医院|住院|病房|机场|路上", re.IGNORECASE
)
_BODY = frozenset({"EATS", "REQUIRES", "TAKES", "HAS_CONDITION", "FOLLOWS_DIET", "INJURED", "PLANS_TO"})
_BACK = re.compile(r"\b(?:have|has|got|get) (?:our|my|his|her|their|the) (?:\w+ )?back\b", re.IGNORECASE)
_SMALL_AGE = re.compile(r"(?:[0-5]|one|two|three|four|five|[一二两三四五])(?: years? old| ?岁)?")
_TELLING, _REPORT = 7, 5  # words
_REPORT_ZH = 7  # characters
_CHINESE_WISH_MET = re.compile(r"想(?:要|买|去|学|养).*(?:买了|送了|送给|得到了|收到了|如愿|实现了|终于)")
_CHINESE_LAST = re.compile(r"最后一?名|倒数|垫底|末位")


def is_shown(fact: Fact, object_: str) -> bool:
    """Whether a fact with this name of its object can be shown without its sentence."""
    return states_something(fact, object_) and is_understood_alone(fact, object_)


def states_something(fact: Fact, object_: str) -> bool:
    """Whether the sentence of a fact states something that a profile should have. A fact outside the vocabulary needs two notes."""
    if relation_of(fact.type).open and len(set(fact.notes)) < 2:
        return False
    if fact.type in ("NAMED", "COMES_FROM") and object_[:1].islower():
        return False
    statement = _statement(fact)
    if fact.type == "LOCATED_IN" and _STAY.search(object_):
        return False
    if fact.type in _BODY and _OF_PETS.search(object_):
        return False
    if fact.type == "AGED" and _THEN.search(statement):
        return False
    if fact.type in _WISHES and _HYPOTHETICAL.search(statement):
        return False
    if language_of(statement) != "en":
        return not _is_over_in_chinese(fact.type, object_, statement)
    return not _is_transient(fact, object_, statement) and is_lasting(fact, object_, statement)


def is_understood_alone(fact: Fact, object_: str) -> bool:
    """Whether the name of the object is complete, and says which thing is meant."""
    statement = _statement(fact)
    return language_of(statement) != "en" or not (
        _is_vague(object_)
        or is_unspecific(fact.type, object_, statement)
        or _is_cut(object_, statement)
        or _is_restricted(fact.type, object_, statement)
        or _skips_pronoun(object_, statement)
        or _is_garbled(fact, object_, statement)
    )


def is_context_bound(type_: str, object_: str, statement: str) -> bool:
    """Whether the object of a fact means something only beside other sentences: "getting into it", "I love the details!".

    Such a relation is no fact. It is not checked for values and instructions ("in your answers").
    """
    if type_ == "REQUIRES" or relation_of(type_).literal:
        return False
    language = language_of(statement)
    if language == "zh":
        return context_bound.is_context_bound(type_, object_)
    if language != "en" or not _WORDS.search(object_):
        return False
    if type_ in _PREFERENCES and _REACTION.search(statement) is not None:
        return True
    is_attitude = type_ in _PREFERENCES | {"INTERESTED_IN", "PREFERS"}
    return (
        _refers(object_)
        or _skips_pronoun(object_, statement)
        or (is_attitude and (_is_vague(object_) or is_unspecific(type_, object_, statement)))
    )


def refers_elsewhere(object_: str) -> bool:
    """Whether an object has a word that means something in another sentence: "walk into it"."""
    return _REFERS.search(object_) is not None


def is_small_age(object_: str) -> bool:
    """Whether an age is that of a child who writes no messages: "I'm up to three" is no age."""
    return _SMALL_AGE.fullmatch(object_.casefold()) is not None


def tells_more(object_: str, sentence: str) -> bool:
    """Whether a sentence says more than that something happened to a thing named before: "We got the grant!!" does not."""
    is_known = re.search(rf"\b(?:the|that|this) (?:\w+ )?{re.escape(object_)}\b", sentence, re.IGNORECASE)
    words = sentence.split()
    return (
        is_known is None
        or len(words) >= _TELLING
        or any(re.match(r"[A-Z\d](?!\b|['’])", word) for word in words[1:])
    )


def is_report(sentence: str) -> bool:
    """Whether a sentence tells something: no question, no condition, no exclamation of a few words."""
    is_short = (
        len(sentence.split()) < _REPORT if language_of(sentence) == "en" else len(sentence) < _REPORT_ZH
    )
    return not (is_short or asks_or_supposes(sentence))


def asks_or_supposes(sentence: str) -> bool:
    """Whether a sentence is a question or a supposition."""
    return sentence.rstrip().endswith(("?", "？", "吗")) or _HYPOTHETICAL.search(sentence) is not None


def _statement(fact: Fact) -> str:
    """The sentence of a fact without its speaker."""
    return fact.text.partition(": ")[2] or fact.text


def _is_over_in_chinese(type_: str, object_: str, statement: str) -> bool:
    """Whether a Chinese sentence says that a wish has come true, or that a place in a contest is no win."""
    if type_ == "WANTS":
        return _CHINESE_WISH_MET.search(statement) is not None
    return type_ == "WON" and _CHINESE_LAST.search(object_) is not None


def _is_vague(object_: str) -> bool:
    words = [word.casefold() for word in _WORDS.findall(object_)]
    groups = groups_of("profile_en")
    return (
        not words or _refers(object_) or (len(words) == 1 and words[0] in groups["idiom"] | groups["vague"])
    )


def _refers(object_: str) -> bool:
    """Whether the words of an object need another sentence, or do not belong together."""
    if _REFERS.search(object_) or _KINDS.match(object_) or re.search(r"\b[a-z]+['’]s$", object_):
        return True
    words = [word.casefold() for word in _WORDS.findall(object_)]
    if not words:
        return False
    is_several = len(words) > 1
    if is_several and words[0] == words[1] and not object_.istitle():
        return True  # "Creating Creating art", but not "La La Land"
    return words[-1] in groups_of("profile_en")["pronoun"] or (is_several and words[-1] in _KIND_NOUNS)


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
    if _IS_PART.match(rest) and not re.search(r"ing\b", object_):
        return True
    following = re.match(r" ([a-z]+)\b", rest)
    if following is None or object_[:1].isupper():
        return False
    word = following[1]
    is_form = word.endswith(("ly", "ing", "ed", "ward", "wards"))
    return not is_form and word not in groups_of("profile_en")["after"]


def _is_restricted(type_: str, object_: str, statement: str) -> bool:
    """Whether a clause after the object says which persons or things are meant: "I want to help people who are ill"."""
    at = statement.casefold().find(object_.casefold())
    if at < 0 or not _RESTRICTED.match(statement[at + len(object_) :]):
        return False
    return (type_ in _PREFERENCES and object_.islower()) or _ANYBODY.search(object_) is not None


def _skips_pronoun(object_: str, statement: str) -> bool:
    """Whether the sentence has a pronoun between the words of the object: `make work` of "make this work"."""
    first, _, rest = object_.partition(" ")
    if not rest or object_.casefold() in statement.casefold():
        return False
    between = r"(?:it|this|that|these|those|them|him|her)"
    return (
        re.search(rf"\b{re.escape(first)} {between} {re.escape(rest)}\b", statement, re.IGNORECASE)
        is not None
    )


def _is_garbled(fact: Fact, object_: str, statement: str) -> bool:
    if fact.type == "WORKS_AT":  # "I've worked with Python", "I'm working on a site for a shop"
        return _WORKS_WITH.search(statement) is not None and _WORKS_AT.search(statement) is None
    if fact.type == "DECIDED":
        return _DECIDED.search(statement) is None
    if fact.type in _PREFERENCES and re.fullmatch(r"[a-z]+ing", object_):  # "I like diving for the ball"
        return re.search(rf"\b{object_} (?:for|into|up|over)\b", statement) is not None
    if fact.type == "OWNS":
        food = groups_of("noun_classes_en")
        return object_.casefold().split()[-1] in food["foodstuff"] | food["drink"]
    if fact.type == "WORKS_AS":
        return object_.casefold().startswith(("always ", "never ", "just "))
    if fact.type == "REQUIRES":
        return not _RULE.match(object_) or _NO_RULE.match(object_) is not None
    if fact.type == "PLANS_TO" and object_.startswith("go "):  # "I'm considering new shoes for running"
        return re.search(rf"\bfor {re.escape(object_[3:])}\b", statement) is not None
    is_activity = fact.type in _PREFERENCES | _WISHES
    return (not is_activity and _GARBLED.match(object_) is not None) or _LEARN.match(object_) is not None


def _is_transient(fact: Fact, object_: str, statement: str) -> bool:
    """Whether a sentence states no lasting fact: praise for what somebody showed, advice, a place that somebody comes from."""
    if fact.type not in _WISHES and _ABOUT_OTHERS.match(statement):
        return True
    past = groups_of("profile_en")["past"]
    is_past = any(word.casefold() in past for word in _WORDS.findall(object_))
    if fact.type in _PREFERENCES:
        return is_past or bool(_REACTION.search(statement) or _FORMER_LIKING.search(statement))
    if fact.type == "LOOKS_FORWARD_TO" and (_HEARS.match(object_) or re.fullmatch(r"[a-z]+ing", object_)):
        return True
    if fact.type == "DECIDED":
        return object_.endswith(("self", "selves"))
    if fact.type == "OWNS":  # "we have our sofa back"
        return _BACK.search(statement) is not None
    if fact.type == "USES":
        return _ADVICE.match(statement) is not None
    if fact.type == "VISITED":
        is_journey = object_.casefold().split()[-1] in groups_of("profile_en")["journey"]
        return is_journey or f"from {object_.casefold()}" in statement.casefold()
    if fact.type == "WANTS" and (_FORMER_WISH.search(statement) or _OFFER.match(object_)):
        return True
    is_plan = fact.type == "PLANS_TO"
    return fact.type in _WISHES and (is_past or (is_plan and not _PLANNED.search(statement)))
