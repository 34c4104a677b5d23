"""Names in Chinese text: known and listed ones, those of the tagger, and names with known endings, introductions or
title marks.

The types of the tagger are evidence, not proof: the name of a person must have the form or the use of one, and a place
of work is always an organisation.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from memgraph_core.language.names import name_key
from memgraph_core.language.naming.gazetteer import Match, matches
from memgraph_core.language.naming.lists import (
    calendar,
    endings_zh,
    general_zh,
    interjections,
    listed,
    listed_zh,
    no_names,
    no_names_zh,
    ordinary,
    transcription_characters,
)
from memgraph_core.language.naming.named import HIDDEN, Named, without_overlaps
from memgraph_core.language.naming.things import kind_of_thing
from memgraph_core.language.people import gender_of, is_given_name
from memgraph_core.language.traditional import simplified
from memgraph_core.language.word_lists import word_set
from memgraph_core.language.zh.endings import names_with_ending
from memgraph_core.language.zh.introduced import introduced_names
from memgraph_core.language.zh.persons import is_eaten, is_full_name, persons_in
from memgraph_core.language.zh.slots import sorts_of
from memgraph_core.language.zh.words import Word, word_at, words_of
from memgraph_core.records.kinds import EntityType

_LETTER = re.compile(r"\w")
_TITLE = re.compile(r"《([^》\n\x00]{1,40})》")
_QUOTED_WORK = re.compile(
    r"(?:电影|影片|小说|书|歌|歌曲|专辑|电视剧|剧|综艺|动漫|动画片|漫画|游戏|纪录片|播客)"
    r"[^，。！？“”「」]{0,3}[“「『\"]([^”」』\"\n\x00]{1,30})[”」』\"]"
)
_LATIN = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Z]|[a-z]{1,2}(?=[A-Z]))[A-Za-z0-9]{0,30}(?:[&'’.\-][A-Za-z0-9]{1,30}){0,4}[+#]{0,2}"
    r"(?: (?:(?:of|the|de) )?[A-Z][A-Za-z0-9]{0,30}){0,5}(?: \d{1,4}(?:\.\d{1,3}){0,3}(?![\d:%/年月日号点个岁]))?(?![A-Za-z])"
)
_MODEL = re.compile(
    r"(?<![A-Za-z0-9.#_@-])(?=[a-z0-9-]*[a-z])(?=[a-z-]*\d)[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![A-Za-z0-9_.@])"
)
_STANDARD = re.compile(r"(?<![A-Za-z])[A-Z]{2,4}(?:/[A-Z]{1,2})? ?\d{3,6}(?![\d%])")
_LOWER = re.compile(
    r"(?<![A-Za-z0-9.#_@/:-])[a-z][a-z0-9]{2,20}(?:[.-][a-z0-9]{2,12}){0,2}(?![A-Za-z0-9_@/.:(-])"
)
_SHORT = re.compile(r"[A-Z]{1,2}")  # AA, GB: no name of its own
_OF_THERE = re.compile(r"菜|语|话|料理|口味|式")  # 日本菜: an adjective
_WORKS_THERE = re.compile(r"(?:做|当|任|担任|上班|工作|实习|任职|就职|干|带|负责|搞)")
_AT = re.compile(r"(?:在|入职|加入|跳槽到|跳到|转到|去了?|进了?)$")
_OF_FIRM = re.compile(r"的?(?:年报|财报|股价|股票|官网|客服|研发|总部|分公司|门店|员工|HR|面试)")
_NEAR = re.compile(
    r"(?:住|住在|住到|搬到了?|搬去了?|搬来了?|搬回了?|定居在?|飞往|飞到了?|飞|出生在|出生于|位于|来自)$"
)
_TOWARDS = re.compile(r"(?:搬离了?|离开了?|去了?|去过|到了?|到过|回了?|飞回了?|待在|人在)$")  # besides: _NEAR
_KIND_OF_MEDICINE = re.compile(r"(?:药|药片|胶囊|疫苗|冲剂|颗粒|糖浆|喷雾|激素|剂|维生素|鱼油)$")
_PLACE_END = re.compile(r"[省市县区镇村乡路街巷里州山湖河江岛港湾城洲国]$")


def names_in(text: str, known: Mapping[str, str], types: Mapping[str, EntityType]) -> list[Named]:
    """The names of a Chinese text, as it writes them, in whatever script they are known."""
    plain = simplified(text)
    if plain == text:
        return chinese_names(text, known, types)
    written = {simplified(key): name for key, name in known.items()}
    simple: dict[str, EntityType] = {simplified(key): type_ for key, type_ in types.items()}
    return [
        name if name_key(name.text) in known else replace(name, text=text[name.start : name.end])
        for name in chinese_names(plain, written, simple)
    ]


def chinese_names(text: str, known: Mapping[str, str], types: Mapping[str, EntityType]) -> list[Named]:
    """The names of a text in order, none inside another; of two that overlap the longer."""
    if not _LETTER.search(text):
        return []
    words = words_of(text)
    found = [m for m in matches(text, known, listed_zh()) if _is_sure(text, words, m, known, types)]
    titles = [Named(m[1], "Work", *m.span(1)) for p in (_TITLE, _QUOTED_WORK) for m in p.finditer(text)]
    names = [
        *(_listed(text, match, known, types) for match in found),
        *introduced_names(text, words),
        *(
            Named(text[start:end], _of_person(text, start, end), start, end)
            for start, end in persons_in(text, words)
        ),
        *(Named(text[start:end], type_, start, end) for start, end, type_ in names_with_ending(words)),
        *_tagged(text, words),
        *(Named(m[0], "Person", m.start(), m.end()) for m in _foreign().finditer(text)),
        *_latin(text, words, known),
        *(Named(w.text, "Thing", w.start, w.end) for w in words if _is_medicine(w)),
    ]
    names = [name for name in names if HIDDEN not in name.text]
    names.sort(key=lambda name: (name.start - name.end, name.start))
    typed = (_completed(name, types) for name in without_overlaps([*titles, *names]))
    return [
        n for n in typed if n.type != "Place" or name_key(n.text) in known or not _OF_THERE.match(text, n.end)
    ]


def _is_medicine(word: Word) -> bool:
    """Whether a word is the name of a medicine, and not a word for a kind of medicine: 缬沙坦, and not 感冒药."""
    is_noun = word.tag in ("n", "nz", "vn", "nw") and len(word.text) > 1
    return is_noun and "medicine" in sorts_of(word.text) and not _KIND_OF_MEDICINE.search(word.text)


@cache
def _foreign() -> re.Pattern[str]:
    """Names from other languages, with a dot between their parts."""
    return re.compile(
        rf"[{transcription_characters()}]{{1,6}}(?:[·•‧・][{transcription_characters()}]{{1,8}}){{1,3}}"
    )


def _is_sure(
    text: str,
    words: Sequence[Word],
    match: Match,
    known: Mapping[str, str],
    types: Mapping[str, EntityType],
) -> bool:
    """Whether a known or listed name is meant, and not a longer word that contains it: 团团转, 大理石.

    The tagger reads some short names of places as adverbs or verbs. After a verb of motion they are places: 搬回都灵.
    """
    first = bisect_right(words, match.start, key=lambda word: word.end)
    last = bisect_left(words, match.end, key=lambda word: word.start)
    inside = words[first:last]
    sticking_out = [word for word in inside if word.start < match.start or match.end < word.end]
    if match.key in known and match.end - match.start > 2:
        return True
    if types.get(match.key) == "Person" and len(inside) == 1 and not sticking_out:
        return True  # 一鸣, which the tagger reads as a verb
    if match.end - match.start == 2 and any(w.tag in ("v", "d") for w in inside):
        before = text[max(0, match.start - 4) : match.start]
        is_place = listed_zh().get(match.key) == "Place" and (_NEAR.search(before) or _TOWARDS.search(before))
        return bool(is_place) and not sticking_out
    return all(word.tag in ("PER", "LOC", "ORG", "nz", "nw", "eng") for word in sticking_out)


def _listed(text: str, match: Match, known: Mapping[str, str], types: Mapping[str, EntityType]) -> Named:
    shown = text[match.start : match.end]
    written = known.get(match.key)
    type_ = listed_zh().get(match.key) or types.get(match.key)
    if type_ is None and is_full_name(shown):
        type_ = "Person"
    differs = written is not None and written.lower() != shown.lower()
    return Named(written if differs and written else shown, type_, match.start, match.end)


def _completed(name: Named, types: Mapping[str, EntityType]) -> Named:
    """The name with the type that the graph knows, and the gender that a person's name shows."""
    type_ = types.get(name_key(name.text)) or name.type
    gender = gender_of(name.text) if type_ == "Person" else None
    return Named(name.text, type_, name.start, name.end, gender)


