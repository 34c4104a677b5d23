"""Chooses the fonts for a text: matplotlib's own font, and for Chinese a font that the machine has."""

# matplotlib's types are too loose for strict mode, and the checks also run without matplotlib.
# pyright: basic, reportMissingImports=false

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache

from matplotlib import font_manager, ft2font

from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.language.scripts import CJK

OWN = "DejaVu Sans"  # comes with matplotlib
# Common Chinese fonts by name, because reading every font of a machine takes seconds.
_CHINESE = re.compile(
    r"Noto Sans (?:Mono )?CJK|Noto Sans SC|Source Han Sans|WenQuanYi|PingFang|Hiragino|Heiti|Microsoft YaHei|SimHei|"
    r"DengXian|Droid Sans Fallback|Sarasa|Arial Unicode|Noto Serif CJK|Source Han Serif|STSong|SimSun"
)
_IS_CJK = re.compile(f"[{CJK}]")


def families_for(texts: Iterable[str], font: str | None = None) -> list[str]:
    """Font families for these texts. Each character is drawn with the first family that contains it.

    `font` is a font file to use first. Raises ConfigError with the remedy if no font contains a Chinese character of the
    texts. Other characters that no font contains, such as emoji, are removed by `writable`.
    """
    given = [_family_of(font)] if font else []
    characters = {character for text in texts for character in text if _IS_CJK.match(character)}
    missing = {character for character in characters if not _has(character, tuple(given))}
    if not missing:
        return [*given, OWN]
    family = next(
        (name for name in _chinese_families() if all(_has(character, (name,)) for character in missing)), None
    )
    if family is None:
        raise ConfigError(
            f"no font of this machine has {min(missing)!r}. Install one (Debian and Ubuntu: apt install "
            "fonts-noto-cjk) or pass a font file: --font FILE."
        )
    return [*given, OWN, family]


def writable(text: str, families: Sequence[str]) -> str:
    """The text without the characters that none of these fonts has, such as emoji."""
    return "".join(character for character in text if character.isspace() or _has(character, tuple(families)))


def _chinese_families() -> list[str]:
    """Installed families of Chinese fonts, sans-serif first.

    matplotlib caches its list of fonts, so a font that was installed after the cache was written is not in the list.
    """
    fonts = font_manager.fontManager
    if not any(_CHINESE.search(entry.name) for entry in fonts.ttflist):
        listed = {entry.fname for entry in fonts.ttflist}
        for path in sorted(set(font_manager.findSystemFonts()) - listed):
            with suppress(OSError, RuntimeError):  # a broken or unsupported font file
                fonts.addfont(path)
    names = {entry.name for entry in fonts.ttflist if _CHINESE.search(entry.name)}
    return sorted(names, key=lambda name: ("Serif" in name, "Mono" in name, not name.endswith("SC"), name))


def _family_of(path: str) -> str:
    try:
        font_manager.fontManager.addfont(path)
        return font_manager.FontProperties(fname=path).get_name()
    except (OSError, RuntimeError) as e:
        raise InvalidInput(f"{path!r} is not a readable font: {e}. Pass a .ttf, .otf or .ttc file.") from e


@cache
def _has(character: str, families: tuple[str, ...]) -> bool:
    return any(ord(character) in _characters_of(family) for family in families)


@cache
def _characters_of(family: str) -> frozenset[int]:
    path = font_manager.findfont(font_manager.FontProperties(family=family))
    return frozenset(ft2font.FT2Font(path).get_charmap())
