"""Character classes of scripts, and the two foldings of a text: for comparing and for reading."""

import re
import unicodedata

# Han, its extensions and compatibility forms; kana and hangul are cut into characters for search as well.
CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
CHINESE_CHARACTER = re.compile(r"[\u4e00-\u9fff]")  # a common one, without the extensions
# Capitals of the European scripts, for a character class: names begin with Ö and Š, not only with A to Z.
CAPITAL = "".join(c for c in map(chr, range(0x41, 0x530)) if c.isupper())
# Control characters break lines and terminals; invisible and direction characters can hide text from people but not
# from a model. Only the joiners inside emoji and some scripts (U+200C, U+200D) have a use.
_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    r"\U000e0000-\U000e0fff]+"
)


def folded(text: str) -> str:
    """The text for comparing: compatibility forms unified, lower case, Latin accents removed."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return unicodedata.normalize("NFKC", "".join(c for c in decomposed if not "\u0300" <= c <= "\u036f"))


def one_line(text: str) -> str:
    """The text for a prompt or a terminal: blanks joined; control, direction and invisible signs removed."""
    return " ".join(_CONTROL.sub(" ", text).split())
