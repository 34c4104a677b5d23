"""Divides a long English sentence into independent clauses."""

import re

from memgraph_core.language.stating.clauses import chosen_borders
from memgraph_core.language.terms import stop_words

_EN = re.compile(
    r"(?:,|\s[-–—]{1,2})\s{1,3}(?=(?:and|but|so|yet|while|whereas|plus)\s{1,3}(?:(?:then|now|also|yesterday|today"
    r"|last \w{1,12}|next \w{1,12}|after that)\s{1,3})?"
    r"(?:I|we|We)(?:['’]\w{1,3})?\s|(?:and|but|so|yet|while|whereas|plus)\s{1,3}(?:my|our|My|Our)\s(?:\w{1,20}\s){1,3}\w"
    r"|(?:and|but|so|while|whereas|plus)\s[A-Z][a-z]{1,20}\s(?:is|was|has|had|will|works|lives|went|got|said|told|came|loves?"
    r"|likes|wants|started|[a-z]{2,12}ed)\s)"
    r"|;\s{1,3}(?=\w)(?!(?:he|she|it|they|this|that|these|those|which|who|what|however|even)\b)"
)

# Conjunctions of dependent clauses.
_DEPENDENT = re.compile(
    r"(?:if|when|whenever|because|although|though|since|while|after|before|unless|until|as|once|even if)\b",
    re.IGNORECASE,
)

_EN_WORD = re.compile(r"[^\W\d_][\w'’]*")

WORDS = 4  # content words that each clause must have


def _is_independent(opening: str, closing: str, after: str) -> bool:
    return not (_DEPENDENT.match(opening) and "," not in closing) and not _DEPENDENT.match(after)


def clause_starts(sentence: str) -> list[int]:
    """The offsets in the sentence at which its clauses begin, without the first one; ascending."""
    if len(sentence) < 6 * WORDS or _EN.search(sentence) is None:
        return []
    words = [m.start() for m in _EN_WORD.finditer(sentence) if m[0].lower() not in stop_words()]
    return chosen_borders(sentence, _EN, words, WORDS, _is_independent)


_SUBJECT = r"(?:i|you|we|they|he|she|it|there|that|this|these|those|anyone|someone|the|my|our|your|his|her)"
_AUXILIARY = r"(?:can|could|would|will|should|shall|may|do|does|did|is|are|was|were|has|have|am|isn['’]t|don['’]t|doesn['’]t)"
_ASKED = (
    rf"(?:{_AUXILIARY} {_SUBJECT}\b|(?:what|how|why|any)\b"
    rf"|(?:which|where|when|who)\b(?: \w+){{0,3}}? {_AUXILIARY} {_SUBJECT}\b"
    rf"|(?:which|whose) \w+ {_AUXILIARY}\b|(?:who|where|when)(?:['’]s\b| (?:plays|makes|sells|wants)\b))"
)
_QUESTION_BEHIND = re.compile(
    rf"(?:[,:]|\s[-–—]{{1,2}})\s{{1,3}}(?=(?:(?:so|and|but|then|also|now)\s)?{_ASKED})|\s(?=(?:so|but)\s{_ASKED})",
    re.IGNORECASE,
)
# Beginnings of a text that states nothing before its question: a condition, a supposition, another question or a request.
_WITHOUT_STATEMENT = re.compile(
    rf"\W*(?:(?:and|but|so|ok|hey|hi|well)\W+)?(?:if|when|whenever|unless"
    r"|suppose|supposing|imagine|say|let['’]s say|assuming|in case"
    rf"|{_ASKED}"
    r"|being|having|given|considering"
    r"|which|where|who|whose|please|tell|remind)\b",
    re.IGNORECASE,
)
_OF_HEARER = re.compile(r"\W*(?:(?:and|but|so|ok|oh|well|hey|hi)\W+)?you(?:r|['’]\w+)?\b", re.IGNORECASE)


def question_start(question: str) -> int | None:
    """The offset of a question that follows a statement of the speaker in the same sentence; None without such a statement.

    In "I'm vegetarian, so what can I cook?" it is the offset of "so".
    """
    border = _QUESTION_BEHIND.search(question)
    if border is None:
        return None
    before = question[: border.start()]
    has_statement = len(re.findall(r"[^\W\d_]+", before)) >= 3 and not _OF_HEARER.match(before)
    return border.end() if has_statement and not _WITHOUT_STATEMENT.match(before) else None
