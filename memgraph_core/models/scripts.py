"""Which scripts an English model knows."""

import unicodedata

# A little of another script in an English sentence (a name, a sign, a quotation) does not spoil its vector;
# above this share of the letters the vector means little.
_MAX_UNREAD = 0.3


def reads_english(text: str) -> bool:
    """Whether a model with an English vocabulary can read this: at most 30 % of its letters are not Latin.

    all-MiniLM-L6-v2 folds accents away and reads any Latin letter; it has no words of other scripts, and
    unrelated Chinese sentences reach a cosine of .9 with it. Text without letters is read: digits, signs
    and emoji say what little they say.
    """
    letters = [character for character in text if character.isalpha()]
    unread = sum(1 for letter in letters if letter > "\x7f" and not _latin(letter))
    return unread <= _MAX_UNREAD * len(letters)


def _latin(letter: str) -> bool:
    """Latin with or without accents, also full-width; ª, º and mathematical letters fold to Latin."""
    folded = unicodedata.normalize("NFKC", letter)
    return all(unicodedata.name(part, "").startswith("LATIN") for part in folded if part.isalpha())
