"""How names are told from other words, behind `entities.py`."""
