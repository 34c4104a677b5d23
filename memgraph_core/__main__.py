"""`python -m memgraph_core`, for environments whose scripts are not on the PATH."""

from memgraph_core.cli import main

main()
