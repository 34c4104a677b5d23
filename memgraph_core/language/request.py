"""The kind of a request to memory (question, message, task) and the weight of each sentence.

Applications send whole messages: a user describes a situation, and asks something of the agent. What memory should
bring up is then in the statements as much as in the questions, so every sentence is searched. A question to memory may
also be surrounded by remarks; these count less than the question, but are not discarded.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache

from memgraph_core.language.asking import announced_questions, asked_parts
from memgraph_core.language.people import is_first_person
from memgraph_core.language.sentences import is_question, sentences_of
from memgraph_core.language.stating.acts import speech_act_of
from memgraph_core.language.word_lists import word_set
from memgraph_core.records.search import RequestKind

MAX_PARTS = 8  # sentences of a request that are compared with memory one by one
_MAX_SEARCHED = 2_000  # characters of a request that are searched
_REMARK_WEIGHT = 0.3  # of a sentence around a question to memory
_ASIDE_WEIGHT = 0.1  # weight of the sentences before "what I really want to know is …"
# With at least this many statements per question, a text is a message, even without a question to the reader.
# A text that describes something after its question is a message, too.
_STATEMENTS_OF_MESSAGE = 3
_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_ADDRESS = re.compile(r"https?://\S+")
# A question to the reader asks for advice or an opinion; memory holds no sentence that answers it.
_TO_READER = {
    "en": re.compile(
        r"\b(?:you|your|should (?:I|we)|can (?:I|we)|could (?:I|we)|shall (?:I|we)|any (?:ideas?|advice|tips?|suggestions?))\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"[你您]|我(?:们)?(?:该|应该|要不要|能不能|可以)|怎么办|建议"),
}
# Questions about the reader's past words, which are in memory: "what did you suggest for the schema?"
_PAST_OF_READER = {
    "en": re.compile(
        r"\b(?:(?:did|had|have|were) you\b(?! (?:know|hear|see|think|guess))"
        r"|you (?:\w+ly )?(?:\w+ed|said|told|gave|wrote|made|chose|had|meant)\b"
        r"|your (?:\w+ )?(?:advice|suggestions?|recommendations?|proposals?|answers?|explanations?|instructions?)\b)",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"[你您](?:上次|之前|以前|刚才|当时|曾经|那时|说过|提过|给我|建议过|推荐过|告诉)"
        r"|[你您](?:\w{0,4})的(?:建议|推荐|意见|方案|回答|解释|说法)"
    ),
}
# Questions about work with the reader: "what did we decide?", "the order in which we discussed it"
_COMMON_WORK = {
    "en": re.compile(
        r"\b(?:(?:did|had|have) we (?:already |just |\w+ly )?"
        r"(?:(?:discuss|talk|cover|finish|work)(?:ed)?|(?:decide|agree|settle|complete)d?|(?:go|gone) (?:over|through))\b"
        r"|we(?:['’]ve| have| had)? (?:already |just |\w+ly )?"
        r"(?:discussed|talked|covered|finished|worked|decided|agreed|settled|completed|(?:went|gone) (?:over|through))\b"
        r"|(?:which|what) steps\b)",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"我们(?:\w{0,6})(?:讨论|聊|谈|商量|决定|商定|完成|做完)(?:过|了|的|好)|哪些步骤"),
}
# A summary of nobody else is one of the work.
_SUMMARY = {
    "en": re.compile(r"\b(?:summari[sz]e|summary|recap|overview)\b", re.IGNORECASE),
    "zh": re.compile(r"总结|概括|回顾|梳理"),
}
# How something developed, or in which order: the answer is spread over the whole time.
_OVERVIEW = {
    "en": re.compile(
        r"\b(?:summari[sz]e|summary|recap|overview|timeline|chronolog\w+|(?:in )?(?:what|which) order"
        r"|the order in which|the order of (?:my|our|events|the events)"
        r"|how (?:has|have|did) [^?.]{3,120}\b(?:develop|evolve|progress|change)(?:d|ed)?\b[^?.]{0,40}\b(?:over|so far|across))\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"(?:总结|概括|概述|回顾|梳理)(?:一下|下|一遍|我|出|最近|目前|这|整个)|做个?(?:总结|小结|回顾)|时间线|来龙去脉|前因后果|始末"
        r"|(?:时间|先后|什么|哪种)顺序|按.{0,6}顺序"
    ),
}
_POLITE = {
    "en": re.compile(
        r"^\W*(?:(?:so|and|now|ok(?:ay)?|hey|hi|hello)\W+)*"
        r"(?:please|(?:can|could|would|will) you(?: please)?|i(?:['’]d| would) (?:like|love) you to|i need you to|let['’]s"
        r"|(?:can|could) you help|help)\W+",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"^\W*(?:请|麻烦|帮我|帮忙|给我|替我|能不能帮|可以帮|你能帮|能帮)"),
}
_FIRST_WORD = re.compile(r"^\W*([a-z]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RequestPart:
    """A sentence of a request, and how much it counts, from 0 to 1."""

    text: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Request:
    """A request to memory, without code and addresses, and at most 2,000 characters of it."""

    kind: RequestKind
    asking: tuple[str, ...]  # the sentences that ask; the whole text if none does
    parts: tuple[RequestPart, ...]  # all sentences in their order; asking ones count 1

    @property
    def asks(self) -> bool:
        """Whether it asks for something: a question, a task, or a message with a question."""
        return self.kind != "message" or any(map(is_question, self.asking))

    @property
    def focus(self) -> str:
        """The text whose meaning is searched: the asking part of a question, or the whole message or task."""
        if self.kind == "question":
            return " ".join(self.asking)
        return " ".join(part.text for part in self.parts)

    @property
    def compared(self) -> tuple[str, ...]:
        """The sentences whose meaning is searched one by one, at most eight: the questions, or all of a message.

        Of a longer message these are the last, the first and the longest sentences. Empty if there is only one.
        """
        texts = list(
            self.asking if self.kind == "question" else dict.fromkeys(part.text for part in self.parts)
        )
        if len(texts) < 2:
            return ()
        by_length = sorted(range(len(texts)), key=lambda i: (-len(texts[i]), i))
        chosen = list(dict.fromkeys([len(texts) - 1, 0, *by_length]))[:MAX_PARTS]
        return tuple(texts[i] for i in sorted(chosen))


def request_of(text: str, language: str) -> Request:
    """The kind of a request and its sentences. Greetings and acknowledgements are left out of a longer text."""
    searched = _searchable(text)
    sentences = _without_courtesies(sentences_of(searched), language) or [searched]
    asking = asked_parts(searched, language)
    if announced_questions(searched, language):
        return Request("question", asking, _parts(sentences, asking, _ASIDE_WEIGHT))
    kind = _kind(sentences, language)
    remark = _REMARK_WEIGHT if kind == "question" else 1.0
    return Request(kind, asking, _parts(sentences, asking, remark))


def asks_for_work(text: str, language: str, people_in: Callable[[str, str], Collection[str]]) -> bool:
    """Whether a text asks what the reader said, for the work with the reader, or for a summary: an agent's own turns answer it.

    A summary about people whom the text names is not meant, unless the asker is part of it, too. `people_in` returns the
    people whom a text of a language names.
    """
    past, common, summary, polite = (
        of.get(language, of["en"]) for of in (_PAST_OF_READER, _COMMON_WORK, _SUMMARY, _POLITE)
    )
    if past.search(text) or common.search(text):
        return True
    topic = summary.sub(" ", polite.sub("", text))
    return summary.search(text) is not None and (is_first_person(topic) or not people_in(topic, language))


def asks_for_overview(text: str, language: str) -> bool:
    """Whether a text asks for a summary, or for the order of several events."""
    return _OVERVIEW.get(language, _OVERVIEW["en"]).search(text) is not None


def _searchable(text: str) -> str:
    """The text without code blocks and addresses, unless nothing else is left; of a long text the start and the end."""
    bare = _ADDRESS.sub(" ", _CODE.sub(" ", text)).strip()
    bare = bare if re.search(r"\w{2}", bare) else text
    if len(bare) <= _MAX_SEARCHED:
        return bare
    half = _MAX_SEARCHED // 2
    return f"{bare[:half]}\n{bare[-half:]}"


def _without_courtesies(sentences: Sequence[str], language: str) -> list[str]:
    return [s for s in sentences if speech_act_of(s, language) in {"statement", "question"}]


def _parts(sentences: Sequence[str], asking: Sequence[str], remark: float) -> tuple[RequestPart, ...]:
    asked = "\n".join(asking)
    parts = (RequestPart(s, 1.0 if s in asked else remark) for s in sentences)
    announced = (RequestPart(s) for s in asking if not any(s in other or other in s for other in sentences))
    return (*parts, *announced)


def _kind(sentences: Sequence[str], language: str) -> RequestKind:
    questions = [s for s in sentences if is_question(s)]
    statements = [s for s in sentences if s not in questions]
    if any(_is_task(s, language) for s in sentences):
        return "task"
    if not questions:
        return "message" if _describes(statements) else "question"
    if len(statements) >= _STATEMENTS_OF_MESSAGE * len(questions):
        return "message"
    if len(statements) > 1 and sentences[-1] in statements:
        return "message"
    to_reader = any(_is_to_reader(s, language) for s in questions)
    return "message" if to_reader and _describes(statements) else "question"


def _is_to_reader(sentence: str, language: str) -> bool:
    past = _PAST_OF_READER.get(language, _PAST_OF_READER["en"])
    return bool(_TO_READER.get(language, _TO_READER["en"]).search(sentence)) and not past.search(sentence)


def _describes(statements: Sequence[str]) -> bool:
    """Whether there are several statements, or one in the first person; other single statements are keywords."""
    return len(statements) > 1 or any(map(is_first_person, statements))


def _is_task(sentence: str, language: str) -> bool:
    """Whether a sentence asks the reader to do something: "Plan dinner for Ada", "could you write …", 帮我写…."""
    polite = _POLITE.get(language, _POLITE["en"]).search(sentence)
    if language == "zh":
        return polite is not None
    rest = sentence[polite.end() :] if polite else sentence
    word = _FIRST_WORD.match(rest)
    return word is not None and word[1].lower() in _task_verbs()


@cache
def _task_verbs() -> frozenset[str]:
    return word_set("tasks_en")