def _of_person(text: str, start: int, end: int) -> EntityType:
    """Person, unless somebody lives there or works there."""
    name = text[start:end]
    if name in listed_zh():
        return listed_zh()[name]
    if _is_employer(text, start, end) and not name.endswith(("总", "老师")):
        return "Organization"
    is_by_sound = not is_full_name(name) or set(name) <= set(transcription_characters())
    return "Place" if is_by_sound and _NEAR.search(text[max(0, start - 4) : start]) else "Person"


def _is_employer(text: str, start: int, end: int) -> bool:
    """Whether somebody works there: 在明康做了六年销售, 明康的年报."""
    at_work = _AT.search(text[max(0, start - 4) : start]) and _WORKS_THERE.match(text, end)
    return bool(at_work) or _OF_FIRM.match(text, end) is not None


def _tagged(text: str, words: Sequence[Word]) -> Iterator[Named]:
    """Places, organisations and works by the tagger; an organisation followed by a model is a thing: 富士XT5."""
    for index, word in enumerate(words):
        if word.tag not in ("LOC", "ORG", "nw") or len(word.text) < 2 or word.text in no_names_zh():
            continue
        end = _model_end(text, words, index)
        if end > word.end:
            yield Named(text[word.start : end], "Thing", word.start, end)
        elif parts := _two_places(word):
            yield from parts
        elif word.text not in endings_zh() and not is_eaten(text, word.start, word.end):
            yield Named(word.text, _type_of_tagged(text, word), word.start, word.end)


