"""Terms as the full-text index stores them, and Lucene queries.

One index covers all namespaces. Therefore each stored text begins with a token of its owner, and each query requires that
token, so texts of other spaces are never returned. Every term is quoted, so that Lucene does not interpret text of people as
query syntax.
"""

import re
from collections.abc import Iterable
from hashlib import blake2b

# Lucene refuses more than 1,024 clauses in one query. If there are more terms, only the first ones are searched.
MAX_TERMS = 1000

_AT_SIGN = re.compile(r"(?<!\S)@")
_ESCAPED_AT_SIGN = re.compile(r"(?<!\S)@@")


def of_turns(namespace: str) -> str:
    """The token of a namespace's turns."""
    return _token(namespace, b"turns")


def of_notes(space: str) -> str:
    """The token of a space's notes. It differs from the token of a namespace with the same name."""
    return _token(space, b"notes")


def _token(owner: str, kind: bytes) -> str:
    return "@" + blake2b(owner.encode(), digest_size=8, person=kind).hexdigest()


def stored(terms: str, token: str) -> str:
    """The terms after their owner's token. A term that looks like a token is escaped."""
    return f"{token} {escaped(terms)}"


def escaped(terms: str) -> str:
    """The terms as they are stored after the token."""
    return _AT_SIGN.sub("@@", terms)


def plain(terms: str) -> str:
    """The terms that were passed to `stored`."""
    text = terms.partition(" ")[2]
    return _ESCAPED_AT_SIGN.sub("@", text) if "@@" in text else text


def query(terms: Iterable[str], *tokens: str) -> str | None:
    """A Lucene query for texts of any of the owners that contain any of the terms; None without terms."""
    quoted = list(words(terms).values())[:MAX_TERMS]
    return f"{head(*tokens)} +({' '.join(quoted)})" if quoted else None


def head(*tokens: str) -> str:
    """The first clause of every query: the owners. It adds nothing to the score (`^0`)."""
    return f"+({' '.join(_quoted(token) for token in tokens)})^0"


def counted(word: str, *tokens: str) -> str:
    """A query that counts texts of any of the owners with a word. Without scores (`^0`) it takes a third of the time."""
    return f"(+({' '.join(_quoted(token) for token in tokens)}) +{word})^0"


def words(terms: Iterable[str]) -> dict[str, str]:
    """Each different term, and its form in a query."""
    return {term: _quoted(escaped(term)) for term in terms if term.strip()}


def _quoted(term: str) -> str:
    text = term.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
