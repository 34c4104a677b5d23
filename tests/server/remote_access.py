"""A remote memory whose requests go to the application of a test, without a network."""

import httpx

from memgraph_core.memory import Memory
from memgraph_core.remote.connection import Connection
from memgraph_core.remote.namespace import RemoteNamespace


class InProcess(httpx.BaseTransport):
    """Sends requests to the application. `faults` are raised or returned first: before the request, or after it."""

    def __init__(self, served, before=(), after=()):
        self.served, self.before, self.after = served, list(before), list(after)
        self.requests = 0

    def handle_request(self, request):
        self.requests += 1
        if self.before:
            return _fault(self.before.pop(0))
        given = {"headers": request.headers.multi_items(), "content": request.read()}
        answer = self.served.client.request(request.method, str(request.url), **given)
        if self.after:
            return _fault(self.after.pop(0))
        headers = {name: value for name, value in answer.headers.items() if name != "content-encoding"}
        return httpx.Response(answer.status_code, headers=headers, content=answer.content)  # is decompressed


def _fault(fault):
    if isinstance(fault, Exception):
        raise fault
    return fault


def open_remote(served, token="ada", namespace=None, transport=None):
    headers = {"Authorization": f"Bearer {served.tokens[token]}"}
    client = httpx.Client(
        base_url="http://127.0.0.1:8765", headers=headers, transport=transport or InProcess(served)
    )
    return Memory(RemoteNamespace(Connection(client), namespace))
