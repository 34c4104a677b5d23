"""What sentences do and where they may be cut, behind `sentences.py` and `secrets.py`."""
