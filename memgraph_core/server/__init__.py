"""A memory as a service: REST and MCP in one process, with tokens and an audit record."""

from importlib.util import find_spec

if any(find_spec(name) is None for name in ("fastapi", "mcp", "prometheus_client")):
    raise ModuleNotFoundError("the server needs the extra server: pip install 'memgraph-core[server]'")
