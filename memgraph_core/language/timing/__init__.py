"""Time expressions: their rules and the arithmetic of the calendar, used by `times.py`.

`expressions.py` defines a rule and applies the rules to a text, and `joins.py` joins what they find: a day with its time of day,
the two ends of a range. `rules_en.py` and `rules_zh.py` list the rules in their order.
"""
