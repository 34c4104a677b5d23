"""The phrases that patterns find in the predicate of a Chinese clause."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import pairwise

from memgraph_core.language.counts import count_of
from memgraph_core.language.persons.kin import FAMILY, describes_kin, kin_words
from memgraph_core.language.relating.mask import SIGN
from memgraph_core.language.versions import with_name_of
from memgraph_core.language.vocabulary import ANY_OBJECT, Phrase, favourite, open_relation
from memgraph_core.language.zh import status
from memgraph_core.language.zh.clauses import Clause
from memgraph_core.language.zh.following import Kinds
from memgraph_core.language.zh.patterns import Pattern
from memgraph_core.language.zh.slots import Filled, objects_in_slot, sorts_of
from memgraph_core.language.zh.words import Word

# Patterns whose type depends on a word, the group `kind`.
_BY_KIND = {"FAVORITE": favourite, "OPEN": open_relation}
_TAIL_TAGS = frozenset(["xc", "u", "TIME", "m", "q", "f"])
_BEFORE_DURATION = frozenset(["已经", "已", "都", "快", "有"])  # 学日语已经两年了
_TAIL = re.compile(
    r"(?:[了过着的呢啊吧呀啦哦哈嘛呗喔耶噢哟]|一起|而已|左右|那边|这边|附近|上班|什么的|之类的?|来着|为止|第一天)+$"
)
_WITHOUT_PEOPLE = frozenset(["INTERVIEWED_AT", "INVESTS_IN"])
_WITH_PEOPLE = frozenset(["INVITED", "HIRED", "FOUND"])  # actions whose object may be a person


class PredicateEnds:
    """The offsets at which the predicate of a clause may end. All patterns that are tried on the clause share them."""

    def __init__(self, clause: Clause) -> None:
        self._clause = clause

    @cached_property
    def words(self) -> Sequence[Word]:
        """The words of the predicate."""
        return self._clause.sentence.within(self._clause.begin, self._clause.end)

    @cached_property
    def of_words(self) -> list[int]:
        """The offsets after each of its words."""
        return [word.end for word in self.words]

    @cached_property
    def of_clause(self) -> list[int]:
        """The end of the clause, and the offsets before the particles, times and counts at its end."""
        begin, end = self._clause.begin, self._clause.end
        ends = [end, begin + len(_TAIL.sub("", self._clause.text))]
        index = len(self.words)
        while index > 1 and _is_of_tail(self.words[index - 1]):
            index -= 1
            ends.append(self.words[index].start)
        return list(dict.fromkeys(offset for offset in ends if offset > begin))


def phrases_by_pattern(clause: Clause, pattern: Pattern, ends: PredicateEnds) -> Iterator[Phrase]:
    """The phrases that a pattern finds in the predicate of a clause; none if it does not match."""
    has_fixed_type = pattern.type not in _BY_KIND and not pattern.subject
    if has_fixed_type and not _may_be_subject(clause, pattern, pattern.type, clause.subjects, clause.kinds):
        return
    text = clause.sentence.masked.text
    for end in ends.of_words if pattern.is_open else ends.of_clause:
        if pattern.is_open and text[end : end + 1] == "的":
            continue
        match = pattern.regular.fullmatch(text, clause.begin, end)
        if match is None:
            continue
        phrases = list(_by_match(clause, pattern, match))
        longest = None if phrases else pattern.greedy.fullmatch(text, clause.begin, end)
        if longest is not None and longest.regs != match.regs:
            phrases = list(_by_match(clause, pattern, longest))
        if phrases:
            yield from phrases
            return


def _is_of_tail(word: Word) -> bool:
    return word.tag in _TAIL_TAGS or word.text in _BEFORE_DURATION or _TAIL.fullmatch(word.text) is not None


def _by_match(clause: Clause, pattern: Pattern, match: re.Match[str]) -> Iterator[Phrase]:
    type_ = pattern.type
    if by_kind := _BY_KIND.get(type_):
        is_fit = type_ != "OPEN" or bool(pattern.object == "words") or _is_word(clause, *match.span("kind"))
        type_ = by_kind(match["kind"]) if is_fit else None
    if not type_:
        return
    subjects, kinds = _subjects(clause, pattern, match)
    if not _may_be_subject(clause, pattern, type_, subjects, kinds):
        return
    if pattern.of_things and not _is_of_thing(clause, type_, match.start("o")):
        return
    objects = _in_slot(clause, match, "o", pattern.object)
    last = match.end("o") if pattern.object else match.end()
    tail = clause.sentence.masked.text[(last if pattern.is_open else match.end()) : clause.end]
    if type_ == "LOCATED_IN" and tail.startswith("上班"):
        return
    if pattern.object and _is_described(clause, *match.span("o")):
        return
    is_act = pattern.type == "OPEN" and pattern.kind == "did" and type_ not in _WITH_PEOPLE
    takes_thing = is_act or type_ in _WITHOUT_PEOPLE
    for one in objects if not takes_thing else _without_receivers(objects):
        for subject in subjects:
            if subject != one.text and (
                phrase := status.phrase_of(clause, pattern.kind, type_, subject, one, tail)
            ):
                yield from _with_replacement(phrase, clause, pattern, match)


def _is_described(clause: Clause, start: int, end: int) -> bool:
    """Whether the object is a common noun of which the clause says what it is: 公园 in 我去参观的公园是洪湖公园."""
    text, before = clause.sentence.masked.text, clause.sentence.within(clause.begin, end)
    is_behind_verb = any(
        word.tag == "v" and following.text == "的" and following.end >= start - 1
        for word, following in pairwise(before)
    )
    return is_behind_verb and text.startswith("是", end) and not re.search(SIGN, text[start:end])


def _subjects(clause: Clause, pattern: Pattern, match: re.Match[str]) -> tuple[tuple[str, ...], Kinds]:
    """The subjects of a phrase and their types: those in the pattern, or else those of the clause."""
    if pattern.subject:
        own = _in_slot(clause, match, "s", pattern.subject)
        return tuple(one.text for one in own), frozenset([one.type for one in own])
    return clause.subjects, clause.kinds


def _with_replacement(
    phrase: Phrase, clause: Clause, pattern: Pattern, match: re.Match[str]
) -> Iterator[Phrase]:
    """The phrase with its new object, if the pattern has a slot for it. Nothing if the object does not fit."""
    if not pattern.replacement:
        yield phrase
        return
    for new in _in_slot(clause, match, "n", pattern.replacement)[:1]:
        count = count_of(new.text)
        if phrase.object != ANY_OBJECT:
            yield replace(phrase, replacement=with_name_of(new.text, phrase.object))
        elif count is not None:  # 只剩三只鸡了: another count of the same things
            yield replace(phrase, object=count.written, replacement=new.text)


def _without_receivers(objects: Sequence[Filled]) -> list[Filled]:
    """The objects of an action without persons, who receive something: 邻居 in 送了邻居十个."""
    return [one for one in objects if one.type != "Person" and not status.is_somebody(one.text)]


def _relatives(clause: Clause) -> frozenset[str]:
    """The names of persons whom the sentence mentions with a word for a relative: 方强 in 小舅子方强."""
    masked = clause.sentence.masked
    written = ((span.name, masked.sentence[span.start : span.end]) for span in masked.spans)
    return frozenset(
        name for name, text in written if text.endswith(name) and _kin_word().search(text[: -len(name)])
    )


@cache
def _kin_word() -> re.Pattern[str]:
    """A word for a relative at the end of a text."""
    forms = [form for form, word in kin_words("zh").items() if word.relation in FAMILY and not word.is_pet]
    return re.compile(f"(?:{'|'.join(forms)})$")


def _may_be_subject(
    clause: Clause, pattern: Pattern, type_: str, subjects: Sequence[str], kinds: Kinds
) -> bool:
    of_things = pattern.of_things or (type_ in status.OF_THINGS and not kinds)
    if pattern.type == "IS_A" and pattern.object == "words":  # 我男朋友是蒙古族
        return "Person" in kinds and bool(subjects)
    if pattern.of_animals:
        return "Thing" in kinds and not any("pet" in sorts_of(one) for one in subjects)
    may_be = status.is_thing(subjects, kinds) if of_things else status.may_be_subject(type_, kinds)
    if pattern.of_kin and not all(describes_kin(one) or one in _relatives(clause) for one in subjects):
        return False
    return may_be and bool(subjects)


def _is_of_thing(clause: Clause, type_: str, start: int) -> bool:
    """Whether a whole word (报 is none in 年报) begins at an offset and is about the subject, if it is a fault."""
    is_word = any(word.start == start for word in clause.sentence.within(start, clause.end))
    return is_word and not (type_ == "EXPERIENCED" and _is_of_another(clause, start))


def _is_of_another(clause: Clause, start: int) -> bool:
    """Whether a person or a result is between the subject of a clause and a fault: 插秧插到腰坏."""
    between = clause.sentence.within(clause.begin, start)
    return any(word.text == "到" or clause.sentence.masked.is_person(word.text) for word in between)


def _is_word(clause: Clause, start: int, end: int) -> bool:
    """Whether a part of the text consists of whole words and is not a noun in a compound: 支付 in 支付网关."""
    words = clause.sentence.within(clause.begin, clause.end)
    first = next((word for word in words if word.start == start), None)
    is_compound = first is not None and first.tag == "vn"
    return first is not None and not is_compound and any(word.end == end for word in words)


def _in_slot(clause: Clause, match: re.Match[str], name: str, kind: str) -> list[Filled]:
    if not kind:
        return [Filled(ANY_OBJECT, None, is_name=False)]  # 我辞职了: ends any job of the subject
    start, end = match.span(name)
    sentence = clause.sentence
    return objects_in_slot(sentence.masked, sentence.within(start, end), start, end, kind)
