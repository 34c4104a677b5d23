"""All Chinese rules for times, the more exact first."""

from memgraph_core.language.timing.dates_zh import DATE_RULES
from memgraph_core.language.timing.recurring_zh import (
    CLOCK_RULES,
    LENGTH_RULES,
    RECURRING_RULES,
    VAGUE_RULES,
)

RULES = (*RECURRING_RULES, *DATE_RULES, *VAGUE_RULES, *LENGTH_RULES, *CLOCK_RULES)
