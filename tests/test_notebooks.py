"""The notebooks run from top to bottom, in a kernel of their own, and have stored what they say."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="needs the dependency group notebooks")

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
ON_A_SERVER = "4_exploring_with_cypher"
NEEDS = {"2_from_turns_to_graph": "matplotlib", "3_react_agent": "llama_index.core"}


def name_of(path):
    return path.stem


def code_of(path):
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name_of)
def test_a_notebook_has_stored_what_it_says_and_no_error(path):
    outputs = [output for cell in code_of(path) for output in cell.outputs]
    assert outputs
    assert [output for output in outputs if output.output_type == "error"] == []
    assert all(cell.execution_count for cell in code_of(path))


@pytest.mark.heavy
@pytest.mark.timeout(600)
# A kernel warns of how it speaks with us, and asyncio of sockets that it leaves to be collected.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "path",
    [pytest.param(p, marks=pytest.mark.neo4j) if p.stem == ON_A_SERVER else p for p in NOTEBOOKS],
    ids=name_of,
)
def test_a_notebook_runs_from_top_to_bottom(path, tmp_path, monkeypatch, request):
    nbclient = pytest.importorskip("nbclient", reason="needs the dependency group notebooks")
    pytest.importorskip("ipykernel", reason="needs the dependency group notebooks")
    if path.stem in NEEDS:
        pytest.importorskip(NEEDS[path.stem])
    if path.stem == ON_A_SERVER:
        server = request.getfixturevalue("neo4j_server")
        monkeypatch.setenv("NEO4J_URI", server.uri)
        for name, value in (("NEO4J_USERNAME", server.username), ("NEO4J_PASSWORD", server.password)):
            monkeypatch.setenv(name, value or "")
    book = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3", resources=resources).execute()
