"""Extraction by a language model: one call per window; the answer is parsed and checked."""
