"""Deadlines in English notes without facts: "remind me to renew the passport before 30 May", "send the invoice by Friday"."""

import re
from datetime import datetime

from memgraph_core.language.relating.date_changes import last_day, without_label
from memgraph_core.language.times import TimeSpan, times_in
from memgraph_core.language.word_lists import word_set

_DUTY = re.compile(
    r"\b(?:remind|(?:don't|do not|mustn't|never)(?: let \w+)? forget|remember to|note to self|(?:need|needs|have|has|got) to|gotta"
    r"|must|should|ought to|is due|are due|deadline|supposed to|to-?do|make sure|can you|could you|please)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:by|before|until|till|no later than|not later than|due(?: on| by)?)\s+(?:the end of\s+)?$",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"^(?:by|before|until|till|no later than)\s+(?:the\s+)?", re.IGNORECASE)
_DONE = re.compile(
    r"\b(?:was|were|had|did|didn't|already|sent|paid|finished|done)\b(?![^.;!?]*\b(?:need|must|have to|has to)\b)",
    re.IGNORECASE,
)
_LASTS = re.compile(r"\b(?:until|till)\s*$", re.IGNORECASE)
_ERRANDS = frozenset(
    ["renew", "send", "pay", "submit", "return", "call", "ring", "hand", "file", "finish", "buy", "post", "collect", "cancel",
     "register", "apply", "sign", "complete", "get", "check", "enrol", "enroll", "claim", "print", "upload", "transfer", "confirm"]
)  # fmt: skip
_FIRST_WORD = re.compile(r"^\W*(?P<word>[a-z]+)", re.IGNORECASE)


def deadline_in(text: str, said_at: datetime) -> TimeSpan | None:
    """The day before or on which something must be done; None if the text states none."""
    statement = without_label(text.replace("’", "'"))
    first = _FIRST_WORD.match(statement)
    is_task = first is not None and first["word"].lower() in word_set("tasks_en") | _ERRANDS
    if not (is_task or _DUTY.search(statement)) or _DONE.search(statement):
        return None
    for span in times_in(statement, said_at, "en"):
        before = statement[: span.at]
        if _LASTS.search(before) or re.match(r"(?:until|till)\b", span.text, re.IGNORECASE):
            continue  # "I need to stay in Cork until 20 May"
        if span.kind == "until" or (span.kind == "date" and _BEFORE.search(before)):
            named = _PREPOSITION.sub("", span.text)
            spans = times_in(f"It will be on {named}", said_at, "en")
            return last_day(span, next((s for s in spans if s.kind == "date" and s.start is not None), None))
    return None
