"""`python -m memgraph_core.cli`, for where the script is not on the path."""

from memgraph_core.cli import main

main()
