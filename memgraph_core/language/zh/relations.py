"""Chinese relation phrases. Each clause has a subject, adverbs, and a predicate that matches a pattern of a relation entry."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from memgraph_core.language.relating.mask import masked
from memgraph_core.language.spans import Span
from memgraph_core.language.topic import Topic
from memgraph_core.language.vocabulary import ANY_OBJECT, Phrase, relation_of
from memgraph_core.language.word_lists import groups_of, lines_of
from memgraph_core.language.zh import moods, status
from memgraph_core.language.zh.appositions import appositions_in
from memgraph_core.language.zh.changed_values import changed_values, with_former_value
from memgraph_core.language.zh.clauses import TOPIC, Clause, Sentence, clauses_of, predicates_of, subjects_of
from memgraph_core.language.zh.elliptic import continued_phrases
from memgraph_core.language.zh.following import (
    UNCLEAR,
    Subject,
    subject_after,
    subject_after_continued,
    subject_after_none,
    subject_after_own,
)
from memgraph_core.language.zh.given import given_things
from memgraph_core.language.zh.journeys import NOW, without_lodgings
from memgraph_core.language.zh.left_out import (
    OF_BODY,
    acts_like_somebody,
    behind_it,
    brings_somebody,
    goes_on,
    introduces_somebody,
    opening_subject,
    possible_name,
    topic_after,
    with_known_subject,
)
from memgraph_core.language.zh.masked_words import masked_words
from memgraph_core.language.zh.order import in_canonical_order
from memgraph_core.language.zh.overlaps import without_overlaps
from memgraph_core.language.zh.owners import with_owners
from memgraph_core.language.zh.patterns import matching
from memgraph_core.language.zh.predicate_phrases import PredicateEnds, phrases_by_pattern
from memgraph_core.language.zh.slots import sorts_of
from memgraph_core.language.zh.topics import with_topic_as_object
from memgraph_core.language.zh.words import words_of

_MAX_CLAUSE = 90  # characters; a longer one is a list, or not prose
_PREFERRING = frozenset(["PREFERS", "REQUIRES"])  # the relations that an order to an assistant may state
_SOMEBODY_UNKNOWN = re.compile(
    r"[他她它佢]们?|你|您|(?:另)?一个(?=[做写叫在是])|有的|有人|大家|人家|别人|俩人|两人|谁"
)
_OF_OTHERS = re.compile(r"[他她它佢]|(?:另)?一个|有的|有人|俩人|两人")  # whom the next sentence may be about
_ENGLISH_PRONOUNS = frozenset(
    ["we", "it", "my", "you", "he", "she", "they", "our", "your", "his", "her", "their", "the"]
)
# Relations whose subject is more probably a person than a topic.
_OF_PEOPLE = frozenset(["HAS_PHONE", "HAS_EMAIL", "HAS_ADDRESS", "DECIDED", "PASSED"])
_PEOPLE_OF_CHINA = re.compile("[\u4e00-\u9fff]{1,4}族")
_AGE = re.compile(
    r"今年(?:刚好?|都|已经|快|正好|满|才|也|就)*\s?[\d一二两三四五六七八九十]+(?:周?岁)?(?:了|啦)?(?=[，,。！!；;\s]|$)"
)
_GOES_ON = re.compile(r"[号日天周月年][^，。]{0,6}(?:去|到|来|入职|加入|换|进|开始)")  # 离职了，3号去报社
_ORIGIN_STATED = re.compile("是|老家|家乡|故乡|籍贯|祖籍")
_OF_SPEAKER = frozenset(["DECIDED", "REQUIRES"])
_NOT_THAT = re.compile(r"(?:呃|额|啊|哦|噢|嗯|不对|说错了)*不是(?P<object>[^，]{1,8}?)(?:啦|哈|呢)?")
_BUT_THAT = re.compile(r"[，,\s]+(?:其实|应该)?是(?P<object>[^，,。！!；;\s]{1,8})(?=[，,。！!；;\s]|$)")
_NOUN_TAGS = frozenset(["n", "nz", "nw", "eng", "*", "ORG", "LOC", "PER"])
_IS_AT = re.compile("(?:已经|早就|早)?不?在")
_COUNTED_CHILDREN = re.compile(r"[一两二三四五]个(?:孩子|娃|小孩|儿子|女儿|闺女)$")
_PRICED = (
    "房租", "租金", "月租", "管理费", "停车费", "团费", "门票", "保费", "会费", "学费", "物业费", "月费", "年费",
)  # fmt: skip


def phrases_in(
    sentence: str, spans: Sequence[Span], speaker: str, topic: Topic | None
) -> tuple[list[Phrase], Topic | None]:
    """The relations that a sentence in simplified characters states, clause by clause, and its topic.

    `topic` is that of the sentence before it.
    """
    text = masked(sentence, "zh", [span for span in spans if not _is_common(sentence, span)], speaker)
    parsed = Sentence(text, masked_words(text), speaker)
    opening = opening_subject(parsed, topic)
    found, last = _of_clauses(parsed, opening)
    found += _added(found, appositions_in(parsed))
    found = _consistent(without_lodgings(found, text), speaker)
    return found, topic_after(parsed, last, found)


def _is_common(sentence: str, span: Span) -> bool:
    """Whether a span stays unmasked: a common noun that patterns contain as a word (咖啡, 房租), a medicine, a post, or an
    activity.
    """
    if span.type == "Person" and _COUNTED_CHILDREN.search(sentence[: span.end]):
        return True
    written = sentence[span.start : span.end]
    if span.type in ("Person", "Organization", "Place", "Work"):
        return _PEOPLE_OF_CHINA.fullmatch(written) is not None
    if written in _common_nouns() or (not written.isascii() and "medicine" in sorts_of(written)):
        return True
    first = next((word for word in words_of(sentence) if word.start == span.start), None)
    return first is not None and first.tag == "v" and first.end < span.end  # 打篮球


@cache
def _common_nouns() -> frozenset[str]:
    listed = next(line for line in lines_of("groups_zh") if line.startswith("drink ")).split()[1:]
    attributes = {word for words in groups_of("attributes_zh").values() for word in words}
    return frozenset({*listed, *attributes, *_PRICED, "烟"})


def _of_clauses(sentence: Sentence, subject: Subject) -> tuple[list[Phrase], Subject]:
    """The phrases of the clauses that are asserted, in order, and the subject after the last one.

    `subject` is that of the first clause, if it states none.
    """
    found: list[Phrase] = []
    text = sentence.masked
    for start, end in clauses_of(sentence):
        words = text.text[start:end]
        if end - start > _MAX_CLAUSE:
            continue
        if moods.is_imagined(words) or moods.is_attributed(words):
            break  # the clauses after it depend on it
        if moods.is_asked(words):
            continue
        if (longer := continued_phrases(sentence, start, end, found)) is not None:
            found, subject = longer, subject_after_continued(longer, subject)
            continue
        if (former := with_former_value(sentence, start, end, found)) is not None:
            found = former
            continue
        found = _without_retracted(found, sentence, start, end)
        phrases, following = _of_clause(sentence, start, end, subject)
        others = (
            *changed_values(sentence, start, end, subject),
            *given_things(sentence, start, end, subject),
        )
        phrases += _with_other_objects(others, phrases)
        phrases = list(with_known_subject(phrases, sentence, start, end, subject))
        phrases = list(with_owners(phrases, sentence, subject, found))
        is_continued = goes_on(sentence, start, end, subject, phrases)
        subject = following.with_context(subject, words)
        if brings_somebody(sentence, start, end, subject):
            subject = UNCLEAR
        elif subject.is_assumed and not is_continued:
            is_of_topic = subject.names == subject.person
            subject = UNCLEAR if is_of_topic else replace(subject, person=())
        phrases = [_with_own_time(p, sentence, start, end) for p in phrases]
        found += [p for p in phrases if p.type in _PREFERRING] if moods.is_ordered(words) else phrases
    return found, subject


def _without_retracted(found: list[Phrase], sentence: Sentence, start: int, end: int) -> list[Phrase]:
    """The phrases without the object that a clause takes back (豆豆发烧，呃不是发烧，是吐奶), or with the one after it."""
    text = sentence.masked
    taken_back = _NOT_THAT.fullmatch(text.text, start, end)
    wrong = text.shown(taken_back["object"], "的") if taken_back else ""
    if not wrong or all(phrase.object != wrong for phrase in found):
        return found
    right = _BUT_THAT.match(text.text, end)
    words = sentence.within(*right.span("object")) if right else ()
    if right is None or any(word.tag not in _NOUN_TAGS for word in words):
        return [phrase for phrase in found if phrase.object != wrong]
    shown = text.shown(right["object"], "的")
    return [replace(phrase, object=shown) if phrase.object == wrong else phrase for phrase in found]


def _with_other_objects(others: Iterable[Phrase], found: Sequence[Phrase]) -> list[Phrase]:
    """The phrases that add something to those of the clause: with another type, object or subject."""
    known = {
        (phrase.type, phrase.object, "" if phrase.type == "COSTS" else phrase.subject) for phrase in found
    }
    return [p for p in others if (p.type, p.object, "" if p.type == "COSTS" else p.subject) not in known]


def _consistent(found: Sequence[Phrase], speaker: str) -> list[Phrase]:
    """The phrases that agree with each other and with their subject.

    Dropped are:

    - a solution without a problem;
    - a decision of somebody else than the speaker;
    - the death of the speaker;
    - what an English pronoun in a Chinese sentence does;
    - the end of an unnamed object if the sentence states another object of the relation.
    """
    begun = {
        (p.subject, p.type) for p in found if p.object != ANY_OBJECT and not (p.ended or p.denied or p.plan)
    }
    failed = {p.subject for p in found if p.type in ("EXPERIENCED", "CAUSES")}
    return [
        phrase
        for phrase in found
        if (phrase.type != "SOLVED_BY" or phrase.subject in failed)
        and (phrase.type not in _OF_SPEAKER or phrase.subject == speaker)
        and not (phrase.type == "DIED" and phrase.subject == speaker)
        and phrase.subject.lower() not in _ENGLISH_PRONOUNS
        and not (phrase.object == ANY_OBJECT and (phrase.subject, phrase.type) in begun)
    ]


def _with_own_time(phrase: Phrase, sentence: Sentence, start: int, end: int) -> Phrase:
    """The phrase without the time of the sentence, if that is the time of another clause.

    It is if it is a future time of another clause (下周六搬家，新房子在望京), the time of a later clause with a verb
    (表姐开了家餐馆，去年倒闭了), that of an event of somebody else, that of an age (今年32岁，在报社上班), or if the clause is
    about the present (春节见了周敏，她现在在报社). What has ended keeps its time, except that of what follows (离职了，3号去报社).
    """
    text = sentence.masked.text
    if phrase.plan or not phrase.dated or moods.lies_ahead(text[start:end]):
        return phrase
    if phrase.ended:
        is_of_next = _is_only_later(sentence, end) and _GOES_ON.search(text, end) is not None
        return replace(phrase, dated=False) if is_of_next else phrase
    is_ahead = moods.has_time_ahead(text[:start]) or moods.has_time_ahead(text[end:])
    is_of_other = is_ahead or _is_only_later(sentence, end) or _is_other_state(phrase, sentence, start, end)
    if _DAILY.search(text, start, end) and _LASTING_TIME.search(text, 0, start):
        return replace(phrase, dated=False)  # 甲减有八年了，每天吃一片优甲乐
    is_of_now = NOW.search(text, start, end) is not None or _is_only_of_age(sentence, start, end)
    return replace(phrase, dated=False) if is_of_other or is_of_now else phrase


def _is_only_of_age(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a clause has no time, and the only times of its sentence are those of ages: 今年32岁."""
    ages = [match.span() for match in _AGE.finditer(sentence.masked.text)]
    times = [word for word in sentence.words if word.tag == "TIME"]
    return bool(ages and times) and all(
        not start <= word.start < end and any(first <= word.start < last for first, last in ages)
        for word in times
    )


