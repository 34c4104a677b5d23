"""Extraction + snapshot → write plan. Every decision of a write is made here, by pure functions.

`build.py` makes the plan of a draft (`draft.py`): entities (`resolution.py`), facts (`facts.py`), links (`links.py`). The facts
change by `fact_rules.py`, which describes how one statement changes them; the modules beside it find the facts that a statement
means: `ends.py`, `mistakes.py`, `date_changes.py`, `moved_days.py`, `planned_states.py`, `dependents.py`.
"""
