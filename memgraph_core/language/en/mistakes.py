"""English corrections: whether a text says that something said before was wrong."""

import re

_MISTAKE = re.compile(
    r"\b(?:correction|my mistake|my bad|scratch that|no,? wait|typo|misspoke|misread|misremembered|mistyped|misheard"
    r"|turns out|turned out"
    r"|i meant(?! to)|(?:i|i['’]ve|i['’]d|i have|i had) (?:just |totally |completely )?"
    r"(?:was wrong|been wrong|got (?:\w+ ){1,4}wrong"
    r"|had (?:\w+ ){1,4}wrong|mixed (?:\w+ ){0,4}up|muddled (?:\w+ ){0,4}up|told (?:you|u) (?:\w+ ){0,3}wrong"
    r"|(?:gave|told|sent) (?:you|u) the wrong|made a mistake|said (?:\w+ ){1,4}but)|was wrong about|did i say|never was|always was"
    r"|put me right|corrected me|wrong (?:way round|number|address|name|date|day|one)"
    r"|(?:it|that)['’]s (?:actually )?(?:\w+ ){1,3}not)\b",
    re.IGNORECASE,
)
# With these words the text adds something and corrects nothing.
_IN_ADDITION = re.compile(r"\b(?:also|too|as well)\b", re.IGNORECASE)


def states_mistake(text: str) -> bool:
    """Whether a text says that something said before was wrong: "I told you wrong about Ravi"."""
    return _MISTAKE.search(text) is not None and not _IN_ADDITION.search(text)
