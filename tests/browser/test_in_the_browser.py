"""The kit in the real Neo4j Browser, in headless Chromium: import, saved scripts, colours and captions."""

import base64
import os
import shutil
from uuid import uuid4

import pytest

import neo4j_server as servers
from memgraph_core import Memory
from memgraph_core.browser.kit import QUERIES, STYLE, example_values, kit
from memgraph_core.cli.demo import samples
from memgraph_core.store.saved_queries import saved_queries

pytestmark = [pytest.mark.neo4j, pytest.mark.heavy, pytest.mark.timeout(600)]
sync_api = pytest.importorskip("playwright.sync_api", reason="needs the dependency group browser")

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
PICTURES = os.environ.get("MEMGRAPH_TEST_PICTURES")  # a folder for screenshots
PATIENCE = 60_000  # milliseconds; a busy machine is slow

READ_FILE = """([content, name]) => {
  const bytes = Uint8Array.from(atob(content), c => c.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], name));
  return transfer;
}"""
DRAWN = "[...document.querySelectorAll('article svg circle.b-outline')].map(c => c.getAttribute('fill'))"
CAPTIONS = "[...document.querySelectorAll('article svg text')].map(c => c.textContent.trim())"


@pytest.fixture(scope="module")
def server():
    try:
        started = servers.start(browser=True)
    except servers.NoServer as e:
        missing = f"Neo4j Browser needs a server assembled from Maven's jars: {e}"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    yield started
    started.stop()


@pytest.fixture(scope="module")
def memory(server):
    """The English sample conversation on a server of its own."""
    (case, *_) = samples()
    with Memory.open(server.uri, f"ada-{uuid4().hex[:6]}", embedder="none") as filled:
        filled.add(case.turns)
        yield filled


@pytest.fixture(scope="module")
def page(server):
    """Neo4j Browser, connected."""
    executable = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if executable is None:
        missing = f"no Chromium on the PATH ({', '.join(CHROMIUM)}): install one, such as Debian's chromium"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        page = chromium.new_page(viewport={"width": 1280, "height": 860})
        page.set_default_timeout(PATIENCE)
        page.goto(f"{server.browser}?dbms={server.uri}&cmd=play&arg=intro")
        page.wait_for_selector('[data-testid="connect"]')
        page.select_option("select >> nth=-1", label="No authentication")
        page.click('[data-testid="connect"]')
        page.wait_for_selector('[data-testid="activeEditor"] textarea')
        page.wait_for_selector("text=You have a working connection")
        yield page
        chromium.close()


@pytest.fixture(scope="module")
def prepared(page, memory):
    """Neo4j Browser with the imported kit."""
    files = kit(memory.namespace, example_values(memory))
    for name in (QUERIES, STYLE):
        content = base64.b64encode(files[name]).decode()
        for event in ("dragenter", "dragover", "drop"):
            page.dispatch_event(
                ".filedrop", event, {"dataTransfer": page.evaluate_handle(READ_FILE, [content, name])}
            )
        page.wait_for_timeout(1000)
    return page


def run_script(page, title):
    """Open the drawer of saved scripts and run the script with this title."""
    run(page, ":clear")
    page.click('[data-testid="navigationFavorites"]')
    if not page.is_visible(f"text={title}"):
        page.click("text=memgraph-core")
    page.click(f"text={title}")
    page.click('[data-testid="navigationFavorites"]')
    page.click('[data-testid="editor-Run"]')


def run(page, command):
    page.focus('[data-testid="activeEditor"] textarea')
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(command)
    page.keyboard.press("Control+Enter")
    page.wait_for_timeout(500)


def test_the_style_is_imported_unchanged(prepared):
    rules = prepared.evaluate("JSON.parse(localStorage.getItem('neo4j.grass'))")
    assert rules["node.Note"]["caption"] == "{text}"
    assert rules["node.Place"]["color"] == "#3CAEA3"
    assert "" not in rules


def test_every_query_is_a_saved_script(prepared):
    prepared.click('[data-testid="navigationFavorites"]')
    prepared.click("text=memgraph-core")
    shown = prepared.inner_text("body")
    prepared.click("text=memgraph-core")
    prepared.click('[data-testid="navigationFavorites"]')
    assert [query.name for query in saved_queries() if query.title[:20] not in shown] == []


@pytest.mark.parametrize(
    ("title", "colours", "captions"),
    [
        ("Overview", {"#20639B", "#3CAEA3"}, {"Ada", "Milo", "Braga", "LIVES_IN"}),
        ("Around one entity", {"#20639B", "#F6D55C", "#D5DAE1"}, {"Ada", "DRINKS"}),
        ("Where something comes from", {"#20639B", "#F6D55C", "#ED553B", "#D5DAE1"}, {"FROM"}),
        ("One session", {"#5B6472", "#D5DAE1", "#F6D55C", "#20639B"}, {"ada-s7", "Milo"}),
    ],
)
def test_a_saved_script_draws_a_coloured_graph_with_captions(prepared, title, colours, captions):
    run_script(prepared, "0 · Run this first")
    run_script(prepared, title)
    prepared.wait_for_selector("article svg circle.b-outline")
    prepared.wait_for_function(
        f"captions => captions.every(c => {CAPTIONS}.includes(c))", arg=sorted(captions)
    )
    if PICTURES:
        prepared.wait_for_timeout(4000)  # until the layout is stable
        prepared.screenshot(path=f"{PICTURES}/{title.replace(' ', '-').lower()}.png")
    assert colours <= {colour.upper() for colour in prepared.evaluate(DRAWN)}
    assert captions <= set(prepared.evaluate(CAPTIONS))
