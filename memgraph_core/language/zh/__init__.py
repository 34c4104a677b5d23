"""The Chinese pack."""
