"""Which fonts can write a text: matplotlib's own, and for Chinese one that the machine has."""

# matplotlib's types are too open for the strict mode, and the checks run without it too.
# pyright: basic, reportMissingImports=false

import re
from collections.abc import Iterable, Sequence
from functools import cache

from matplotlib import font_manager, ft2font

from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.language.scripts import CJK

OWN = "DejaVu Sans"  # comes with matplotlib
# Common ones first, since looking into every font of a machine takes seconds.
_CHINESE = re.compile(
    r"Noto Sans (?:Mono )?CJK|Noto Sans SC|Source Han Sans|WenQuanYi|PingFang|Hiragino|Heiti|Microsoft YaHei|SimHei|"
    r"DengXian|Droid Sans Fallback|Sarasa|Arial Unicode|Noto Serif CJK|Source Han Serif|STSong|SimSun"
)
_IS_CJK = re.compile(f"[{CJK}]")


def families_for(texts: Iterable[str], font: str | None = None) -> list[str]:
    """Families that write these texts, in the order in which a sign is looked for.

    `font` is a file of a font to be looked into first. Raises ConfigError where Chinese has no font, with the remedy;
    signs of other scripts and emoji that no font has are left out by `writable`.
    """
    given = [_family_of(font)] if font else []
    signs = {sign for text in texts for sign in text if _IS_CJK.match(sign)}
    lacking = {sign for sign in signs if not _has(sign, tuple(given))}
    if not lacking:
        return [*given, OWN]
    found = next((name for name in _chinese_families() if all(_has(sign, (name,)) for sign in lacking)), None)
    if found is None:
        raise ConfigError(
            f"no font of this machine has {min(lacking)!r}. Install one (Debian and Ubuntu: apt install "
            "fonts-noto-cjk), or name a font file: --font FILE."
        )
    return [*given, OWN, found]


def writable(text: str, families: Sequence[str]) -> str:
    """The text without the signs that none of these fonts has, such as emoji."""
    return "".join(sign for sign in text if sign.isspace() or _has(sign, tuple(families)))


def _chinese_families() -> list[str]:
    names = {entry.name for entry in font_manager.fontManager.ttflist if _CHINESE.search(entry.name)}
    return sorted(names, key=lambda name: ("Serif" in name, "Mono" in name, name))


def _family_of(path: str) -> str:
    try:
        font_manager.fontManager.addfont(path)
        return font_manager.FontProperties(fname=path).get_name()
    except (OSError, RuntimeError) as e:
        raise InvalidInput(
            f"{path!r} is no font that can be read: {e}. Give a .ttf, .otf or .ttc file."
        ) from e


@cache
def _has(sign: str, families: tuple[str, ...]) -> bool:
    return any(ord(sign) in _signs_of(family) for family in families)


@cache
def _signs_of(family: str) -> frozenset[int]:
    path = font_manager.findfont(font_manager.FontProperties(family=family))
    return frozenset(ft2font.FT2Font(path).get_charmap())
