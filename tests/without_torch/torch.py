"""Hides torch from the processes that tests start.

spaCy imports torch if it is installed, which takes longer than everything else that such a process does.
"""

raise ModuleNotFoundError("torch is hidden from the processes of tests", name="torch")
