"""Speech acts, clause borders and phrase files, used by `sentences.py`; checksums, used by `secrets.py`."""
