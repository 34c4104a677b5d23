"""Names in Chinese: what is known and listed, surnames, endings, introductions, and what the dictionary tags.

The graph's names are found first, however a segmenter would cut them; the rest is cut by jieba. Its guesses
at unknown words are believed only with a surname, a title, an ending or an introduction.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from memgraph_core.language.names import name_key
from memgraph_core.language.naming.ended_zh import ended_at
from memgraph_core.language.naming.gazetteer import Match, matches
from memgraph_core.language.naming.introduced_zh import introduced
from memgraph_core.language.naming.lists import (
    calendar,
    endings_zh,
    exclaimed,
    general_zh,
    listed,
    listed_zh,
    no_names,
    no_names_zh,
    sounds,
)
from memgraph_core.language.naming.named import Named, apart
from memgraph_core.language.naming.persons_zh import is_full_name, persons_at
from memgraph_core.language.naming.segment import Word, at, flag_of, has_dictionary, words_of
from memgraph_core.language.people import gender_of, is_given_name
from memgraph_core.records.kinds import EntityType

_LETTER = re.compile(r"\w")
_TITLE = re.compile(r"《([^》\n\x00]{1,40})》")
_QUOTED_WORK = re.compile(
    r"(?:电影|影片|小说|书|歌|歌曲|专辑|电视剧|剧|综艺|动漫|动画片|漫画|游戏|纪录片|播客)"
    r"[^，。！？“”「」]{0,3}[“「『\"]([^”」』\"\n\x00]{1,30})[”」』\"]"
)
_LATIN = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Z]|[a-z]{1,2}(?=[A-Z]))[A-Za-z0-9]{0,30}(?:[&'’.\-][A-Za-z0-9]{1,30}){0,4}[+#]{0,2}"
    r"(?: (?:(?:of|the|de) )?[A-Z][A-Za-z0-9]{0,30}){0,5}(?: \d{1,4}(?![\d.:%/年月日号点个岁]))?(?![A-Za-z])"
)
_OF_THERE = re.compile(r"菜|语|话|料理|口味|式")  # 日本菜: an adjective
_WHERE = re.compile(
    r"(?:住在|住到|搬到了?|搬去了?|搬来了?|搬回了?|定居在?|移民到?|飞往|飞到了?|出生在|出生于|位于|来自)$"
)
_NAME_FLAGS = ("nr", "ns", "nt", "nz")


def chinese_names(text: str, known: Mapping[str, str], types: Mapping[str, EntityType]) -> list[Named]:
    """The names of a text in order, none inside another; of two that overlap the longer."""
    if not _LETTER.search(text):
        return []
    found = [m for m in matches(text, known, listed_zh()) if _is_sure(text, m, known)]
    words = words_of(text, [(m.start, m.end) for m in found])
    titles = [Named(m[1], "Work", *m.span(1)) for p in (_TITLE, _QUOTED_WORK) for m in p.finditer(text)]
    names = [
        *(_listed(text, match, known) for match in found),
        *(
            name
            for index in range(len(words) if has_dictionary() else 0)
            for name in _of_word(text, words, index)
        ),
        *introduced(text, words),
        *(Named(m[0], "Person", m.start(), m.end()) for m in _foreign().finditer(text)),
        *_latin(text, known),
    ]
    names.sort(key=lambda name: (name.start - name.end, name.start))
    told = (_completed(name, types) for name in apart([*titles, *names]))
    return [
        n for n in told if n.type != "Place" or name_key(n.text) in known or not _OF_THERE.match(text, n.end)
    ]


@cache
def _foreign() -> re.Pattern[str]:
    """Names from other languages, with a dot between their parts."""
    return re.compile(rf"[{sounds()}]{{1,6}}(?:[·•‧・][{sounds()}]{{1,8}}){{1,3}}")


def _is_sure(text: str, match: Match, known: Mapping[str, str]) -> bool:
    """Whether a known or listed name is meant, and no longer word that holds it: 中山装, 大理石.

    A listed name of two characters is left to the segmenter, which knows where words end.
    """
    start, end = match.start, match.end
    if match.key not in known and end - start < 3:
        return False
    around = ((start - 1, end), (start, end + 1), (start - 1, end + 1), (start, end + 2), (start - 2, end))
    longer = (flag_of(text[a:b]) for a, b in around if a >= 0 and b <= len(text))
    return all(flag is None or flag[:2] in _NAME_FLAGS for flag in longer)


def _listed(text: str, match: Match, known: Mapping[str, str]) -> Named:
    shown = text[match.start : match.end]
    written = known.get(match.key)
    type_ = listed_zh().get(match.key)
    if type_ is None and is_full_name(shown):
        type_ = "Person"
    differs = written is not None and written.lower() != shown.lower()
    return Named(written if differs and written else shown, type_, match.start, match.end)


def _completed(name: Named, types: Mapping[str, EntityType]) -> Named:
    """The name with the type that the graph knows, and the gender that a person's name tells."""
    type_ = types.get(name_key(name.text)) or name.type
    gender = gender_of(name.text) if type_ == "Person" else None
    return Named(name.text, type_, name.start, name.end, gender)


