"""English, read with a dependency parser."""