def _is_other_state(phrase: Phrase, sentence: Sentence, start: int, end: int) -> bool:
    """Whether a clause without a time, but with a subject, states a state after a dated event: 我弟去年结婚了，弟媳是护士."""
    first = next(iter(sentence.within(start, end)), None)
    if not phrase.is_total or first is None or first.tag != "*":
        return False
    has_event = any(word.tag == "v" for word in sentence.within(0, start))
    return has_event and not any(word.tag == "TIME" for word in sentence.within(start, end))


def _is_only_later(sentence: Sentence, end: int) -> bool:
    """Whether all times of a sentence are in the clauses after an offset, and one of them is followed by a verb."""
    if any(word.tag == "TIME" for word in sentence.within(0, end)):
        return False
    later = sentence.within(end, len(sentence.masked.text))
    return any(
        (word.tag == "TIME" and following.tag in ("v", "d", "p"))
        or (word.text in ("是", "在", "为") and following.tag == "TIME")  # 怀孕了，预产期是11月3号
        for word, following in pairwise(later)
    )


def _added(found: Sequence[Phrase], appositions: Iterable[Phrase]) -> list[Phrase]:
    """The appositions that add something to the clauses: not the animal of somebody whose animal is already named."""
    known = {(phrase.subject, phrase.type) for phrase in found}
    return [phrase for phrase in appositions if (phrase.subject, phrase.type) not in known]


