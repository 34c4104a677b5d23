"""Names with a version at their end: `Python 3.9`."""

import re

_VERSION = re.compile(r"v?\d+(?:\.\d+)*\w{0,6}")
_NAMED = re.compile(rf"(?P<name>.*[^\d.\s]\s?){_VERSION.pattern}")


def with_name_of(version: str, other: str) -> str:
    """A version without a name gets the name of another version: `3.12` and `Python 3.9` give `Python 3.12`.

    Any other text is returned unchanged.
    """
    named = _NAMED.fullmatch(other) if _VERSION.fullmatch(version) else None
    return f"{named['name']}{version}" if named is not None else version
