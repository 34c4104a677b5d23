"""Given names, kin and pronouns, used by `people.py` and `coreference.py`."""