def _of_clause(sentence: Sentence, start: int, end: int, before: Subject) -> tuple[list[Phrase], Subject]:
    """The phrases of a clause, and the subject that the next clause has if it states none. `before` is the one for this clause."""
    readings = subjects_of(sentence, behind_it(sentence, start, before), end, before.names, before.kinds)
    if not readings:
        return [], before
    if (unknown := _unidentified(readings[0], before)) is not None:
        return [], unknown
    found = list(_with_own_subject(readings[0]))
    for reading in readings:
        if before.is_stated and not reading.is_stated:
            reading = replace(reading, is_stated=True)
        phrases = list(_of_reading(reading, before))
        found += phrases
        if phrases and not reading.is_joined:
            return without_overlaps(found), subject_after(reading, phrases)
    if found:
        return found, subject_after_own(readings[0], found, before)
    if (moved := _in_other_order(sentence, start, end, before)) is not None:
        return moved
    return [], subject_after_none(sentence, readings, before)


def _unidentified(clause: Clause, before: Subject) -> Subject | None:
    """The subject of a clause that is about somebody whom the text does not identify; None for another clause."""
    sentence = clause.sentence
    if pronoun := _SOMEBODY_UNKNOWN.match(sentence.masked.text, clause.begin, clause.end):
        return UNCLEAR if _OF_OTHERS.match(pronoun[0]) else Subject((), frozenset())
    is_other = introduces_somebody(sentence, clause.start, clause.end) or acts_like_somebody(clause)
    return UNCLEAR if is_other or _may_be_of_another(clause, before) else None


