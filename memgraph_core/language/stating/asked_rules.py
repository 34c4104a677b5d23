"""Rules for an assistant that have the form of a question: "Can you always give distances in miles?"."""

import re

from memgraph_core.language.word_lists import word_set

_ASKED = re.compile(
    r"^\W*(?:(?:so|and|also|btw|please|hey|ok|okay),? )*(?:can|could|would|will) you (?:please )?"
    r"(?P<how>always|never|not ever|from now on|in future) (?:please )?(?P<rule>(?P<verb>[a-z]+) [^?]{2,80}?)"
    r"(?:,? please)?[\s?.!]*$",
    re.IGNORECASE,
)


def asked_rule(text: str) -> str | None:
    """The rule that a question asks an assistant to follow: `give distances in miles`. None for any other text."""
    match = _ASKED.match(text)
    if match is None or match["verb"].lower() not in word_set("standing_en"):
        return None
    return f"never {match['rule']}" if match["how"].lower() in ("never", "not ever") else match["rule"]
