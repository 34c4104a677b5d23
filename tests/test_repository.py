"""Small promises of the repository itself: what is shipped, documented, and open to whom."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
COMPOSE = ROOT / "docker-compose.yml"
IGNORED = {
    line.rstrip("/")
    for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    if line.endswith("/")
} | {".git"}

# In parts, so that this file does not name them either.
REGISTRY_HOSTS = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("repo", "maven", "apache", "org"),
        ("repo1", "maven", "org"),
        ("crates", "io"),
        ("proxy", "golang", "org"),
        ("deb", "debian", "org"),
        ("download", "pytorch", "org"),
    )
)


def project_files() -> Iterator[Path]:
    """Every file of the checkout that git would keep, found without git."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(
            name for name in folders if name not in IGNORED and not name.endswith(".egg-info")
        )
        yield from (Path(folder, name) for name in sorted(files))


def test_no_file_names_the_host_of_a_package_registry():
    named = [
        f"{path.relative_to(ROOT)}: {host}"
        for path in project_files()
        for host in REGISTRY_HOSTS
        if host.encode() in path.read_bytes()
    ]
    assert named == []


# The server for development


def test_the_server_is_reachable_from_this_machine_only():
    text = COMPOSE.read_text(encoding="utf-8")
    published = re.findall(r'^\s+- "?([^"\s#]*:\d+)"?\s*(?:#.*)?$', text, re.MULTILINE)
    assert [port.rsplit(":", 1)[1] for port in published] == ["7474", "7687"]
    assert all(port.startswith("127.0.0.1:") for port in published)
    assert "network_mode" not in text


def test_the_server_is_one_exact_version_of_the_community_edition():
    images = re.findall(r"^\s+image: (.*)$", COMPOSE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [bool(re.fullmatch(r"neo4j:\d+\.\d+\.\d+-community", image)) for image in images] == [True]


def test_nobody_who_may_query_the_server_may_read_its_files():
    assert neo4j_settings()["dbms.security.allow_csv_import_from_file_urls"] == "false"


def test_the_password_of_the_server_must_be_given():
    assert 'NEO4J_AUTH: "neo4j/${NEO4J_PASSWORD:?' in COMPOSE.read_text(encoding="utf-8")


def neo4j_settings() -> dict[str, str]:
    """The settings of the compose file as Neo4j reads them: `__` is an underscore, `_` a dot."""
    pairs = re.findall(r"^\s+NEO4J_([a-z]\w+): (.*)$", COMPOSE.read_text(encoding="utf-8"), re.MULTILINE)
    return {
        name.replace("__", "\0").replace("_", ".").replace("\0", "_"): value.strip('"')
        for name, value in pairs
    }


# The environment


def example_lines() -> list[str]:
    return (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()


def test_each_name_of_the_example_environment_follows_a_comment_that_explains_it():
    lines = example_lines()
    bare = [
        line for before, line in zip(["", *lines], lines, strict=False) if "=" in line and before[:2] != "# "
    ]
    assert [line for line in bare if not line.startswith("#")] == []


def test_the_example_environment_names_what_the_settings_read():
    config = ROOT / "memgraph_core" / "config.py"
    if not config.is_file():
        pytest.skip("memgraph_core/config.py is not written yet")
    strings = (
        node.value
        for node in ast.walk(ast.parse(config.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
    )
    read = {
        value
        for value in strings
        if isinstance(value, str) and re.fullmatch(r"(NEO4J|OPENAI|MEMGRAPH_CORE)_[A-Z][A-Z_]*", value)
    }
    assert {line.partition("=")[0] for line in example_lines() if re.match(r"[A-Z]", line)} == read


# The map in CONTRIBUTING.md


def folders() -> set[str]:
    """Every folder at the top and every room of the package, as the map writes them."""
    found = [*ROOT.iterdir(), *(ROOT / "memgraph_core").iterdir()]
    return {
        f"{path.name}/"
        for path in found
        if path.is_dir()
        and path.name[0] != "."
        and path.name not in IGNORED
        and not path.name.endswith(".egg-info")
    }


def test_the_map_shows_every_folder_and_no_other():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    drawn = text.partition("## Map of the repository")[2].split("```")[1]
    assert set(re.findall(r"^ *(\w+/)", drawn, re.MULTILINE)) == folders()


# What is shipped


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names in a wheel built from this checkout, without the network."""
    pytest.importorskip("hatchling", reason="builds a wheel with hatchling, of the dependency group test")
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    (wheel,) = target.glob("*.whl")
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_carries_every_statement(shipped):
    statements = {f"memgraph_core/{path.relative_to(ROOT)}" for path in (ROOT / "cypher").rglob("*.cypher")}
    assert statements
    assert sorted(statements - shipped) == []


def test_the_wheel_carries_the_package_with_its_samples_and_word_lists(shipped):
    kept = {path for path in (ROOT / "memgraph_core").rglob("*") if path.is_file()}
    needed = {
        str(path.relative_to(ROOT))
        for path in kept
        if path.suffix in {".py", ".typed", ".txt", ".jsonl", ".json", ".grass", ".html"}
    }
    assert sorted(needed - shipped) == []


def test_the_wheel_carries_nothing_else(shipped):
    outside = {name for name in shipped if not name.startswith(("memgraph_core/", "memgraph_core-"))}
    assert outside == set()