def _may_be_of_another(clause: Clause, before: Subject) -> bool:
    """Whether a clause would state the health or the age of the noun at its beginning, if that were a name."""
    name = possible_name(clause) if _OF_LIVING.search(clause.text) else None
    if name is None:
        return False
    named = replace(
        clause,
        begin=name.end,
        subjects=(name.text,),
        kinds=frozenset(["Person"]),
        is_stated=True,
        is_inherited=False,
    )
    return any(phrase.type in _OF_HEALTH for phrase in _of_reading(named, before))


def _in_other_order(
    sentence: Sentence, start: int, end: int, before: Subject
) -> tuple[list[Phrase], Subject] | None:
    """The phrases of the clause in canonical order, and the subject after it; None without such phrases."""
    for other in in_canonical_order(sentence, start, end):
        phrases, following = _of_clause(other, 0, len(other.masked.text), before)
        # 褪黑素没用 denies nothing, and 手术做了 does not say whose operation it was.
        phrases = [p for p in phrases if not (p.denied and p.type == "TAKES")]
        phrases = [p for p in phrases if p.type != "EXPERIENCED" or p.confidence > status.ASSUMED]
        if phrases:
            offset = sentence.masked.offsets[start]
            return [replace(phrase, start=offset) for phrase in phrases], following
    return None


def _with_own_subject(clause: Clause) -> Iterator[Phrase]:
    """The phrases of patterns that contain their subject."""
    ends = PredicateEnds(clause)
    for pattern in matching(clause.sentence.masked.text, clause.begin, clause.end, with_subject=True):
        yield from phrases_by_pattern(clause, pattern, ends)


