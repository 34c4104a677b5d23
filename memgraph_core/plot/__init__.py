"""Pictures of what a memory knows, for people: PNG or SVG. Needs the extra `plot`."""
