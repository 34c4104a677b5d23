"""Long turns of assistants: only a few notes, from the headings, the first and the last statement.

The whole turn stays searchable by its passage. Its lines are not read for facts, pronouns or times: nobody asserts
them, and a single answer can have hundreds.
"""

import re
from collections.abc import Sequence

from memgraph_core.language.assertions import UnassertedParts
from memgraph_core.language.sentences import Statement, statements_of
from memgraph_core.records.graph import Turn

MAX_STATEMENTS = 5  # a turn with more statements is long, and yields at most this number of notes
_MAX_HEADINGS = 3
_HEADING = re.compile(r"[ \t]{0,3}(?:#{1,6}[ \t]|\*\*[^*\n]{2,80}\*\*:?[ \t]*$)", re.MULTILINE)


def main_statements(turn: Turn, language: str) -> list[Statement] | None:
    """The first statement, first headings and last statement of a long agent-generated turn, without code.

    They are in the order of the text. None for a turn of a person, and for a short one, which is read in full.
    """
    if not turn.is_agent_generated:
        return None
    statements = statements_of(turn.text, language)
    if len(statements) <= MAX_STATEMENTS:
        return None
    in_code = UnassertedParts.of(turn.text).machine_text().overlap([(s.start, s.end) for s in statements])
    prose = [s for s, code in zip(statements, in_code, strict=True) if s.sort == "statement" and not code]
    headings = [statement for statement in prose if _is_heading(turn.text, statement)]
    return _each_once([*prose[:1], *headings[:_MAX_HEADINGS], *prose[-1:]])


def _is_heading(text: str, statement: Statement) -> bool:
    line_start = text.rfind("\n", 0, statement.start) + 1
    return _HEADING.match(text, line_start) is not None


def _each_once(statements: Sequence[Statement]) -> list[Statement]:
    return sorted({statement.start: statement for statement in statements}.values(), key=lambda s: s.start)
