"""What words for time are made of, behind `times.py`."""
