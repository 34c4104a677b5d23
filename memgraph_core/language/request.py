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
from memgraph_core.language.assertions import FENCED_CODE
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
# "My year" of an overview is this year.
_OWN_PERIODS = {
    "en": (
        (re.compile(r"\b(?:my|our|the)(?: (?:whole|entire))? day\b", re.IGNORECASE), "today"),
        (
            re.compile(r"\b(?:my|our|the)(?: (?:whole|entire))? (year|month|week)\b", re.IGNORECASE),
            r"this \1",
        ),
    ),
    "zh": (
        (re.compile(r"(?:我们?的?这?|这|整)整?一年|我们?的(?=今年|这)|(?<=我)这年|这一整年"), "今年"),
        (re.compile(r"这一个?整?个?月|我们?的这个月"), "这个月"),
        (re.compile(r"这一个?整?个?(?:周|星期|礼拜)"), "这周"),
    ),
}
_PERIOD = {
    "en": re.compile(
        r"(?:to)?day|yesterday|(?:week|month|quarter|year)s?|weekend|spring|summer|autumn|fall|winter|january|february|march|april"
        r"|may|june|july|august|september|october|november|december|(?:19|20)\d\d",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"年|月|周|星期|礼拜|季|今天|昨天|最近"),
}
# The other words of a request for an overview of nothing but a period.
_OF_PERIOD = {
    "en": re.compile(
        r"summari[sz](?:e|ing)|summary|recap|overview|timeline|review|can|could|would|will|you|please|give|make|write|show|me|us|i|my"
        r"|our|an?|the|of|for|from|in|over|short|brief|quick|little|this|last|past|previous|current|whole|entire|so|far|few|\d+|one"
        r"|two|three|six|life|what|happened|everything|that|to|s|d|like",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"(?:总结|概括|概述|回顾|梳理|小结|发生|哪些|什么|事情?|一下|帮忙?|麻烦|请|给|能不能|可以|我们?|你|您|的|能|吗|呢|做|写|出|了|过|这|那|上|个|整"
        r"|今|去|前|本|年|月|周|星期|礼拜|季度?|天|日|昨|最近|过去|以来|到现在|目前|[\d一二两三四五六七八九十几]|[春夏秋冬]|\W)*"
    ),
}
_HAPPENED = re.compile(r"发生(?:了|过)?(?:什么|哪些)")
_POLITE = {
    "en": re.compile(
        r"^\W*(?:(?:so|and|now|ok(?:ay)?|hey|hi|hello)\W+)*"
        r"(?:please|(?:can|could|would|will) you(?: please)?|i(?:['’]d| would) (?:like|love) you to|i need you to|let['’]s"
        r"|(?:can|could) you help|help)\W+",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"^\W*(?:请|麻烦|帮我|帮忙|给我|替我|能不能帮|可以帮|你能帮|能帮)"),
}
# "Forget that I have a dog", "delete everything you know about Tuva"; but not "forget it" and "delete the old files".
_FORGET = {
    "en": re.compile(
        r"^\W*(?:(?:so|and|now|ok(?:ay)?|hey|hi|hello|please|just"
        r"|i (?:want|need|would like) you to|i['’]d like you to|you (?:should|must)"
        r"|(?:can|could|would|will) you)\W+)*(?:"
        r"(?:forget|unlearn)\s+(?:(?:about\s+)?(?:everything|anything|all|what(?:ever)?|me\b|my|our|the fact|(?-i:[A-Z]\w+))"
        r"|that\s+(?:(?:i|we|my|our|he|she|they)\b|(?-i:[A-Z]\w+))|(?:i|we)\s+(?:ever\s+)?(?:said|told|mentioned))"
        r"|(?:delete|erase|remove|wipe|clear)\s+(?:(?:everything|anything|all|what(?:ever)?)\b[^.?!]*"
        r"\b(?:you|know|remember|stored|saved|said|told|about|memory|memories)\b"
        r"|(?:all\s+)?(?:of\s+)?my\s+(?:personal\s+)?(?:data|information|memory|memories|history|profile|records?)\b"
        r"|[^.?!]*\bfrom\s+(?:your\s+)?(?:memory|memories)\b|(?:your|the)\s+(?:memory|memories)\b)"
        r"|(?:do not|don['’]t|stop)\s+remember(?:ing)?\b)",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"^\W*(?:请|麻烦|帮我|帮忙|给我|替我|你|您|能不能|能|可以|现在)*(?:"
        r"(?:忘掉|忘记)(?:我|关于|有关|所有|一切|刚才|之前|这|那|[你您])|(?:请|帮我)忘了|忘了(?:关于|有关|所有|一切|我(?:说|告诉))"
        r"|(?:删除|删掉|清除|清空|抹掉|抹去)[^。！？]*(?:关于|有关|记得|知道|记忆|说过|说的|资料|信息|数据|记录)"
        r"|(?:把|将)[^。！？]*(?:关于|有关|记得|知道|记忆|说过|说的|我的)[^。！？]*(?:忘掉|忘记|忘了|删除|删掉|清除|抹掉)"
        r"|(?:别|不要)(?:再)?记得?(?:住|着)?(?:我|关于|这))"
    ),
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


def asks_to_forget(text: str) -> bool:
    """Whether a sentence of a message asks the reader to forget something that it knows."""
    return any(form.search(sentence) for sentence in sentences_of(text) for form in _FORGET.values())


def with_present_period(text: str, language: str) -> str:
    """A request for an overview with "my year" and 我这一年 as "this year" and 今年."""
    for form, period in _OWN_PERIODS.get(language, ()):
        text = form.sub(period, text)
    return text


def is_only_about_period(text: str, language: str) -> bool:
    """Whether an overview of a period without another topic is requested: "summarise my year", 今年发生了什么."""
    if language not in _PERIOD or not _PERIOD[language].search(text):
        return False
    if language == "zh":
        asks = asks_for_overview(text, language) or _HAPPENED.search(text) is not None
        return asks and _OF_PERIOD["zh"].fullmatch(text) is not None
    words = re.findall(r"\w+", text)
    return asks_for_overview(text, language) and all(
        _OF_PERIOD["en"].fullmatch(word) or _PERIOD["en"].fullmatch(word) for word in words
    )


def _searchable(text: str) -> str:
    """The text without code blocks and addresses, unless nothing else is left; of a long text the start and the end."""
    bare = _ADDRESS.sub(" ", FENCED_CODE.sub(" ", text)).strip()
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
