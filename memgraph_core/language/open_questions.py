"""The questions of a text that a memory could answer, and what would answer them. Rules, without a model.

Questions that no later statement could answer are left out: those to the reader (advice, an opinion, a request, how the
reader is), those that only the conversation before them explains, those about the world ("how many eggs does a hen
lay?"), and those without a subject. "Do you know where Ada lives?" asks where Ada lives.
"""

import re
from dataclasses import dataclass
from typing import Literal

from memgraph_core.language.asked import relations_asked
from memgraph_core.language.asking import is_follow_up
from memgraph_core.language.assertions import FENCED_CODE
from memgraph_core.language.entities import named_in
from memgraph_core.language.pack import language_of
from memgraph_core.language.sentences import is_question, sentences_of
from memgraph_core.language.terms import question_terms, stop_words

# What an answer has to contain: a time, a place or a person, a number; anything else.
AnswerKind = Literal["time", "name", "number", "any"]

_MAX_TEXT = 2_000  # characters of a text that are read
_MAX_LENGTH = 300  # characters of a question
_MAX_QUESTIONS = 3  # of one text, the first ones

# "Do you know where …", "could you tell me when …", "any idea who …": asks for what follows.
_ASKS_FOR = {
    "en": re.compile(
        r"^\W*(?:(?:so|and|but|hey|hi|ok(?:ay)?|by the way|btw|please)\W+)*"
        r"(?:(?:do|did|does|can|could|would|will) (?:you|any(?:one|body)|some(?:one|body))(?: (?:happen to|please|still|even))*"
        r" (?:know|remember|recall|tell me|remind me)(?: again)?"
        r"|(?:any|no|you have any) (?:idea|clue)|(?:please )?(?:tell|remind) me|i wonder|i['’]m wondering"
        r"|what do (?:you|we) know about)[,:]?\s+",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"^\W*(?:请问|对了|那么?|话说|哎|诶|嘿)*[，, ]*(?:你们?|您)?还?"
        r"(?:知不知道|记不记得|知道|记得|能告诉我|可以告诉我|告诉我)[，, ]*"
        r"|^\W*(?:有没有人|有谁|谁|大家)知道[，, ]*|^\W*请问[，, ]*"
    ),
}
_TO_READER = {
    "en": re.compile(
        r"\b(?:you|your|yours|yourself|ya|y['’]?all|u|ur|should (?:i|we)|(?:can|could|may|might|shall) (?:i|we)"
        r"|how do (?:i|we)|(?:how|what) (?:would|can|could|should) (?:i|we|one)|how to"
        r"|(?:best|good|better|easy|easiest|right|proper) (?:ways?|ideas?)|any (?:advice|tips?|suggestions?)"
        r"|difference between|(?:any|some)thing (?:else )?(?:i|we) can|do (?:i|we) need|let me|guess what)\b"
        r"|(?<!^),\s*(?:right|huh|eh|no|yeah|ok(?:ay)?)\s*[?!]*$",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"[你您]|我(?:们|该|应该|要不要|能不能|能|可以|需要)|好(?:办法|方法)|怎样才|怎么才|怎么办|怎么样|如何|建议|区别|要不要|好不好|行不行|好吗|行吗"
    ),
}
_ASKING_WORD = re.compile(
    r"(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|am|do|does|did|has|have|had|will|would|can|could)(?:n['’]t"
    r"|['’](?:s|re|ll|d|ve))?\b",
    re.IGNORECASE,
)
_ASKING_ZH = re.compile(r"[?？吗呢谁哪几啥]|什么|多少|多[大久远高长]|怎么|何时|是否|是不是|有没有|为何")
_LEADING = re.compile(
    r"^\W*(?:(?:so|and|but|well|hey|hi|oh|wow|ok(?:ay)?|btw|by the way|anyway|also|then|now|sorry)\b\W*)*",
    re.IGNORECASE,
)
# Words that name no subject: "What happened?", "Anything new?", "How is it going?".
_GENERAL = re.compile(
    r"everything|lately|last|talk(?:ed)?|spoke|new|up|going|happen(?:ed|ing)?|things?|stuff|fun|wrong|mean|idea|matter|problem|news"
    r"|plan|else|next|now|today|day|time|point|deal|think|know|feel|get|got|make|made|good|great|nice"
)
_KINDS: tuple[tuple[AnswerKind, re.Pattern[str], re.Pattern[str]], ...] = (
    ("time", re.compile(r"\b(?:when|what (?:time|date|day|year|month))\b", re.IGNORECASE),
     re.compile(r"什么时候|何时|哪天|哪年|几月|几号|几点|哪一天")),
    ("number", re.compile(r"\bhow (?:many|much|old|long|often|far|tall|big)\b", re.IGNORECASE),
     re.compile(r"多少|多大|多久|多远|几[个次只本家位人岁]")),
    ("name", re.compile(r"\b(?:who|whom|whose|where)\b|\bnames?\b|\bcalled\b", re.IGNORECASE),
     re.compile(r"谁|哪里|哪儿|在哪|叫什么|名字")),
)  # fmt: skip
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|once|twice)\b|[一二两三四五六七八九十百]",
    re.IGNORECASE,
)
_REFERRING = re.compile(
    r"(?:it|that|this|these|those|he|she|they|his|her|their|there|yes|yeah|yep|yup|no|nope|nah|sure|of course|definitely|in|on|at"
    r"|from|because|since|both|all|i think|i believe|i guess)(?:['’]\w+)?\b|[是对不没有在叫他她它这那因从]",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(r"\b(?:i|my|me|mine|we|our|us)\b|[我咱]", re.IGNORECASE)
# A question about a kind of thing, not about somebody's: "does a hen", "usually", 一只鸡.
_ABOUT_WORLD = {
    "en": re.compile(
        r"\b(?:do|does|did|can|could|will|would|should|is|are)(?:n['’]t)? (?:an|a|one|the average)\b|\b(?:typical(?:ly)?|on average"
        r"|normally|usually|in general|generally)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"^\W*(?:一般|通常|平均)?一[个只条棵台头辆匹杯斤碗件]|一般|通常|平均"),
}
_ABOUT_SOMEBODY = re.compile(
    r"\b(?:i|my|me|mine|we|our|us|he|she|they|his|her|their|him|them|this|that|these|those)\b|[我咱他她它这那]",
    re.IGNORECASE,
)
_COUNTED = {
    "en": re.compile(r"\bhow (?:many|much) (?:more |other |different )?(\w+)", re.IGNORECASE),
    "zh": re.compile(r"(?:多少|几)[个次只本家位人条头棵件斤块]?([\u4e00-\u9fff])"),
}
_NUMBER_ASKED = re.compile(r"\bhow (?:many|old)\b|多少|多大|几[个次只本家位人岁条头棵件斤块]", re.IGNORECASE)
_FRAGMENT = 4  # words of the longest reply that counts as a fragment, such as "Emma Watson" or "next Tuesday"
_FRAGMENT_ZH = 6  # characters of such a reply
_UNKNOWING = re.compile(
    r"\b(?:(?:i|we) (?:don['’]?t|do not|can['’]?t|cannot|didn['’]?t) (?:really |even )?(?:know|remember|recall)|no idea|not sure"
    r"|let me (?:check|ask|look|see)|i['’]ll (?:check|ask|look)|hard to say|who knows)\b"
    r"|不知道|不清楚|不确定|不记得|忘了|没印象|我(?:去|帮你)?(?:查|问)(?:一下|查|问)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedQuestion:
    """A question that a memory could answer."""

    text: str  # the sentence, as it was said
    language: str
    relations: tuple[str, ...]  # relation types that it asks about, sorted; empty for most questions
    kind: AnswerKind
    is_about_asker: bool  # in the first person: "Where does my sister live?"


def questions_in(text: str) -> tuple[AskedQuestion, ...]:
    """The questions of an English or a Chinese text that a memory could answer, at most three, in its order."""
    found: dict[str, AskedQuestion] = {}
    for sentence in sentences_of(FENCED_CODE.sub(" ", text[:_MAX_TEXT])):
        bare = " ".join(sentence.split())
        if len(bare) <= _MAX_LENGTH and (asked := _asked(bare)) is not None:
            found.setdefault(asked.text.casefold(), asked)
    return tuple(found.values())[:_MAX_QUESTIONS]


def states_answer(statement: str, question: AskedQuestion, *, has_time: bool) -> bool:
    """Whether a statement of another person directly after a question answers it.

    It must refer to the question: by a word, by the first word of one of its first sentences ("it", "yes", 是), or as a fragment.
    A question for a time, a number or a name also needs one in the statement; `has_time` says whether it contains a time.
    """
    if _UNKNOWING.search(statement) or not _refers(statement, question):
        return False
    if question.kind == "time":
        return has_time
    if question.kind == "number":
        return _NUMBER.search(statement) is not None
    if question.kind == "name":
        asked = {named.text for named in named_in(question.text, question.language)}
        return any(named.text not in asked for named in named_in(statement, language_of(statement)))
    return True


def may_answer(statement: str, question: str, *, has_time: bool) -> bool:
    """Whether a statement has what a question asks for: a number of the counted things, or a time; True for other questions.

    `has_time` says whether the statement contains a time.
    """
    language = language_of(question)
    if language not in _COUNTED:
        return True
    if _NUMBER_ASKED.search(question):
        counted = _COUNTED[language].search(question)
        things = set(question_terms(counted[1])) if counted else set[str]()
        return bool(_NUMBER.search(statement)) and things <= set(question_terms(statement))
    if _kind(question, language) == "time":
        return has_time or _NUMBER.search(statement) is not None
    return True


def _is_about_world(core: str, language: str) -> bool:
    """Whether a question is about a kind of thing, and names nobody."""
    return (
        _ABOUT_WORLD[language].search(core) is not None
        and not _ABOUT_SOMEBODY.search(core)
        and not named_in(core, language)
    )


def _refers(statement: str, question: AskedQuestion) -> bool:
    """Whether a statement refers to the question before it."""
    language = language_of(statement)
    openings = [_LEADING.sub("", each) if language == "en" else each for each in sentences_of(statement)[:2]]
    shared = set(question_terms(statement)) & set(question_terms(question.text))
    return (
        any(map(_REFERRING.match, openings))
        or any(not _is_general(term) for term in shared)
        or (len(statement) <= _FRAGMENT_ZH if language == "zh" else len(statement.split()) <= _FRAGMENT)
    )


def _is_general(term: str) -> bool:
    return bool(_GENERAL.fullmatch(term) or term in stop_words() or _ASKING_WORD.fullmatch(term))


def _asked(sentence: str) -> AskedQuestion | None:
    """The question that a sentence asks a memory; None if it asks none."""
    language = language_of(sentence)
    if language not in _ASKS_FOR:
        return None
    framed = _ASKS_FOR[language].match(sentence)
    if not framed and not is_question(sentence):
        return None
    core = sentence[framed.end() :] if framed else sentence
    if language == "en":
        core = _LEADING.sub("", core)
        if not _ASKING_WORD.match(core):
            return None
    elif not _ASKING_ZH.search(core):
        return None
    people = [named.text for named in named_in(core, language) if named.type == "Person"]
    if _is_about_world(core, language):
        return None
    if _TO_READER[language].search(core) or is_follow_up(core, language, people) or not _has_subject(core):
        return None
    relations = tuple(sorted(relations_asked(core, language)))
    return AskedQuestion(
        text=sentence,
        language=language,
        relations=relations,
        kind=_kind(core, language),
        is_about_asker=bool(_FIRST_PERSON.search(core)),
    )


def _kind(core: str, language: str) -> AnswerKind:
    for kind, english, chinese in _KINDS:
        if (chinese if language == "zh" else english).search(core):
            return kind
    return "any"


def _has_subject(core: str) -> bool:
    return any(not _is_general(term) for term in question_terms(core))
