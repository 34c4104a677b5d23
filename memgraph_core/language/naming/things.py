"""Named things in a text: software, services, files, versions, error codes, tickets, medicines. Case does not matter.

`kind_of_thing` gives the kind (`software`, `file`, `version` …) from the name alone.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from memgraph_core.language.names import name_key
from memgraph_core.language.naming.capitals import SUFFIX
from memgraph_core.language.naming.gazetteer import Match
from memgraph_core.language.naming.named import Named
from memgraph_core.language.word_lists import sections_of

_VERSION = r"v?\d{1,5}(?:\.\d{1,5}){0,3}(?:-(?:alpha|beta|rc)[.\d]*|[+x])?"
_VERSION_AFTER = re.compile(
    rf" (?P<version>{_VERSION})(?![\w%/:]|[.,]\d| ?(?:mg|mcg|µg|ug|ml|iu|units)\b"
    r"| (?:times|years|days|hours|minutes|people|am|pm|lines|users)\b)"
)
_IDENTIFIERS = (
    ("version", re.compile(r"(?<![\w.$€£-])v\d{1,4}(?:\.\d{1,5}){1,3}(?:-(?:alpha|beta|rc)[.\d]*)?(?![\w.]*\w)")),
    ("ticket", re.compile(r"(?<![\w-])[A-Z][A-Z0-9]{1,9}-\d{1,6}(?![\w-])")),
    ("ticket", re.compile(r"(?<![\w-])KB\d{6,7}(?!\w)")),
    ("error", re.compile(
        r"(?<![\w.])(?:0x[0-9A-Fa-f]{6,8}|E[A-Z]{5,14}|ERR_[A-Z_]{3,40}|[A-Z]\w{2,30}(?:Error|Exception))(?![\w(])"
    )),
    ("file", re.compile(
        r"(?<![\w@/.-])[\w-]{1,60}(?:\.[\w-]{1,20}){0,2}\.(?:py|js|jsx|tsx|ts|json|md|ya?ml|toml|sql|csv|txt|sh|pdf|png|jpe?g|html?|css|scss|xlsx?|docx?|"
        r"pptx?|ini|cfg|conf|env|lock|ipynb|java|kt|go|rs|rb|php|cpp|cc|hpp|vue|svelte|xml|zip|gz|log|db|tf)(?![\w(]|\.\w)"
    )),
    ("file", re.compile(r"(?<![\w.])(?:Dockerfile|Makefile|Jenkinsfile|Procfile|\.gitignore|\.env|\.dockerignore)(?!\w)")),
    ("host", re.compile(r"(?<![\w@./-])[a-z][a-z0-9]{1,14}(?:-[a-z0-9]{1,14}){0,3}-\d{1,3}(?![\w-]|\.\d)")),
)  # fmt: skip
_POSSIBLE_IDENTIFIER = re.compile(r"[A-Za-z)]\d|[._-]\w|[a-z][A-Z]|[A-Z]{5}|0x")
# A name that is also an ordinary word means the thing only next to these words.
_CUE_BEFORE = re.compile(
    r"\b(?:using|use|uses|used|via|into|install(?:ed|ing)?|upgrad(?:e|ed|ing)(?: to)?|migrat(?:e|ed|ing)(?: (?:from|to))?"
    r"|deploy(?:ed|ing)?(?: (?:on|to|with))?|written in|code in|coding in|built (?:with|in|on)|switch(?:ed|ing)? (?:from|to)) $",
    re.IGNORECASE,
)
_CUE_AFTER = re.compile(
    r" (?:api|app|keys?|channel|account|repo|server|cluster|database|db|container|images?|cache|pipeline|dashboard|bot|webhooks?|"
    r"integration|plugin|components?|hooks?|docs|config|script|module|library|framework|cli|sdk|tokens?|login|queries|query|client)\b",
    re.IGNORECASE,
)
_NOT_A_HOST = re.compile(
    r"(?:covid|top|mid|pre|post|sub|non|late|early|part|age|aged|line|day|week|year|one|under|over|plus|size|level|chapter)-"
)


@cache
def technical() -> dict[str, str]:
    """Name key → kind of the listed things that are not ordinary words."""
    return dict(_listed(is_ambiguous=False))


@cache
def ambiguous() -> dict[str, str]:
    """Name key → kind of the listed things that are also ordinary words or names of people."""
    return dict(_listed(is_ambiguous=True))


def kind_of_thing(name: str) -> str | None:
    """The kind of a named thing. None if the name does not show it.

    Kinds are software, library, service, language, standard, hardware, medicine, file, version, ticket, error and host.
    """
    key = name_key(name)
    if (kind := technical().get(key) or ambiguous().get(key)) is not None:
        return kind
    for kind, pattern in _IDENTIFIERS:
        if pattern.fullmatch(name):
            return kind
    bare, _, version = name.rpartition(" ")
    return kind_of_thing(bare) if bare and re.fullmatch(_VERSION, version) else None


def things_in(text: str, found: Sequence[Match], *, full_text: str) -> Iterator[Named]:
    """The listed things and the identifiers in a text.

    `found` are the matches of the list. `full_text` is the text with addresses and code, of the same length.
    """
    for match in found:
        is_unambiguous = match.key in technical() and not _is_in_a_word(text, match)
        if is_unambiguous or (match.key in ambiguous() and _is_cued(text, match)):
            end = match.start + len(SUFFIX.sub("", text[match.start : match.end]).rstrip("."))
            if version := _VERSION_AFTER.match(text, end):
                end = version.end()
            yield Named(text[match.start : end], "Thing", match.start, end)
    if _POSSIBLE_IDENTIFIER.search(full_text):
        for kind, pattern in _IDENTIFIERS:
            for match in pattern.finditer(full_text):
                if kind != "host" or not _NOT_A_HOST.match(match[0]):
                    yield Named(match[0], "Thing", match.start(), match.end())


def _is_in_a_word(text: str, match: Match) -> bool:
    """Whether a match is part of a compound (`api-first`), or a short word in lower case (`ram`)."""
    shown = text[match.start : match.end]
    if text[match.end : match.end + 1] in ("-", "_") or text[max(0, match.start - 1) : match.start] in (
        "-",
        "_",
        "#",
    ):
        return True
    return (
        len(shown) <= _SHORT
        and shown.islower()
        and technical()[match.key] in ("standard", "hardware", "language")
    )


_SHORT = 4  # letters; in lower case "ram", "rag" and "sass" are ordinary words


def _is_cued(text: str, match: Match) -> bool:
    shown = text[match.start : match.end]
    before, after = text[max(0, match.start - 30) : match.start], text[match.end : match.end + 20]
    if _CUE_AFTER.match(after) or _VERSION_AFTER.match(after):
        return True
    return bool(_CUE_BEFORE.search(before)) and (
        shown[0].isupper() or not after[:1].isspace() or after[1:2].islower()
    )


def _listed(*, is_ambiguous: bool) -> Iterator[tuple[str, str]]:
    for kind, names in sections_of("things_en"):
        if kind.endswith("?") == is_ambiguous:
            yield from ((name_key(name), kind.rstrip("?")) for name in names.split(","))
