"""The English pack."""
