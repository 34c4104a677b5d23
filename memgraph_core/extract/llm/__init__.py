"""The extractor that asks a language model: one call for a window, its answer read with care and checked."""
