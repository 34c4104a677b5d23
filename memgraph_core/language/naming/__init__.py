"""How names are distinguished from other words, used by `entities.py`."""
