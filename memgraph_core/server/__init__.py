"""A memory as a service: REST and MCP in one process, with tokens and an audit record."""

from importlib.util import find_spec

if find_spec("fastapi") is None or find_spec("mcp") is None:
    raise ModuleNotFoundError("the server needs the extra server: pip install 'memgraph-core[server]'")
