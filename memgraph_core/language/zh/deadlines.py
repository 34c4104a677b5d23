"""Deadlines in the words of a note without a subject: 12月18号前交, 记得7月20号之前报销."""

import re
from datetime import datetime

from memgraph_core.language.relating.date_changes import last_day
from memgraph_core.language.times import TimeSpan, times_in
from memgraph_core.language.traditional import simplified

_BEFORE = re.compile(r"(?:之前|以前|前|截止)")
# What lasts until a day, was not so before it, or is the plan of nobody in particular.
_LASTING = re.compile(
    r"[^,，。；!?！？]{0,3}(?:都|一直|还(?!款|钱|书|清|给)|没|不(?!要忘|能晚|得晚)|在[^,，。]{1,8}(?:工作|住|上班))"
)
_LAST = re.compile(r"截[止至][到于]?$")
_DONE_BEFORE = re.compile(r"(?:已经|早就)[^,，。；]{0,6}$")
_DONE_AFTER = re.compile(
    r"(?!(?:我们?|咱们?|你们?|[他她]们?)?(?:都|就)?(?:得|要|必须|需要|务必|一定|记得|最好|应该|该|想))[^,，。；!?！？]{0,12}(?:已经|了(?=[,，。；!！]|$))"
)


def deadline_in(text: str, said_at: datetime) -> TimeSpan | None:
    """The day before or on which something must be done; None if the text states none."""
    plain = simplified(text)
    for span in times_in(plain, said_at, "zh"):
        end = span.at + len(span.text)
        before = _BEFORE.match(plain, end)
        is_last = _LAST.search(plain[: span.at]) is not None or (before is not None and before[0] == "截止")
        if not (is_last and span.kind in ("date", "until")) and not (before and span.kind == "until"):
            continue
        after = plain[before.end() if before else end :]
        if _LASTING.match(after) or _DONE_AFTER.match(after) or _DONE_BEFORE.search(plain[: span.at]):
            continue
        named = (
            each
            for each in times_in(span.text, said_at, "zh")
            if each.kind == "date" and each.start is not None
        )
        return last_day(span, next(named, None))
    return None
