"""What relations are worded with, behind `relations.py`."""