_OF_HEALTH = frozenset(["AGED", "ALLERGIC_TO", "HAS_CONDITION", "INJURED", "IN_GRADE", "TAKES"])
_OF_ANYBODY = frozenset(
    ["COMES_FROM", "HAS_PET", "LIVES_IN", "PLANS_TO", "WANTS", "WORKS_AS", "WORKS_AT", "WORKS_IN"]
)
_OF_LIVING = re.compile("过敏|[炎病症癌瘤热烧咳喘伤折痛疼晕吐泻药片粒针岁级]|[吃打服停开换碰沾]")
_DAILY = re.compile("每[天日晚早周]|天天|早晚")
_LASTING_TIME = re.compile(r"[一二两三四五六七八九十几\d]+(?:多)?(?:年|个月)了")
# What a clause without a verb says of the topic before it.
_NOMINAL = frozenset(["COMES_FROM", "HAS_SURNAME"])
_IS_NOMINAL = re.compile(r"人$|^姓|^老家")
_OF_PLACE = re.compile(
    r"公司|单位|学校|办公室|店|工厂|部门|总部|医院|诊所|工作室|邻居"
)  # 公司搬家了 says nothing about a home


def _of_reading(clause: Clause, before: Subject) -> Iterator[Phrase]:
    """The phrases of one reading of a clause. For each type and kind, the predicate that begins first is used."""
    types = set[tuple[str, str]]()
    for predicate in predicates_of(clause):
        text, ends = predicate.sentence.masked.text, PredicateEnds(predicate)
        for pattern in matching(text, predicate.begin, predicate.end, with_subject=False):
            if (pattern.type, pattern.kind) in types:
                continue
            if pattern.type == "COMES_FROM" and _is_of_unknown(predicate, before):
                continue
            relation = relation_of(pattern.type)
            if relation.arrives and _OF_PLACE.search(text, clause.begin, predicate.end):
                continue
            about = _with_person(predicate, pattern.type, before)
            phrases = list(phrases_by_pattern(about, pattern, ends))
            if pattern.type == "OPEN" and phrases:  # 理论88，实操也过了
                about = _with_person(predicate, phrases[0].type, before)
                phrases = [
                    replace(p, subject=about.subjects[0]) if about is not predicate else p for p in phrases
                ]
            phrases = [_as_plan(p) if before.is_ahead else p for p in phrases]
            if relation.only_ends and not relation.arrives:
                phrases = [p for phrase in phrases if (p := with_topic_as_object(phrase, predicate, before))]
            yield from phrases
            if phrases:
                types.add((pattern.type, pattern.kind))


def _may_be_about_topic(topics: Sequence[str], type_: str) -> bool:
    """Whether a fact of a person may be about the topic of the clause before: 外教换了，苏格兰人; 兔子救回来了，毛球症."""
    if type_ in _OF_HEALTH:
        return any(status.is_somebody(topic) or "pet" in sorts_of(topic) for topic in topics)
    return type_ in _OF_ANYBODY and not all(map(OF_BODY.search, topics))


def _is_of_unknown(clause: Clause, before: Subject) -> bool:
    """Whether a clause without a subject that ends with 的 states the origin of an earlier thing: 办了签证，法国的."""
    is_bare = clause.text.endswith("的") and _ORIGIN_STATED.search(clause.text) is None
    is_behind = before.is_stated or clause.start > 0
    return clause.is_inherited and is_behind and is_bare


def _as_plan(phrase: Phrase) -> Phrase:
    """The phrase as a plan, if it is an event after the time of a plan, and neither ended nor denied."""
    is_event = phrase.type in ("VISITED", "ATTENDED", "LIVES_IN", "FOUNDED", "MET", "GAVE", "CREATED")
    return replace(phrase, plan=True) if is_event and not (phrase.ended or phrase.denied) else phrase


def _with_person(clause: Clause, type_: str, before: Subject) -> Clause:
    """The clause with the last person as subject, if its inherited subject is not a person and the relation needs one."""
    if type_ in _NOMINAL and before.names and not before.kinds and _IS_NOMINAL.search(clause.text):
        return clause  # 隔壁床是开塔吊的，湖北人: of the topic
    if type_ in ("USES", "AGED") or _IS_AT.match(clause.text):
        return clause  # 这个仓库用 pnpm，不用 yarn; 年会是十二号，在喜来登，不在公司了; 球球走了，十六岁
    of_people = relation_of(type_).subject_type == "Person" or type_ in _OF_PEOPLE | status.BY_PEOPLE
    wants_person = of_people and not clause.kinds & {"Person", "Thing", None}
    if not (clause.is_inherited and wants_person and before.person):
        return clause
    if clause.kinds == TOPIC and _may_be_about_topic(clause.subjects, type_):
        return clause
    return replace(clause, subjects=before.person, kinds=frozenset(["Person"]))
