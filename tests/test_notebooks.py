"""Every notebook has stored outputs without errors, and runs from top to bottom in a new kernel."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="needs the dependency group notebooks")

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
WITH_SERVER = "4_exploring_with_cypher"
NEEDS = {
    "2_from_turns_to_graph": "matplotlib",
    "3_react_agent": "llama_index.core",
    "6_a_year_with_ada": "matplotlib",
}


def name_of(path):
    return path.stem


def code_cells(path):
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name_of)
def test_a_notebook_has_stored_outputs_and_no_error(path):
    outputs = [output for cell in code_cells(path) for output in cell.outputs]
    assert outputs
    assert [output for output in outputs if output.output_type == "error"] == []
    assert all(cell.execution_count for cell in code_cells(path))


@pytest.mark.heavy
@pytest.mark.timeout(600)
# The kernel warns about its protocol, and asyncio about sockets that are closed by the garbage collector.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(p, marks=pytest.mark.neo4j, id=f"{p.stem}-neo4j") if p.stem == WITH_SERVER else p
        for p in NOTEBOOKS
    ],
    ids=name_of,
)
def test_a_notebook_runs_from_top_to_bottom(path, tmp_path, monkeypatch, request):
    nbclient = pytest.importorskip("nbclient", reason="needs the dependency group notebooks")
    pytest.importorskip("ipykernel", reason="needs the dependency group notebooks")
    if path.stem in NEEDS:
        pytest.importorskip(NEEDS[path.stem])
    if path.stem == WITH_SERVER:
        server = request.getfixturevalue("neo4j_server")
        monkeypatch.setenv("NEO4J_URI", server.uri)
        for name, value in (("NEO4J_USERNAME", server.username), ("NEO4J_PASSWORD", server.password)):
            monkeypatch.setenv(name, value or "")
    book = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3", resources=resources).execute()
