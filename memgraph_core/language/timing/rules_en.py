"""All English rules for times, the more exact first."""

from memgraph_core.language.timing.dates_en import DATE_RULES
from memgraph_core.language.timing.recurring_en import (
    CLOCK_RULES,
    LENGTH_RULES,
    RECURRING_RULES,
    VAGUE_RULES,
)
from memgraph_core.language.timing.relative_en import RELATIVE_RULES
from memgraph_core.language.timing.years_en import YEAR_RULES

RULES = (
    *RECURRING_RULES,
    *LENGTH_RULES,
    *DATE_RULES,
    *YEAR_RULES,
    *RELATIVE_RULES,
    *VAGUE_RULES,
    *CLOCK_RULES,
)
