"""Chinese relation phrases. Each clause has a subject, adverbs, and a predicate that matches a pattern of a relation entry."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.relating.mask import SIGN, Masked, masked
from memgraph_core.language.spans import Span
from memgraph_core.language.topic import Topic
from memgraph_core.language.vocabulary import ANY_OBJECT, Phrase, relation_of
from memgraph_core.language.word_lists import groups_of, lines_of
from memgraph_core.language.zh import moods, status
from memgraph_core.language.zh.appositions import appositions_in
from memgraph_core.language.zh.changed_values import changed_values, with_former_value
from memgraph_core.language.zh.clauses import Clause, Sentence, clauses_of, predicates_of, subjects_of
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
    behind_it,
    brings_somebody,
    introduces_somebody,
    is_ill_animal,
    opening_subject,
    topic_after,
    with_known_subject,
)
from memgraph_core.language.zh.masked_words import masked_words
from memgraph_core.language.zh.named_apart import named_apart, with_named_apart
from memgraph_core.language.zh.order import in_canonical_order, with_contrast, without_repeated_verb
from memgraph_core.language.zh.overlaps import without_overlaps
from memgraph_core.language.zh.owners import with_owners
from memgraph_core.language.zh.patterns import matching
from memgraph_core.language.zh.predicate_phrases import PredicateEnds, phrases_by_pattern
from memgraph_core.language.zh.slots import sorts_of
from memgraph_core.language.zh.topics import with_topic_as_object
from memgraph_core.language.zh.two_clauses import stated_in_two, without_places_of_homes
from memgraph_core.language.zh.words import words_of

_MAX_CLAUSE = 90  # characters; a longer one is a list, or not prose
_PREFERRING = frozenset(["PREFERS", "REQUIRES"])  # the relations that an order to an assistant may state
_SOMEBODY_UNKNOWN = re.compile(
    r"[他她它佢]们?|你|您|(?:另)?一个(?=[做写叫在是])|有的|有人|大家|人家|别人|俩人|两人|谁"
)
_OF_OTHERS = re.compile(r"[他她它佢]|(?:另)?一个|有的|有人|俩人|两人")  # whom the next sentence may be about
# Relations whose subject is more probably a person than a topic.
_OF_PEOPLE = frozenset(["HAS_PHONE", "HAS_EMAIL", "HAS_ADDRESS", "DECIDED", "PASSED"])
_PEOPLE_OF_CHINA = re.compile("[\u4e00-\u9fff]{1,4}族")
_AGE = re.compile(
    r"今年(?:刚好?|都|已经|快|正好|满|才|也|就)*\s?[\d一二两三四五六七八九十]+(?:周?岁)?(?:了|啦)?(?=[，,。！!；;\s]|$)"
)
_GOES_ON = re.compile(r"[号日天周月年][^，。]{0,6}(?:去|到|来|入职|加入|换|进|开始)")  # 离职了，3号去报社
_CALLED = re.compile(
    rf"(?:他|她|它)?(?:的)?(?:小名|大名|名字|全名|英文名|中文名|乳名)?(?:就)?(?:叫做?|名叫)\s?(?P<s>{SIGN})"
)
_OTHER_NAMED = re.compile(r"[一二两几][家个只条位名所部款本间座][^，,]{0,12}[，,]$")  # what 叫 names instead
_NAMED_LATER = frozenset(["PARENT_OF", "SIBLING_OF", "MARRIED_TO", "DATING", "HAS_PET"])
_INTRODUCED = re.compile(
    rf"(?:[一两有]|一个)[个位名]?(?:叫\s?(?P<first>{SIGN})\s?的(?P<is>[^，]{{2,6}})|(?P<does>[^，的]{{2,12}}的)[^，的]{{1,5}})$"
)
_ORIGIN_STATED = re.compile("是|老家|家乡|故乡|籍贯|祖籍")
_INTRODUCES = re.compile(r"(?:有|接|领养?|捡|收养|生|带|养|请|买)(?:了|着)?(?:一|两)?[个只条位名](?!人住)")
_OF_SPEAKER = frozenset(["DECIDED", "REQUIRES"])
_COUNTED_CHILDREN = re.compile(r"[一两二三四五]个(?:孩子|娃|小孩|儿子|女儿|闺女)$")
_TAKEN = re.compile(
    rf"(?P<s>{SIGN})?(?:现在|每天|最近|一直|目前|还)*(?:在吃|吃着|在服用|服用|吃)的?(?P<o>[^，,。\d一的了]{{2,8}})[，,]?"
    r"(?:一天|每天|每日|每次|一日|一次|早晚|早上|睡前|饭[前后])[^，,。]{0,4}[\d一二两三半]+[片粒颗支袋次]"
)
_TOLD = re.compile(r"(?:医生|大夫|医师|护士|主任)(?:说|讲|让|叫)$")
_CHANGES = re.compile(
    r"搬|换成|换了|改成|改用|改吃|改喝|改学|入职|跳槽|转行|转到|考上|离职|辞职|分手|离婚|结婚|领证|停了|戒了|卖了"
)
_HOLDERS = frozenset([
    "导师", "班主任", "教练", "私教", "医生", "主治医生", "律师", "房东", "中介", "保姆", "月嫂", "牙医", "老师",
])  # fmt: skip
_CHANGED = re.compile(r"(?:已经|又|刚|也|现在)*(?:换成|变成|改成|换了)")
_PRICED = (
    "房租", "租金", "月租", "管理费", "停车费", "团费", "门票", "保费", "会费", "学费", "物业费", "月费", "年费",
)  # fmt: skip
_QUOTES = ("“", "「", "『")


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
    if not opening.is_assumed:
        found += _taken(parsed, found, speaker)
    found = with_named_apart(found, list(named_apart(parsed, opening)))
    found = _consistent(without_lodgings(found, text), speaker)
    return found, topic_after(parsed, last, found)


def _is_common(sentence: str, span: Span) -> bool:
    """Whether a span stays unmasked: a common noun that patterns contain as a word (咖啡, 房租), a medicine, a post, or an
    activity.
    """
    if sentence[span.start : span.end] in _HOLDERS and _CHANGED.match(sentence, span.end):
        return True  # 导师换成王教授了: the word for the post, and not the person
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
    text, before_start, about = sentence.masked, 0, ""
    for start, end in clauses_of(sentence):
        words = text.text[start:end]
        if end - start > _MAX_CLAUSE or _is_quoted(text, start, end):
            continue
        if moods.is_imagined(words) or moods.is_attributed(words):
            break  # the clauses after it depend on it
        if moods.is_asked(words):
            continue
        about = next(iter(subject.names), about)
        if (longer := continued_phrases(sentence, start, end, found, about)) is not None:
            found, subject = longer, subject_after_continued(longer, subject, words)
            continue
        if (former := with_former_value(sentence, start, end, found)) is not None:
            found = former
            continue
        contrasted = with_contrast(sentence, before_start, start, end)
        if contrasted is not None:
            phrases, following = _of_clause(contrasted, 0, len(contrasted.masked.text), subject)
            phrases = [replace(phrase, start=text.offsets[start]) for phrase in phrases]
        else:
            phrases, following = _of_clause(sentence, start, end, subject)
        others = (
            *changed_values(sentence, start, end, subject),
            *given_things(sentence, start, end, subject),
        )
        in_two = list(stated_in_two(sentence, before_start, start, end, subject))
        phrases = without_places_of_homes(phrases, in_two)
        phrases += _with_other_objects([*others, *in_two], phrases)
        phrases = list(with_known_subject(phrases, sentence, start, end, subject))
        phrases = list(with_owners(phrases, sentence, subject, found))
        subject = following.with_context(subject, words)
        if brings_somebody(sentence, start, end, subject):
            about, subject = subject.names[0], UNCLEAR
        phrases = [_with_whole_subject(_with_own_time(p, sentence, start, end), found) for p in phrases]
        phrases += _of_introduced(sentence, start, end, before_start)
        before_start = start
        if _TOLD.search(text.text, 0, start):
            phrases = [p for p in phrases if p.type not in (*_PREFERRING, "FORBIDS", "WANTS")]
        found += [p for p in phrases if p.type in _PREFERRING] if moods.is_ordered(words) else phrases
    return found, subject


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
    - the death of the speaker, and the age of the speaker if somebody is said to have died;
    - the end of an unnamed object if the sentence states another object of the relation.
    """
    begun = {
        (p.subject, p.type) for p in found if p.object != ANY_OBJECT and not (p.ended or p.denied or p.plan)
    }
    failed = {p.subject for p in found if p.type in ("EXPERIENCED", "CAUSES")}
    is_somebody_gone = any(p.type == "GONE" for p in found)  # 球球走了，十六岁
    return [
        phrase
        for phrase in found
        if (phrase.type != "SOLVED_BY" or phrase.subject in failed)
        and (phrase.type not in _OF_SPEAKER or phrase.subject == speaker)
        and not (phrase.type == "DIED" and phrase.subject == speaker)
        and not (phrase.type == "AGED" and phrase.subject == speaker and is_somebody_gone)
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


def _with_whole_subject(phrase: Phrase, before: Sequence[Phrase]) -> Phrase:
    """The phrase with the full name of its subject: 打印店 for 店, if an earlier clause names a 打印店."""
    whole = (p.object for p in before if p.object != phrase.subject and p.object.endswith(phrase.subject))
    return replace(phrase, subject=next(whole, phrase.subject))


def _of_introduced(sentence: Sentence, start: int, end: int, before: int) -> list[Phrase]:
    """The phrases about a person whom a clause introduces: 一个叫 Marek 的波兰人; 一个学护理的女生，叫阮晴."""
    text = sentence.masked
    if match := _INTRODUCED.search(text.text, start, end):
        if match["first"] is None:
            return []
        return _phrases_about(sentence, text.name(match["first"]), *match.span("is"))
    called = _CALLED.fullmatch(text.text, start, end)
    match = _INTRODUCED.search(text.text, before, start - 1) if called and before < start else None
    if called is None or match is None or match["does"] is None:
        return []
    return _phrases_about(sentence, text.name(called["s"]), *match.span("does"))


def _phrases_about(sentence: Sentence, name: str, start: int, end: int) -> list[Phrase]:
    clause = Clause(sentence, start, end, start, (name,), frozenset(["Person"]))
    return without_overlaps(list(_of_reading(clause, Subject((name,), frozenset(["Person"])))))


def _taken(sentence: Sentence, found: Sequence[Phrase], speaker: str) -> list[Phrase]:
    """A medicine that only its dose in the next clause shows: 我在吃来士普，一天一片."""
    text = sentence.masked
    match = _TAKEN.search(text.text)
    if match is None or any(phrase.type == "TAKES" for phrase in found):
        return []
    subject = text.name(match["s"]) if match["s"] else speaker
    return [Phrase(subject, "TAKES", text.shown(match["o"]).strip(), start=text.offsets[match.start()])]


def _added(found: Sequence[Phrase], appositions: Iterable[Phrase]) -> list[Phrase]:
    """The appositions that add something to the clauses: not the animal of somebody whose animal is already named."""
    known = {(phrase.subject, phrase.type) for phrase in found}
    return [phrase for phrase in appositions if (phrase.subject, phrase.type) not in known]


def _is_quoted(text: Masked, start: int, end: int) -> bool:
    """Whether the clause quotes somebody who speaks in the first person: “我住在岛上”."""
    return (
        text.text[start - 1 : start] in _QUOTES
        and re.search(r"我|咱", text.sentence[text.offsets[start] : text.offsets[end]]) is not None
    )


def _of_clause(sentence: Sentence, start: int, end: int, before: Subject) -> tuple[list[Phrase], Subject]:
    """The phrases of a clause, and the subject that the next clause has if it states none. `before` is the one for this clause."""
    if (shorter := without_repeated_verb(sentence, start, end)) is not None:
        phrases, following = _of_clause(shorter, 0, len(shorter.masked.text), before)
        return [replace(phrase, start=sentence.masked.offsets[start]) for phrase in phrases], following
    readings = subjects_of(sentence, behind_it(sentence, start, before), end, before.names, before.kinds)
    if not readings:
        return [], before
    if (unknown := _unidentified(readings[0])) is not None:
        return [], unknown
    found = list(_with_own_subject(readings[0]))
    for reading in readings:
        reading = replace(reading, is_stated=reading.is_stated or before.is_stated)
        phrases = list(_of_reading(reading, before))
        found += phrases
        if phrases and not reading.is_joined:
            return without_overlaps(found), subject_after(reading, phrases)
    if found:
        return found, subject_after_own(readings[0], found, before)
    if (changed := _of_change(readings[0], before)) is not None:
        return changed
    if (moved := _in_other_order(sentence, start, end, before)) is not None:
        return moved
    if naming := _own_name(sentence, start, end, before):
        return [naming], Subject((naming.object,), before.kinds)
    return [], subject_after_none(sentence, readings, before)


def _unidentified(clause: Clause) -> Subject | None:
    """The subject of a clause that is about somebody whom the text does not identify; None for another clause."""
    sentence = clause.sentence
    if pronoun := _SOMEBODY_UNKNOWN.match(sentence.masked.text, clause.begin, clause.end):
        return UNCLEAR if _OF_OTHERS.match(pronoun[0]) else Subject((), frozenset())
    is_other = introduces_somebody(sentence, clause.start, clause.end) or is_ill_animal(clause)
    return UNCLEAR if is_other else None


def _in_other_order(
    sentence: Sentence, start: int, end: int, before: Subject
) -> tuple[list[Phrase], Subject] | None:
    """The phrases of the clause in canonical order, and the subject after it; None without such phrases."""
    for other in in_canonical_order(sentence, start, end):
        phrases, following = _of_clause(other, 0, len(other.masked.text), before)
        phrases = [p for p in phrases if not (p.denied and p.type == "TAKES")]  # 褪黑素没用
        if phrases:
            offset = sentence.masked.offsets[start]
            return [replace(phrase, start=offset) for phrase in phrases], following
    return None


def _of_change(reading: Clause, before: Subject) -> tuple[list[Phrase], Subject] | None:
    """The phrases of the part that begins with a verb of change after another action, and the subject after them.

    搬到丰台来了 in 折腾了一周搬到丰台来了. None without such phrases.
    """
    words = reading.sentence.within(reading.begin, reading.end)
    start = next((word.start for word in words[1:] if _CHANGES.match(word.text) and word.tag == "v"), None)
    if start is None or words[0].tag in ("n", "nz", "nw", "ORG"):  # 公司搬去前海了
        return None
    adverbs = reading.adverbs + reading.sentence.masked.text[reading.begin : start]
    later = replace(reading, begin=start, adverbs=adverbs)
    phrases = [p for p in _of_reading(later, before) if not p.plan and p.type not in status.INTENDED]
    return (
        (without_overlaps(phrases), subject_after(later, phrases))
        if phrases and not moods.is_denied(adverbs)
        else None
    )


def _own_name(sentence: Sentence, start: int, end: int, before: Subject) -> Phrase | None:
    """The name of the relative who is the subject: 我儿子六岁，小名叫石头."""
    match = _CALLED.fullmatch(sentence.masked.text, start, end)
    owner, _, kin = before.names[0].rpartition("的") if len(before.names) == 1 else ("", "", "")
    word = kin_words("zh").get(kin)
    if match is None or word is None or not owner or word.relation not in _NAMED_LATER:
        return None
    if sentence.masked.text[start] == "叫" and _OTHER_NAMED.search(sentence.masked.text, 0, start):
        return None  # 我妹去了一家外企，叫云图
    if sentence.masked.span(match["s"]).type in ("Organization", "Place"):
        return None  # 女儿的幼儿园转过来了，叫白鹭幼儿园
    name = sentence.masked.name(match["s"])
    return Phrase(owner, word.relation, name, object_type=word.type, start=sentence.masked.offsets[start])


def _with_own_subject(clause: Clause) -> Iterator[Phrase]:
    """The phrases of patterns that contain their subject."""
    ends = PredicateEnds(clause)
    for pattern in matching(clause.sentence.masked.text, clause.begin, clause.end, with_subject=True):
        yield from phrases_by_pattern(clause, pattern, ends)


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
            if pattern.type == "AGED" and predicate.is_inherited and _is_introduced_before(predicate):
                continue
            if relation_of(pattern.type).arrives and _OF_PLACE.search(text, clause.begin, predicate.end):
                continue
            about = _with_person(predicate, pattern.type, before)
            phrases = list(phrases_by_pattern(about, pattern, ends))
            if pattern.type == "OPEN" and phrases:  # 理论88，实操也过了
                about = _with_person(predicate, phrases[0].type, before)
                phrases = [
                    replace(p, subject=about.subjects[0]) if about is not predicate else p for p in phrases
                ]
            phrases = [_as_plan(p) if before.is_ahead else p for p in phrases]
            if relation_of(pattern.type).only_ends and not relation_of(pattern.type).arrives:
                phrases = [p for phrase in phrases if (p := with_topic_as_object(phrase, predicate, before))]
            yield from phrases
            if phrases:
                types.add((pattern.type, pattern.kind))


def _is_of_unknown(clause: Clause, before: Subject) -> bool:
    """Whether a clause without a subject that ends with 的 states the origin of an earlier thing: 办了签证，法国的."""
    is_bare = clause.text.endswith("的") and _ORIGIN_STATED.search(clause.text) is None
    is_behind = before.is_stated or clause.start > 0
    return clause.is_inherited and is_behind and is_bare


def _is_introduced_before(clause: Clause) -> bool:
    """Whether an earlier clause introduces a person or an animal without a name: 有个儿子，十一了; 接了只狗回家，十岁."""
    before = clause.sentence.masked.text[: clause.start]
    return clause.subjects == (clause.sentence.speaker,) and _INTRODUCES.search(before) is not None


def _as_plan(phrase: Phrase) -> Phrase:
    """The phrase as a plan, if it is an event after the time of a plan, and neither ended nor denied."""
    is_event = phrase.type in ("VISITED", "ATTENDED", "LIVES_IN", "FOUNDED", "MET", "GAVE", "CREATED")
    return replace(phrase, plan=True) if is_event and not (phrase.ended or phrase.denied) else phrase


def _with_person(clause: Clause, type_: str, before: Subject) -> Clause:
    """The clause with the last person as subject, if its inherited subject is not a person and the relation needs one."""
    if type_ in ("USES", "AGED") or clause.text.startswith("在"):
        return clause  # 这个仓库用 pnpm，不用 yarn; 年会是十二号，在喜来登; 球球走了，十六岁
    of_people = relation_of(type_).subject_type == "Person" or type_ in _OF_PEOPLE | status.BY_PEOPLE
    wants_person = of_people and not clause.kinds & {"Person", "Thing", None}
    if not (clause.is_inherited and wants_person and before.person):
        return clause
    return replace(clause, subjects=before.person, kinds=frozenset(["Person"]))
