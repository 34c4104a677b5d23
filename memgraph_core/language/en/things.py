"""What English nouns are: software, medicines, dates and amounts, each by the noun and the words beside it."""

import re
from typing import TYPE_CHECKING

from memgraph_core.language.en.nouns import is_of, noun_classes

if TYPE_CHECKING:
    from spacy.tokens import Token

MEDICINE = re.compile(
    r"(?<!\w)(?:co-)?[A-Za-z]{3,}(?:formin|tadine|pril|sartan|statin|zole|olol|pine|dipine|xetine|traline|pram|azepam|zolam"
    r"|profen|proxen|cillin|mycin|cycline|amol|"
    r"xaban|gatran|gliptin|gliflozin|tidine|thiazide|semide|parin|mab|tinib|prost|lukast|terol|sone|solone"
    r"|thyroxine|pentin|"
    r"balin|pidem|apine|idone|caine|codone|vir|prazole|floxacin|bactam|tropium|triptan|setron|dronate|glutide"
    r"|clone|prion|pion|faxine|prine)(?!\w)"
)
_TECHNICAL = re.compile(r"[a-z][A-Z]|[A-Za-z]\d|[._/:]\w|^[A-Z]{2,}$")
# Endings of the names of illnesses.
ILLNESS = re.compile(r"\w{3}(?:itis|osis|aemia|emia|algia|pathy|phobia|plegia|sclerosis)$")
ADDRESS = re.compile(
    r"(?:https?://|www\.)\S+|[\w-]+(?:\.[\w-]+)+/\S+|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|example|local)$|(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?$|localhost"
)
_NUMERIC = frozenset(["DATE", "TIME", "MONEY", "PERCENT", "QUANTITY", "ORDINAL", "CARDINAL"])


def is_software(token: "Token") -> bool:
    """Whether a noun is software: a known name, a version, a file, or a word such as `library`."""
    words = noun_classes()["software"]
    if token.lower_ in words or is_of(token, "tool"):
        return True
    if any(c.lower_ in words for c in token.children if c.dep_ in ("compound", "nmod", "amod")):
        return True
    return (
        token.pos_ in ("X", "NOUN", "PROPN")
        and bool(_TECHNICAL.search(token.text))
        and token.ent_type_ not in _NUMERIC
    )


def is_medicine(token: "Token") -> bool:
    """Whether a noun names a medicine, or has a dose."""
    if token.tag_ == "VBG":  # the ironing
        return False
    if is_of(token, "medicine") or MEDICINE.fullmatch(token.text):
        return True
    behind = token.doc[token.i + 1 : token.i + 5].text
    return token.pos_ in ("NOUN", "PROPN") and bool(
        re.match(r"[,(]?\s?\d+(?:\.\d+)?\s?(?:mg|mcg|µg|iu)\b", behind, re.IGNORECASE)
    )


def is_date(token: "Token") -> bool:
    """Whether a noun is part of a date: "May 3rd", "the 30th", "Friday"."""
    if token.ent_type_ in ("DATE", "TIME") or is_of(token, "calendar"):
        return not re.fullmatch(r"(?:years?|days?|weeks?|months?|while|\d{1,2})", token.lower_) or (
            token.ent_type_ == "DATE" and token.lower_[-2:] in ("st", "nd", "rd", "th")
        )
    return re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)", token.lower_) is not None


def is_price(token: "Token") -> bool:
    """Whether a word is an amount of money: `25 dollars`, `£40`, `1,350`, `80k`."""
    if token.lemma_.lower() in noun_classes()["money"]:
        return any(c.like_num for c in token.children)
    if token.ent_type_ == "MONEY":
        return True
    return (
        bool(re.fullmatch(r"[£$€]?\d[\d,]*(?:\.\d\d)?[kKmM€]?", token.text))
        and len(re.sub(r"\D", "", token.text)) >= 2
    )


def has_currency(token: "Token") -> bool:
    """Whether a word of an amount names its currency."""
    if token.lemma_.lower() in noun_classes()["money"]:
        return True
    return token.i > 0 and token.nbor(-1).text in ("£", "$", "€", "¥")


def ends_date(token: "Token") -> bool:
    """Whether a date ends before a token: before a phrase of another thing, or a comma that is not before a year or a
    day: "born on September 4, 3,420 grams".
    """
    if token.text not in (",", ";", "(", "-", "–", "—"):
        return _leads_to_other(token)
    following = token.nbor(1) if token.i + 1 < len(token.doc) else None
    is_year = following is not None and re.fullmatch(r"(?:1[89]|20)\d\d", following.text)
    return not (
        following is not None and (is_year or is_of(following, "calendar") or following.lower_ == "the")
    )


def _leads_to_other(token: "Token") -> bool:
    """Whether a word begins what a date is contrasted with: ", not May 6", "instead of May 6"."""
    following = token.nbor(1).lower_ if token.i + 1 < len(token.doc) else ""
    return (token.lower_, following) in (
        ("instead", "of"),
        ("rather", "than"),
    )
