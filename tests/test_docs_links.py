"""Relative links in the documents of the repository lead to files and headings that exist; every page is in the navigation."""

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from memgraph_core.retrieve.weights import FIXED, weight_table

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "benchmarks").glob("*.md")),
    *sorted(DOCS.rglob("*.md")),
]
SPEC = importlib.util.spec_from_file_location("docs_hooks", DOCS / "hooks.py")
hooks = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(hooks)
# Pages that exist on the site only: the file that each shows, or None for a generated page.
MOUNTED = {DOCS / page: ROOT / source for page, source in hooks.MOUNTED.items()}


def without_code(text: str) -> str:
    return re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)


def anchors(path: Path) -> set[str]:
    """The anchors of the headings of a page, as MkDocs writes them."""
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    titles = re.findall(r"^#+ +(.*)$", text, re.MULTILINE)
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower()) for title in titles}


def broken(document: Path) -> list[str]:
    found = []
    for link in re.findall(r"\]\(([^)\s]+)\)", without_code(document.read_text(encoding="utf-8"))):
        if re.match(r"\w+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (document.parent / name).resolve() if name else document
        if target == DOCS / hooks.GENERATED:
            continue
        target = MOUNTED.get(target, target)
        if not target.exists() or (anchor and anchor not in anchors(target)):
            found.append(f"{document.relative_to(ROOT)}: {link}")
    return found


def test_every_relative_link_leads_somewhere():
    assert [link for document in DOCUMENTS for link in broken(document)] == []


def test_every_page_is_in_the_navigation():
    navigation = re.findall(
        r": ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE
    )
    written = {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")}
    mounted = {page for page in hooks.MOUNTED if page.endswith(".md")}
    assert sorted(navigation) == sorted(written | mounted | {hooks.GENERATED})


@pytest.mark.slow
def test_the_command_reference_has_every_command():
    reference = hooks.command_reference()
    for name in ("add", "context", "forget", "bench recall", "plot timeline"):
        assert f"## memgraph-core {name}\n" in reference


def test_the_agents_page_names_every_part_for_llama_index():
    """The names are read from the source, because LlamaIndex need not be installed."""
    source = ROOT / "memgraph_core" / "integrations" / "llama_index" / "__init__.py"
    names = next(
        ast.literal_eval(node.value)
        for node in ast.parse(source.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__"
    )
    page = (DOCS / "how-to" / "agents.md").read_text(encoding="utf-8")
    assert [name for name in names if f"`{name}`" not in page] == []


def test_the_page_on_search_explains_every_ranking_signal():
    page = (DOCS / "concepts" / "data-flow.md").read_text(encoding="utf-8")
    assert [name for name in {**FIXED, **weight_table()} if f"`{name}`" not in page] == []


@pytest.mark.heavy
def test_the_site_builds_without_warnings(tmp_path):
    pytest.importorskip("material", reason="needs the dependency group docs")
    pytest.importorskip("mkdocstrings", reason="needs the dependency group docs")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280)
    assert ran.returncode == 0, ran.stderr
