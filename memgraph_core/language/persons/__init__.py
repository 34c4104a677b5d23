"""Given names, kin and pronouns, behind `people.py` and `coreference.py`."""
