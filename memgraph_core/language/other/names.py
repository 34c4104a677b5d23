"""Names in languages without their own rules: known and listed names, titles, and capitals where they are evidence.

German writes every noun with a capital, other languages have no capitals, and the word lists know few of their words.
The rules prefer precision: a missed name costs less than a noun that becomes an entity.
"""

import re
from collections.abc import Mapping

from memgraph_core.language.detection import marks_nouns
from memgraph_core.language.names import name_key
from memgraph_core.language.naming.gazetteer import matches
from memgraph_core.language.naming.lists import listed, listed_zh
from memgraph_core.language.naming.named import Named, without_overlaps
from memgraph_core.language.persons.given_names import gender_of, is_given_name
from memgraph_core.language.scripts import CAPITAL
from memgraph_core.records.kinds import EntityType

_WORD = rf"[{CAPITAL}][\w'’-]{{1,30}}"
_RUN = re.compile(
    rf"(?<![\w@#.])(?P<run>{_WORD}(?:(?: (?:de|da|do|di|van|von|et|y|e) | ){_WORD}){{0,3}})"
    r"(?P<number> \d{1,4}(?:\.\d+)*(?![\w%]))?"
)
_START = re.compile(r"(?:^|[.!?…:;\n¿¡\"“„«(—–-])\s*$")
_TITLE = re.compile(
    r"\b(?:Herr|Frau|Hr\.|Fr\.|Señora?|Sra?\.|Don|Doña|Monsieur|Madame|Mme|Mlle|M\.|Signora?|Senhora?|Seu|Dona|Dr\.?|Dra\.|Prof\.?|Pan|Pani|"
    r"г-н|г-жа) $"
)
_HONORIFIC = re.compile(
    r"(?P<ja>[\u4e00-\u9fff々]{1,4}|[\u30a1-\u30fa\u30fcー]{2,8})(?=さん|ちゃん|くん|君|様(?!子|々))"
    r"|(?<![\uac00-\ud7a3])(?P<ko>[\uac00-\ud7a3]{2,4})(?= ?(?:씨|님)(?![\uac00-\ud7a3]{2}))"
)
_FAMILY = frozenset("母父兄姉弟妹娘息子妻夫祖皆客神王孫")
_INNER = re.compile(rf".[a-z]*[{CAPITAL}0-9]")


def names_in(text: str, known: Mapping[str, str], types: Mapping[str, EntityType]) -> list[Named]:
    """The names in a text, in order of appearance, without overlaps."""
    return without_overlaps([*_known_names(text, known, types), *_with_honorific(text), *_capitalised(text)])


def _known_names(text: str, known: Mapping[str, str], types: Mapping[str, EntityType]) -> list[Named]:
    """The names of the graph, and listed places and brands that are written with a capital."""
    found: list[Named] = []
    for match in matches(text, known, {**listed(), **listed_zh()}):
        shown = text[match.start : match.end]
        if match.key in known:
            if shown[:1].isupper() or not known[match.key][:1].isupper():
                found.append(Named(shown, types.get(match.key), match.start, match.end))
            continue
        type_ = listed().get(match.key) or listed_zh().get(match.key)
        if (len(shown) > 2 and (shown[:1].isupper() or not shown[:1].isascii())) or match.key in listed_zh():
            found.append(Named(shown, type_, match.start, match.end))
    return found


def _with_honorific(text: str) -> list[Named]:
    """Names before an honorific: 田中さん, 민준 씨."""
    return [
        Named(match[0], "Person", match.start(), match.end())
        for match in _HONORIFIC.finditer(text)
        if not set(match[0]) <= _FAMILY and match[0][:1] not in "お皆"
    ]


def _capitalised(text: str) -> list[Named]:
    """Capitalised words inside a sentence. In German only given names, words after a title, and words with a version."""
    is_german = marks_nouns(text)
    found: list[Named] = []
    for match in _RUN.finditer(text):
        run, start, end = match["run"], match.start("run"), match.end("run")
        before = text[max(0, start - 12) : start]
        has_title, first = bool(_TITLE.search(before)), run.split()[0]
        if _START.search(before) and not has_title:
            rest = run.partition(" ")
            if is_german or (not is_given_name(first) and not _INNER.match(first)):
                if not rest[2] or is_german or not _is_name(rest[2].split()[0]):
                    if not (is_german and is_given_name(first)):
                        continue
                else:
                    start, run = start + len(rest[0]) + 1, rest[2]
        if is_german and not has_title:
            run = _german_name(run, bool(match["number"]))
            if not run:
                continue
            end = start + len(run)
        if match["number"] and end == match.end("run"):
            end = match.end("number")
        shown = text[start:end]
        if not _is_name(run.split()[0]) and not has_title:
            continue
        is_person = has_title or is_given_name(run.split()[0])
        type_: EntityType | None = listed().get(name_key(shown)) or ("Person" if is_person else None)
        found.append(Named(shown, type_, start, end, gender_of(shown) if is_person else None))
    return found


def _german_name(run: str, has_number: bool) -> str:
    """The part of a run of capitalised German words that is a name; empty for nouns."""
    words = run.split()
    if is_given_name(words[0]) or _INNER.match(words[0]) or (has_number and len(words) == 1):
        return run
    return ""


def _is_name(word: str) -> bool:
    return len(word) > 1
