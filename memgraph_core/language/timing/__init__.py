"""The rules and the calendar arithmetic for time expressions, used by `times.py`."""
