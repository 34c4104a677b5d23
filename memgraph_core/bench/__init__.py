"""What is measured: synthetic memories, clocks and counters around the engine, and lines of results."""