def _two_places(word: Word) -> list[Named]:
    """The two listed places that a word is made of: 山东青岛."""
    for middle in range(2, len(word.text) - 1):
        one, other = word.text[:middle], word.text[middle:]
        if listed_zh().get(one) == "Place" == listed_zh().get(other):
            at_middle = word.start + middle
            return [Named(one, "Place", word.start, at_middle), Named(other, "Place", at_middle, word.end)]
    return []


def _type_of_tagged(text: str, word: Word) -> EntityType:
    type_ = listed_zh().get(word.text)
    if type_ is not None:
        return type_
    if word.tag == "nw":
        return "Work"
    is_place = word.tag == "LOC" and (
        _PLACE_END.search(word.text) or not _is_employer(text, word.start, word.end)
    )
    return "Place" if is_place else "Organization"


def _model_end(text: str, words: Sequence[Word], index: int) -> int:
    """The end of the model after a brand; the end of the brand without one."""
    end, following = words[index].end, word_at(words, index + 1)
    if (
        following is None
        or following.start != end
        or following.text[0] not in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    ):
        return end
    if following.tag == "m" and not following.text.isdigit():
        return end
    more = re.match(r" \d{1,3}(?![\d.:%/年月日号点个岁])", text[following.end : following.end + 5])
    return following.end + (more.end() if more and following.tag == "eng" else 0)


def _latin(text: str, words: Sequence[Word], known: Mapping[str, str]) -> Iterator[Named]:
    """Names in Latin letters inside Chinese: with a capital and no everyday short form, or with a digit."""
    starts = {word.start: index for index, word in enumerate(words)}
    for match in _LATIN.finditer(text):
        word, lower, key = match[0], match[0].lower(), name_key(match[0])
        is_usual = lower in no_names() or lower in calendar() or lower in interjections() or len(word) < 2
        is_short = _SHORT.fullmatch(word) is not None and key not in listed()
        if key and (key in known or not (is_usual or is_short)):
            index = starts.get(match.start())
            type_ = listed().get(key) or _type_of_latin(word, words, index)
            yield Named(word, type_, match.start(), match.end())
    yield from (Named(m[0], "Thing", *m.span()) for m in _LOWER.finditer(text) if _is_thing(m[0]))
    for pattern in (_MODEL, _STANDARD):
        for match in pattern.finditer(text):
            yield Named(match[0], "Thing", match.start(), match.end())


def _is_thing(word: str) -> bool:
    """Whether a word in lower-case letters is the name of software or of a service, and no ordinary word: kafka, acme.sh."""
    if word in word_set("technical_zh"):
        return False
    if kind_of_thing(word) is not None:
        return True
    is_ordinary = any(base in ordinary() for base in (word, word.removesuffix("s"), word.removesuffix("ing")))
    return not (is_ordinary or word in no_names() or word in interjections() or word in word_set("stop_en"))


def _type_of_latin(word: str, words: Sequence[Word], index: int | None) -> EntityType | None:
    if is_given_name(word.split()[0]):
        return "Person"
    if re.search(r"\d|[a-z][A-Z]|[.+#]|^[A-Z]{3,}", word):
        return "Thing"
    before = word_at(words, index - 1) if index is not None else None
    if before is not None and before.text in general_zh("person"):
        return "Person"
    return None
