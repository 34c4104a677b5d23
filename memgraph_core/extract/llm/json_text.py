"""Finds the JSON object in a model's text, also after reasoning, in a code block, cut off, or with a syntax error."""

import json
import re
from itertools import islice
from typing import Any, cast

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_TRAILING_COMMA = re.compile(r",\s*(?=[}\]])")
_MAX_STARTS = 8  # positions of an opening bracket that are tried
_CLOSING = {"{": "}", "[": "]"}


def object_in(text: str, keys: frozenset[str]) -> tuple[dict[str, Any], bool] | None:
    """The first object with one of the keys, and whether it is complete; None if there is none.

    If an object is cut off or has a syntax error, the complete items of its lists before that position are kept. A list
    of objects without a key counts as the value of `notes`.
    """
    text = _THOUGHT.sub(" ", text)
    for match in islice(re.finditer(r"[{\[]", text), _MAX_STARTS):
        found = _read(text[match.start() :])
        if found is not None and (accepted := _accepted(found[0], keys)) is not None:
            return accepted, found[1]
    return None


def _accepted(value: object, keys: frozenset[str]) -> dict[str, Any] | None:
    if isinstance(value, list):
        items = cast(list[object], value)
        return {"notes": items} if items and all(isinstance(item, dict) for item in items) else None
    if isinstance(value, dict) and keys & cast(dict[str, object], value).keys():
        return cast(dict[str, Any], value)
    return None


def _read(text: str) -> tuple[object, bool] | None:
    """The JSON value at the start of the text, and whether it is complete."""
    corrected = _TRAILING_COMMA.sub("", text)
    for candidate in (text, corrected):
        try:
            return json.JSONDecoder(strict=False).raw_decode(candidate)[0], True
        except (json.JSONDecodeError, RecursionError) as e:
            broken = e
    end = broken.pos if isinstance(broken, json.JSONDecodeError) else 0
    for cut, closing in reversed(_whole_items(corrected[:end])):
        try:
            return json.loads(corrected[:cut] + closing, strict=False), False
        except (json.JSONDecodeError, RecursionError):
            continue
    return None


def _whole_items(text: str) -> list[tuple[int, str]]:
    """The end positions of complete items of the outer lists, each with the brackets that would close the text there."""
    positions: list[tuple[int, str]] = []
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
            positions.append((match.end(), "".join(_CLOSING[sign] for sign in reversed(open_))))
    return positions
