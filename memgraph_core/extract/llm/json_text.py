"""The JSON object in what a model wrote: behind its thoughts, between fences, cut off, or with a slip in the middle."""

import json
import re
from itertools import islice
from typing import Any, cast

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_TRAILING_COMMA = re.compile(r",\s*(?=[}\]])")
_STARTS = 8  # places at which an object may begin that are tried
_CLOSING = {"{": "}", "[": "]"}


def object_in(text: str, keys: frozenset[str]) -> tuple[dict[str, Any], bool] | None:
    """The first object in a text that has one of the keys, and whether it is there to its end; None: there is none.

    Of an object that breaks off, or is broken in the middle, the complete items of its lists up to there are kept. A
    bare list counts as the value of the first of the keys, sorted, that a list may be meant for: `notes`.
    """
    text = _THOUGHT.sub(" ", text)
    for match in islice(re.finditer(r"[{\[]", text), _STARTS):
        found = _read(text[match.start() :])
        if found is not None and (held := _held(found[0], keys)) is not None:
            return held, found[1]
    return None


def _held(value: object, keys: frozenset[str]) -> dict[str, Any] | None:
    if isinstance(value, list):
        items = cast(list[object], value)
        return {"notes": items} if items and all(isinstance(item, dict) for item in items) else None
    if isinstance(value, dict) and keys & cast(dict[str, object], value).keys():
        return cast(dict[str, Any], value)
    return None


def _read(text: str) -> tuple[object, bool] | None:
    """The value that begins the text, and whether it is whole."""
    for candidate in (text, _TRAILING_COMMA.sub("", text)):
        try:
            return json.JSONDecoder(strict=False).raw_decode(candidate)[0], True
        except (json.JSONDecodeError, RecursionError) as e:
            broken = e
    end = broken.pos if isinstance(broken, json.JSONDecodeError) else 0
    for cut, closing in reversed(_whole_items(_TRAILING_COMMA.sub("", text)[:end])):
        try:
            return json.loads(_TRAILING_COMMA.sub("", text)[:cut] + closing, strict=False), False
        except (json.JSONDecodeError, RecursionError):
            continue
    return None


def _whole_items(text: str) -> list[tuple[int, str]]:
    """Where an item of a list of the outermost object, or of the outermost list, ends; and what would close the text there."""
    places: list[tuple[int, str]] = []
    open_: list[str] = []
    for match in re.finditer(r'"(?:[^"\\]|\\.)*(?:"|\Z)|[{}\[\]]', text, re.DOTALL):
        sign = match[0]
        if sign in "{[":
            open_.append(sign)
        elif sign in "}]":
            if not open_:
                break
            open_.pop()
        inside = "".join(open_) in ("[", "{[", "{")
        if inside and sign[0] in '}]"' and (sign[0] != '"' or open_[-1] == "["):
            places.append((match.end(), "".join(_CLOSING[sign] for sign in reversed(open_))))
    return places
