"""Extraction window → notes, entities and facts: by rules (`rules.py`) or by a language model (`llm/`).

The rules read a turn in steps: `reading.py` reads the turn and `statements.py` each statement, with `left_out_subject.py` (whom a
statement is about) and `stated_changes.py` (what it corrects or moves); `turn_extraction.py` makes the
notes and facts of it, with their times from `fact_times.py` and `validity.py`.
"""
