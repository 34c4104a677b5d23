"""Hooks of Claude Code: what memory knows comes into a session, and what was said in it goes into memory.

What runs in a hook imports only the standard library, so that it starts quickly. A server (`memgraph-core serve`) does the
work.
"""
