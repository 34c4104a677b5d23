"""Derived views: what memory knows of a person and a time. Computed from records, never stored, without a model."""
