"""The pack for languages without a pack: notes, names by script-neutral rules, and search terms.

It finds no kin, times or relations, because without rules for the language they would be guesses.
"""

import re

from memgraph_core.language.en import keywords
from memgraph_core.language.en.derived_text import EnglishDerivedText, date_words
from memgraph_core.language.en.subject import subject_words
from memgraph_core.language.other.names import names_in
from memgraph_core.language.pack import LanguagePack
from memgraph_core.language.timing.tenses import TenseRules

_NEVER = re.compile(r"(?!)")
_WORD = re.compile(r"[^\W\d_]{2,}")
_DETAIL = re.compile(r"\d|[\w.+-]{1,64}@[\w-]{1,60}\.|https?://")
_PER_LETTER = 0.06  # salience per letter: a sentence of 17 letters becomes a note
_MAX_LETTERS = 25


def _salience(sentence: str) -> float:
    """Grows with the number of letters; a number or an address adds to it."""
    letters = sum(map(len, _WORD.findall(sentence)))
    spaced = " " in sentence.strip()  # a word of Japanese or Thai has fewer letters
    return (1 if spaced else 2) * _PER_LETTER * min(_MAX_LETTERS, letters) + 0.5 * bool(
        _DETAIL.search(sentence)
    )


PACK = LanguagePack(
    code="other",
    names=lambda text, full_text, known, types: names_in(text, known, types),
    tenses=TenseRules(_NEVER, _NEVER),
    salience=_salience,
    derived_text=EnglishDerivedText(),
    keywords=keywords.keywords,
    date_words=date_words,
    subject_words=subject_words,
)
