"""The texts that a model can read: their characters and their scripts."""

import unicodedata

# A few letters of another script in an English sentence (a name, a symbol, a quotation) hardly change its vector. Above
# this share of the letters, the vector is meaningless.
_MAX_NON_LATIN_SHARE = 0.3


def reads_english(text: str) -> bool:
    """Whether a model with an English vocabulary can read this: at most 30 % of its letters are not Latin.

    all-MiniLM-L6-v2 removes accents and reads any Latin letter. It has no words of other scripts: unrelated
    Chinese sentences reach a cosine of .9. Text without letters, such as digits and emoji, counts as readable.
    """
    letters = [character for character in text if character.isalpha()]
    unread = sum(1 for letter in letters if letter > "\x7f" and not _is_latin(letter))
    return unread <= _MAX_NON_LATIN_SHARE * len(letters)


def _is_latin(letter: str) -> bool:
    """Latin with or without accents, full-width Latin, and ª, º and mathematical letters, which normalise to Latin."""
    folded = unicodedata.normalize("NFKC", letter)
    return all(unicodedata.name(part, "").startswith("LATIN") for part in folded if part.isalpha())
