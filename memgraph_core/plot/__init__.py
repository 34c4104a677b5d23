"""Pictures of a memory as PNG or SVG files. Needs the extra `plot`."""
