"""The embedder against a local HTTP server that answers from a script."""

import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from memgraph_core.errors import ConfigError, ModelError
from memgraph_core.models.openai import OpenAIEmbedder

KEY = "sk-very-secret"


def rows_for(texts):
    """The vector of a text is (its length, 1). Rows are in reverse order, which the format allows."""
    rows = [{"object": "embedding", "index": i, "embedding": [len(t), 1]} for i, t in enumerate(texts)]
    return {"object": "list", "data": rows[::-1]}


class Endpoint:
    """Answers each request with the next entry of `script`, afterwards with correct vectors. Records the requests."""

    def __init__(self):
        self.script = []  # (status, body, headers); a body may be a function of the texts
        self.requests = []
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                endpoint.requests.append((self.path, dict(self.headers), body))
                status, answer, headers = endpoint.script.pop(0) if endpoint.script else (200, rows_for, {})
                answer = answer(body["input"]) if callable(answer) else answer
                content = answer.encode() if isinstance(answer, str) else json.dumps(answer).encode()
                self.send_response(status)
                for name, value in ({"Content-Length": str(len(content))} | headers).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"


@pytest.fixture
def endpoint():
    endpoint = Endpoint()
    thread = threading.Thread(target=endpoint.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield endpoint
    endpoint.server.shutdown()
    thread.join()
    endpoint.server.server_close()


@pytest.fixture
def embedder(endpoint):
    return OpenAIEmbedder("small", base_url=endpoint.url, api_key=KEY, timeout=5, backoff=0.01)


def test_rows_come_in_the_order_of_the_texts_at_unit_length(embedder):
    vectors = embedder.embed(["aaa", "", "a"])
    assert vectors.dtype == np.float32
    assert np.allclose(vectors, np.array([[3, 1], [1, 1], [1, 1]]) / np.sqrt([[10], [2], [2]]))


def test_the_request_has_the_expected_form(endpoint, embedder):
    embedder.embed(["Ada"])
    ((path, headers, body),) = endpoint.requests
    assert path == "/v1/embeddings"
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert body == {"model": "small", "input": ["Ada"], "encoding_format": "float"}


def test_secrets_do_not_leave_the_machine(endpoint, embedder):
    embedder.embed(["My password is hunter2!x9. I live in Turin."])
    [request] = endpoint.requests
    assert "hunter2" not in str(request)
    assert "I live in Turin." in str(request)


def test_many_texts_are_sent_in_requests_of_64(endpoint, embedder):
    vectors = embedder.embed(["a" * (i + 1) for i in range(130)])
    assert [len(body["input"]) for _, _, body in endpoint.requests] == [64, 64, 2]
    assert np.allclose(vectors[:, 0] / vectors[:, 1], np.arange(1, 131), rtol=1e-5)


def test_the_dimension_is_requested_once_unless_given(endpoint, embedder):
    assert embedder.dimension == 2
    assert embedder.dimension == 2
    assert len(endpoint.requests) == 1
    assert OpenAIEmbedder("small", dimension=1536).dimension == 1536


def test_no_texts_give_no_rows(embedder):
    assert embedder.embed([]).shape == (0, 2)


@pytest.mark.parametrize("status", [408, 409, 429, 500, 503])
def test_transient_failures_are_retried(endpoint, embedder, status):
    endpoint.script = [(status, "later", {"Retry-After": "0"}), (status, "later", {})]
    assert embedder.embed(["Ada"]).shape == (1, 2)
    assert len(endpoint.requests) == 3


def test_a_failing_server_is_tried_three_times(endpoint, embedder):
    endpoint.script = [(500, "out of memory", {})] * 9
    with pytest.raises(ModelError, match=r"'small' at http://127.*answered 500: out of memory"):
        embedder.embed(["Ada"])
    assert len(endpoint.requests) == 3


def test_a_refusal_is_not_retried_and_does_not_show_the_key(endpoint, embedder):
    endpoint.script = [(401, f"wrong key {KEY}", {})]
    with pytest.raises(ModelError, match="answered 401") as caught:
        embedder.embed(["Ada"])
    assert KEY not in str(caught.value)
    assert len(endpoint.requests) == 1


def test_retry_after_is_obeyed_up_to_a_limit(endpoint, embedder, monkeypatch):
    waits = []
    monkeypatch.setattr("memgraph_core.models.endpoint.time.sleep", waits.append)
    endpoint.script = [(429, "", {"Retry-After": "2"}), (429, "", {"Retry-After": "86400"})]
    embedder.embed(["Ada"])
    assert waits == [2, 20]


def test_an_unreachable_endpoint_is_reported_with_its_address():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        embedder = OpenAIEmbedder("small", base_url=f"http://127.0.0.1:{port}", api_key=KEY, backoff=0.01)
        with pytest.raises(ModelError, match=f"127.0.0.1:{port} did not answer") as caught:
            embedder.embed(["Ada"])
    assert caught.value.__cause__ is not None


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ({"data": [{"index": 0, "embedding": [1, 2]}]}, "gave 1 vectors"),
        ({"data": [{"index": 1, "embedding": [1, 2]}] * 2}, "numbered wrongly"),
        ({"data": [{"index": i, "embedding": [1, 2, 3]} for i in (0, 1)]}, r"size \[3\], expected 2"),
        ({"data": [{"index": i, "embedding": [1] * (i + 1)} for i in (0, 1)]}, r"size \[1, 2\]"),
        ({"data": [{"index": i, "embedding": []} for i in (0, 1)]}, r"size \[0\]"),
        ({"data": [{"index": i, "embedding": [float("nan"), 1]} for i in (0, 1)]}, "not finite|no list"),
        ({"data": [{"index": i, "embedding": [0, 0]} for i in (0, 1)]}, "all zeros"),
        ({"data": [{"index": i, "embedding": [1e300, 1]} for i in (0, 1)]}, "not finite"),
        ({"data": [{"index": 0, "embedding": "AAAA"}]}, "no list of vectors"),
        ({"error": "no such model"}, "no list of vectors"),
        ("<html>hello</html>", "no list of vectors"),
        ("", "no list of vectors"),
    ],
)
def test_an_unusable_answer_is_refused(endpoint, embedder, answer, message):
    assert embedder.dimension == 2
    endpoint.script = [(200, answer, {})]
    with pytest.raises(ModelError, match=message):
        embedder.embed(["Ada", "Bruno"])


@pytest.mark.parametrize(
    "url", ["localhost:11434", "ftp://host/v1", "http://", "http://ada:pw@host/v1", "http://host/v1?key=pw"]
)
def test_an_invalid_address_or_one_with_a_secret_is_refused(url):
    with pytest.raises(ConfigError) as caught:
        OpenAIEmbedder("small", base_url=url)
    assert "pw" not in str(caught.value)
