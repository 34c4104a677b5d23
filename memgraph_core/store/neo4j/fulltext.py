"""Terms as the full-text index holds them, and questions as Lucene reads them.

The index is one for all namespaces. The first term of every text is therefore a token of whose it is, and
every question demands that token: nothing of another space is ever looked at. Nothing that people write
reaches Lucene's syntax, because every term is quoted.
"""

import re
from collections.abc import Iterable
from hashlib import blake2b

# Lucene refuses more clauses than 1,024 in one query. A text with more different terms is found by its first.
MOST_TERMS = 1000

_MARK = re.compile(r"(?<!\S)@")
_MARKED = re.compile(r"(?<!\S)@@")


def of_turns(namespace: str) -> str:
    """The token of a namespace's turns."""
    return _token(namespace, b"turns")


def of_notes(space: str) -> str:
    """The token of a space's notes. A namespace may be called like another one's space; they differ all the same."""
    return _token(space, b"notes")


def _token(owner: str, kind: bytes) -> str:
    return "@" + blake2b(owner.encode(), digest_size=8, person=kind).hexdigest()


def stored(terms: str, token: str) -> str:
    """The terms behind their owner's token. One that looks like a token is marked, so that it is none."""
    return f"{token} {marked(terms)}"


def marked(terms: str) -> str:
    """The terms as they are stored behind the token."""
    return _MARK.sub("@@", terms)


def plain(terms: str) -> str:
    """The terms that `stored` was given."""
    told = terms.partition(" ")[2]
    return _MARKED.sub("@", told) if "@@" in told else told


def query(terms: Iterable[str], *tokens: str) -> str | None:
    """A Lucene query for texts of any of the owners that hold any of the terms; None without terms.

    The token counts nothing towards the score (`^0`): only the terms do.
    """
    wanted = list(words(terms).values())[:MOST_TERMS]
    return f"{head(*tokens)} +({' '.join(wanted)})" if wanted else None


def head(*tokens: str) -> str:
    """What every question begins with: whose texts it is asked of."""
    return f"+({' '.join(_quoted(token) for token in tokens)})^0"


def counted(word: str, *tokens: str) -> str:
    """A question for how many texts of any of the owners hold a word: they are not weighed (`^0`), which takes a third."""
    return f"(+({' '.join(_quoted(token) for token in tokens)}) +{word})^0"


def words(terms: Iterable[str]) -> dict[str, str]:
    """Each different term, and how it stands in a question."""
    return {term: _quoted(marked(term)) for term in terms if term.strip()}


def _quoted(term: str) -> str:
    escaped = term.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