def _of_word(text: str, words: Sequence[Word], index: int) -> Iterator[Named]:
    """The names that begin with a word, or end with it."""
    word = words[index]
    for start, end in persons_at(words, index):
        if text[start:end] not in listed_zh():  # 阿里
            yield _person_or_place(text, start, end)
    if (found := ended_at(words, index)) is not None:
        first, type_ = found
        yield Named(text[words[first].start : word.end], type_, words[first].start, word.end)
    if word.flag != "*" and (type_ := _type_by_dictionary(words, index)) is not None:
        yield Named(word.text, type_, word.start, word.end)
    if word.text[-1:] == "人" and listed_zh().get(word.text[:-1]) == "Place":  # 长沙人
        yield Named(word.text[:-1], "Place", word.start, word.end - 1)
    following = at(words, index + 1)
    joined = word.text + following.text if following is not None else ""
    if len(joined) == 2 and (type_ := listed_zh().get(joined)) is not None:  # cut by the segmenter
        yield Named(joined, type_, word.start, word.start + 2)


def _person_or_place(text: str, start: int, end: int) -> Named:
    """A person; where somebody lives or goes it is a town whose name is written by its sound: 住在里昂."""
    is_place = (not is_full_name(text[start:end]) or set(text[start:end]) <= set(sounds())) and _WHERE.search(
        text, max(0, start - 4), start
    )
    type_: EntityType = "Place" if is_place else "Person"
    return Named(text[start:end], type_, start, end)


def _type_by_dictionary(words: Sequence[Word], index: int) -> EntityType | None:
    """The type of a word that is listed, or that the dictionary tags as a place or an organisation."""
    word = words[index]
    if (type_ := listed_zh().get(word.text)) is not None:
        return type_
    if word.text in no_names_zh() or word.text in endings_zh() or flag_of(word.text) is None:
        return None
    if word.flag[:2] == "nt" and len(word.text) > 2:
        return "Organization"
    return "Place" if word.flag[:2] == "ns" and _is_place(words, index) else None


def _is_place(words: Sequence[Word], index: int) -> bool:
    """The dictionary takes many words for places: one of two characters needs a word around that says so."""
    word, before, following = words[index], at(words, index - 1), at(words, index + 1)
    is_there = before is not None and (before.flag == "ns" or before.text in general_zh("place"))
    is_one = following is not None and following.text in ("人", "市", "县", "区", "省")
    return len(word.text) > 2 or (len(word.text) == 2 and (is_there or is_one))


def _latin(text: str, known: Mapping[str, str]) -> Iterator[Named]:
    """Names in Latin letters inside Chinese: what has a capital and is no everyday short form."""
    for match in _LATIN.finditer(text):
        word, lower, key = match[0], match[0].lower(), name_key(match[0])
        is_usual = lower in no_names() or lower in calendar() or lower in exclaimed() or len(word) < 2
        if key and (key in known or not is_usual):
            type_: EntityType | None = "Person" if is_given_name(word.split()[0]) else None
            yield Named(word, listed().get(key) or type_, match.start(), match.end())
