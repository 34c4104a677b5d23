"""Hooks of Claude Code. They add what memory knows to a session, and store the messages of the session in memory.

The modules that run in a hook import only the standard library, so that a hook starts quickly. They send requests to a
server (`memgraph-core serve`), which does the work.
"""
