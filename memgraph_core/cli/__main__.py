"""`python -m memgraph_core.cli`, for environments whose scripts are not on the PATH."""

from memgraph_core.cli import main

main()
