"""Contacts (vCard 2.1 to 4.0) → turns: name, organisation, role, addresses, phone numbers and birthday."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from functools import partial
from typing import Any, cast

from memgraph_core.errors import InvalidInput
from memgraph_core.language.entries import relation_label
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import answer_language, pack_of
from memgraph_core.language.scripts import one_line
from memgraph_core.records.validation import MAX_NAME, moment_of
from memgraph_core.turns.fields import SourcePosition
from memgraph_core.turns.formats.blocks import components_of, import_library
from memgraph_core.turns.formats.found import ReadTurns, read_records
from memgraph_core.turns.records import DeclaredFact, Record

_BIRTHDAY = re.compile(r"(?P<year>\d{4}|--?)-?(?P<month>\d{2})-?(?P<day>\d{2})(?:T.*)?")
_NO_YEAR = 1604  # the year that some programs write for a birthday without one
_LEAP_YEAR = 2000
_NICKNAMES = re.compile(r"^(?:[\w-]+\.)?NICKNAME[;:].*$", re.IGNORECASE | re.MULTILINE)
_URI = re.compile(r"(?:tel|mailto):", re.IGNORECASE)
_ADDRESS_PARTS = ("street", "city", "region", "code", "country")
_NAME_PARTS = ("given", "additional", "family")


@dataclass(frozen=True, slots=True)
class _Card:
    """A contact as parsed."""

    component: Any  # vobject.base.Component

    def texts(self, key: str) -> list[str]:
        """The values of a property, each on one line, without blank ones. A value that is a list gives several."""
        given = [line.value for line in self.component.contents.get(key, [])]
        values = [
            value for each in given for value in (cast(list[Any], each) if isinstance(each, list) else [each])
        ]
        return [text for value in values if (text := one_line(_text_of(value)).strip(" ;"))]

    def text(self, key: str) -> str:
        """The first value, or an empty text."""
        return next(iter(self.texts(key)), "")


def read_contacts(text: str, source: SourcePosition) -> ReadTurns:
    """The contacts of a file. Raises ConfigError without the library, InvalidInput if none can be read."""
    return read_records(_cards(text, source), partial(_record, zone=source.zone), source)


def _cards(text: str, source: SourcePosition) -> Iterator[tuple[_Card | str, SourcePosition]]:
    """Each contact with the position of its first line; for one that cannot be parsed, the reason."""
    vobject = import_library("vobject", source)
    # LookupError: an unknown character set
    errors = (vobject.base.VObjectError, ValueError, LookupError)
    for component, at in components_of(text, "VCARD", source):
        try:
            card = _Card(vobject.readOne(_with_escaped_commas(component), allowQP=True))
        except errors as e:
            yield f"not a valid vCard: {e}", at
            continue
        yield card, at


def _with_escaped_commas(component: str) -> str:
    """A contact whose nicknames are one text, because vobject would keep only the first one."""
    return _NICKNAMES.sub(lambda found: re.sub(r"(?<!\\),", r"\\,", found[0]), component)


def _record(card: _Card, zone: tzinfo) -> Record:
    company, given = card.text("org"), card.text("fn") or card.text("n")
    name = (given or company)[:MAX_NAME]
    if not name_key(name):
        raise InvalidInput("the contact has no name. Give it FN or N.")
    language = answer_language(" ".join([name, company, card.text("note")]))
    is_company = name == company or card.text("kind").lower() in ("org", "organization")
    facts = tuple(_facts(card, name, language))
    return Record(
        id=card.text("uid") or "/".join([name, card.text("tel"), card.text("email")]),
        text=_sentence(card, name, facts, language),
        facts=facts,
        entities={name: "Organization" if is_company else "Person"},
        aliases=tuple((name, alias) for alias in _nicknames(card) if name_key(alias) != name_key(name)),
        said_at=_written(card.text("rev"), zone),
    )


def _nicknames(card: _Card) -> Iterator[str]:
    """The nicknames, which are separated by commas. Those that are too long for a name are left out."""
    names = (name.strip() for text in card.texts("nickname") for name in re.split(r"\\?[,，]", text))
    return (name for name in dict.fromkeys(names) if name_key(name) and len(name) <= MAX_NAME)


def _facts(card: _Card, name: str, language: str) -> Iterator[DeclaredFact]:
    stated = [
        *(("WORKS_AT", company) for company in card.texts("org")[:1] if company != name),
        *(("WORKS_AS", role) for role in (card.texts("title") or card.texts("role"))[:1]),
        *(("HAS_PHONE", _URI.sub("", phone)) for phone in card.texts("tel")),
        *(("HAS_EMAIL", _URI.sub("", address)) for address in card.texts("email")),
        *(("HAS_ADDRESS", address) for address in card.texts("adr")),
        *(("BORN_ON", day) for day in card.texts("bday")[:1] for day in _birthday(day, language)),
    ]
    for type_, object_ in dict.fromkeys(stated):
        if name_key(object_) and len(object_) <= MAX_NAME:
            yield DeclaredFact(subject=name, type=type_, object=object_)


def _sentence(card: _Card, name: str, facts: tuple[DeclaredFact, ...], language: str) -> str:
    """The contact in one line, as in `Ada Rossi: works at Fiat; has phone +39 011 123`, and its note."""
    pack = pack_of(language)
    stated = [f"{relation_label(fact.type, language)}{pack.pick(' ', '')}{fact.object}" for fact in facts]
    if nicknames := pack.pick(", ", "、").join(_nicknames(card)):
        stated.append(pack.pick("nickname: ", "昵称：") + nicknames)
    text = name + (pack.pick(": ", "：") + pack.pick("; ", "；").join(stated) if stated else "")
    note = "\n".join(card.texts("note"))
    return text + (pack.pick(". ", "。") + note if note else "")


def _birthday(text: str, language: str) -> Iterator[str]:
    """A birthday as ISO text, or as people write a day if the year is not known. Nothing for another form of text.

    Raises InvalidInput for a day that does not exist.
    """
    found = _BIRTHDAY.fullmatch(text)
    if found is None:
        return
    year = int(found["year"]) if found["year"].isdigit() else _NO_YEAR
    month, day = int(found["month"]), int(found["day"])
    try:
        born = date(_LEAP_YEAR if year == _NO_YEAR else year, month, day)
    except ValueError as e:
        raise InvalidInput(f"BDAY is {text!r:.40}, which is not a day.") from e
    if year != _NO_YEAR:
        yield born.isoformat()
        return
    pack = pack_of(language)
    written = pack.derived_text.day(born)
    yield pack.pick(written.removesuffix(f" {_LEAP_YEAR}"), written.removeprefix(f"{_LEAP_YEAR}年"))


def _written(text: str, zone: tzinfo) -> datetime | None:
    """When the contact was last changed; None if REV is missing or cannot be read."""
    try:
        return moment_of(text, "REV", zone).astimezone(UTC) if text else None
    except InvalidInput:
        return None


def _text_of(value: Any) -> str:  # noqa: ANN401  texts, and the classes of vobject for addresses and names
    if hasattr(value, "street"):
        return ", ".join(_parts(value, _ADDRESS_PARTS))
    if hasattr(value, "given"):
        return " ".join(_parts(value, _NAME_PARTS))
    return str(value)


def _parts(value: Any, names: Iterable[str]) -> Iterator[str]:  # noqa: ANN401  an address or a name of vobject
    """The parts of an address or a name that are not blank. A part may be a text or a list of texts."""
    for name in names:
        part = getattr(value, name)
        yield from filter(None, cast(list[str], part) if isinstance(part, list) else [str(part)])
