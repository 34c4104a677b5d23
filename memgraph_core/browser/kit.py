"""The kit for Neo4j Browser: the saved queries with their parameters, a style, and a guide.

Browser imports a zip of `.cypher` files as saved scripts, titled by their first lines, and a `.grass` file as its
style if they are dropped on its window. It draws a graph only for scripts of one statement, so the parameters
are a separate script, which the user runs first.
"""

import json
from collections.abc import Mapping, Sequence
from html import escape
from importlib import resources
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from memgraph_core.memory import Memory
from memgraph_core.store.saved_queries import SavedQuery, saved_queries

QUERIES, STYLE, GUIDE = "queries.zip", "style.grass", "guide.html"
_FOLDER = "memgraph-core"  # folder of the scripts in the side panel of Neo4j Browser
_FIRST = "0 · Run this first: the namespace and the other parameters of the queries"
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)  # constant, so that equal kits have equal bytes


def kit(namespace: str, values: Mapping[str, str | None]) -> dict[str, bytes]:
    """The files of the kit by name, for one namespace. `values` are written to the script of parameters."""
    parameters = f"// {_FIRST}\n{parameters_command(namespace, values)}\n"
    queries = saved_queries()
    return {
        QUERIES: _zipped({"00_parameters": parameters} | {query.name: query.statement for query in queries}),
        STYLE: style().encode(),
        GUIDE: _guide(queries, parameters_command(namespace, values)).encode(),
    }


def example_values(memory: Memory) -> dict[str, str | None]:
    """A value from the memory for every parameter of the saved queries; placeholders for an empty memory.

    They are the two most mentioned entities, the last and the seventh last day with mentions, and a fact about the first entity.
    """
    entities = memory.entities(limit=2)
    names = [entity.name for entity in entities] + ["Ada", "Turin"][len(entities) :]
    days = memory.timeline()
    last = days[-1].day.isoformat() if days else "2026-06-14"
    facts = memory.facts(names[0], limit=1) if entities else ()
    return {
        "name": names[0],
        "other": names[1],
        "day": last,
        "since": days[-min(7, len(days))].day.isoformat() if days else "2026-06-07",
        "until": None,
        "session": None,
        "uid": facts[0].uid if facts else "(of a fact, note or turn)",
    }


def parameters_command(namespace: str, values: Mapping[str, str | None]) -> str:
    """The command that sets the parameters in Browser."""
    return f":params {json.dumps({'namespace': namespace, **values}, ensure_ascii=False)}"


def style() -> str:
    """Colours and captions in Browser's own format, which has no comments."""
    return resources.files("memgraph_core.browser").joinpath(STYLE).read_text(encoding="utf-8")


def _zipped(scripts: Mapping[str, str]) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, text in scripts.items():
            archive.writestr(ZipInfo(f"{_FOLDER}/{name}.cypher", _ZIP_TIME), text)
    return packed.getvalue()


def _guide(queries: Sequence[SavedQuery], parameters: str) -> str:
    page = resources.files("memgraph_core.browser").joinpath(GUIDE).read_text(encoding="utf-8")
    rows = "\n".join(_row(query) for query in queries)
    return page.replace("{{parameters}}", escape(parameters, quote=False)).replace("{{queries}}", rows)


def _row(query: SavedQuery) -> str:
    shown = "graph" if query.is_picture else "table"
    takes = "<br>".join(
        f"<code>${name}</code> {escape(description)}" for name, description in query.takes.items()
    )
    cells = (escape(query.title), shown, takes or "–")
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
