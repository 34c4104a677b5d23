"""Converts items of a LangGraph store to turns and back.

Each item is stored as one turn in a session of its own. A search finds the item by the text of the turn; the metadata of
the turn contains the value. The metadata also has a key for each prefix of the namespace, so that a filter can select all
items below a prefix.
"""

# pyright: basic, reportMissingImports=false
# LangGraph need not be installed where types are checked.

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from langgraph.store.base import Item, SearchItem, get_text_at_path, tokenize_path

from memgraph_core.errors import InvalidInput
from memgraph_core.records.graph import Turn, uid_of
from memgraph_core.records.validation import MAX_METADATA, MAX_TEXT

Namespace = tuple[str, ...]

_ITEM = "langgraph_item"
_PREFIX = "langgraph_{depth}"
_NO_TEXT = "–"  # the text of an item that no search shall find


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredItem:
    """An item with its times, and the text and the uid of its turn."""

    namespace: Namespace
    key: str
    value: Mapping[str, Any]
    created_at: datetime
    updated_at: datetime
    ttl: float | None = None  # minutes
    read_at: datetime | None = None  # when the time to live began; a read may restart it
    indexed: bool = True
    text: str = _NO_TEXT
    turn: str = ""

    @property
    def path(self) -> tuple[Namespace, str]:
        """What identifies the item."""
        return self.namespace, self.key

    def has_expired(self, now: datetime) -> bool:
        """Whether its time to live is over."""
        if self.ttl is None or self.read_at is None:
            return False
        return now >= self.read_at + timedelta(minutes=self.ttl)

    def as_item(self) -> Item:
        """The item as LangGraph returns it."""
        return Item(**self._shown())

    def as_result(self, score: float | None) -> SearchItem:
        """The item as a search of LangGraph returns it."""
        return SearchItem(**self._shown(), score=score)

    def _shown(self) -> dict[str, Any]:
        return {
            "namespace": self.namespace,
            "key": self.key,
            "value": dict(self.value),
            "created_at": self.created_at,
            "updated_at": self.updated_at,
        }


def session_of_item(namespace: Namespace, key: str) -> str:
    """The session of an item. It is a hash, so that a search does not find words of the namespace or the key."""
    return uid_of("langgraph", *namespace, "", key)


def filter_of_prefix(prefix: Namespace) -> dict[str, object]:
    """A filter on metadata that selects all items whose namespace begins with this prefix or is equal to it."""
    return {_PREFIX.format(depth=len(prefix)): list(prefix)}


def turn_of(item: StoredItem) -> Turn:
    """The turn that stores an item. Each state of an item has its own uid. Raises InvalidInput if the value is too large."""
    session = session_of_item(item.namespace, item.key)
    details = {
        "namespace": list(item.namespace),
        "key": item.key,
        "value": dict(item.value),
        "created_at": item.created_at.isoformat(),
        "updated_at": item.updated_at.isoformat(),
        "ttl": item.ttl,
        "read_at": item.read_at.isoformat() if item.read_at else None,
        "indexed": item.indexed,
    }
    prefixes: dict[str, object] = {}
    for depth in range(len(item.namespace) + 1):
        prefixes |= filter_of_prefix(item.namespace[:depth])
    try:
        return Turn(
            uid=uid_of(session, details),
            session=session,
            role="tool",
            text=item.text,
            said_at=item.updated_at,
            metadata={_ITEM: details, **prefixes},
        )
    except InvalidInput as e:
        raise InvalidInput(
            f"the value of {item.key!r:.80} in {item.namespace!r:.200} cannot be stored: {e} "
            f"The limit for a value is about {MAX_METADATA:,} characters of JSON; store a large text with `memory.add`."
        ) from e


def item_of(turn: Turn) -> StoredItem | None:
    """The item that a turn stores; None for any other turn."""
    details = turn.metadata.get(_ITEM)
    if not isinstance(details, Mapping):
        return None
    read_at = details.get("read_at")
    return StoredItem(
        namespace=tuple(details["namespace"]),
        key=details["key"],
        value=details["value"],
        created_at=datetime.fromisoformat(details["created_at"]),
        updated_at=datetime.fromisoformat(details["updated_at"]),
        ttl=details["ttl"],
        read_at=datetime.fromisoformat(read_at) if read_at else None,
        indexed=details["indexed"],
        text=turn.text,
        turn=turn.uid,
    )


def newest_states(turns: Sequence[Turn]) -> dict[tuple[Namespace, str], StoredItem]:
    """The last state of each item, by namespace and key, in the order in which the items first occur in these turns."""
    found: dict[tuple[Namespace, str], StoredItem] = {}
    for turn in turns:
        item = item_of(turn)
        if item is None:
            continue
        known = found.get(item.path)
        if known is None or _age(item) > _age(known):
            found[item.path] = item
    return found


def searchable_text(value: Mapping[str, Any], fields: Sequence[str] | None) -> str:
    """The text by which a search finds a value: the texts at the paths `fields`; without `fields`, all texts in the value.

    Each text is a line. At most 100,000 characters.
    """
    if fields is None:
        texts = _texts_in(value)
    else:
        texts = [text for path in fields for text in get_text_at_path(value, tokenize_path(path))]
    joined = "\n".join(text.strip() for text in texts if text.strip())
    return joined[:MAX_TEXT].strip() or _NO_TEXT


def _age(item: StoredItem) -> tuple[datetime, datetime, str]:
    return item.updated_at, item.read_at or item.updated_at, item.turn


def _texts_in(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for each in value.values() for text in _texts_in(each)]
    if isinstance(value, Sequence):
        return [text for each in value for text in _texts_in(each)]
    return []
