"""Benchmarks: synthetic memories, timers and counters around the engine, plain rankers, and result files."""
