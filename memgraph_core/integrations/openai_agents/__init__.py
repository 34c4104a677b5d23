"""A session for the OpenAI Agents SDK (`pip install "memgraph-core[openai-agents]"`). The memory may be on a server."""

# pyright: basic, reportMissingImports=false
# The SDK need not be installed where types are checked.

try:
    import agents.memory  # noqa: F401
except ModuleNotFoundError as e:
    raise ModuleNotFoundError(
        "memgraph_core.integrations.openai_agents needs the OpenAI Agents SDK: pip install 'memgraph-core[openai-agents]'",
        name=e.name,
    ) from e

from memgraph_core.integrations.openai_agents.session import GraphSession

__all__ = ["GraphSession"]
