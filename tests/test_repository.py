"""Promises of the repository: what a wheel contains, which settings are documented, and who can reach the server."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml

ROOT = Path(__file__).parents[1]
COMPOSE = ROOT / "docker-compose.yml"
DOCKERFILE = ROOT / "Dockerfile"
IGNORED = {
    line.rstrip("/")
    for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    if line.endswith("/")
} | {".git"}

# Written in parts, so that this file does not contain the names itself.
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
    """Every file of the checkout that is not ignored, found without git."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(
            name for name in folders if name not in IGNORED and not name.endswith(".egg-info")
        )
        yield from (Path(folder, name) for name in sorted(files))


def test_no_file_contains_the_host_name_of_a_package_registry():
    found = [
        f"{path.relative_to(ROOT)}: {host}"
        for path in project_files()
        for host in REGISTRY_HOSTS
        if host.encode() in path.read_bytes()
    ]
    assert found == []


# The development server


def test_the_development_server_listens_on_this_machine_only():
    text = COMPOSE.read_text(encoding="utf-8")
    published = re.findall(r'^\s+- "?([^"\s#]*:\d+)"?\s*(?:#.*)?$', text, re.MULTILINE)
    assert [port.rsplit(":", 1)[1] for port in published] == ["7474", "7687", "8765"]
    assert all(port.startswith("127.0.0.1:") for port in published)
    assert "network_mode" not in text


def test_the_image_is_one_exact_version_of_the_community_edition():
    images = re.findall(r"^\s+image: (neo4j.*)$", COMPOSE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [bool(re.fullmatch(r"neo4j:\d+\.\d+\.\d+-community", image)) for image in images] == [True]


def test_queries_cannot_read_files_of_the_server():
    assert neo4j_settings()["dbms.security.allow_csv_import_from_file_urls"] == "false"


def test_the_server_does_not_start_without_a_password():
    assert 'NEO4J_AUTH: "neo4j/${NEO4J_PASSWORD:?' in COMPOSE.read_text(encoding="utf-8")


def neo4j_settings() -> dict[str, str]:
    """The settings of the compose file as Neo4j reads them: `__` is an underscore, `_` a dot."""
    pairs = re.findall(r"^\s+NEO4J_([a-z]\w+): (.*)$", COMPOSE.read_text(encoding="utf-8"), re.MULTILINE)
    return {
        name.replace("__", "\0").replace("_", ".").replace("\0", "_"): value.strip('"')
        for name, value in pairs
    }


# The image


def test_the_profiles_run_the_image_without_root_and_without_a_writable_system():
    services = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]
    assert "profiles" not in services["neo4j"]
    for name in ("server", "worker"):
        assert services[name]["profiles"] == [name]
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]
    assert re.search(r"^USER [1-9]\d*$", DOCKERFILE.read_text(encoding="utf-8"), re.MULTILINE)


def test_the_image_runs_commands_of_this_package_and_copies_files_that_exist():
    text = DOCKERFILE.read_text(encoding="utf-8")
    served = json.loads(re.findall(r"^CMD (.*)$", text, re.MULTILINE)[-1])
    assert "0.0.0.0" in served
    assert "--tokens" in served
    ignore = (ROOT / ".dockerignore").read_text(encoding="utf-8")
    allowed = {line[1:] for line in ignore.splitlines() if line.startswith("!")}
    copied = {
        name for line in re.findall(r"^COPY (?!--)(.*) \S+$", text, re.MULTILINE) for name in line.split()
    }
    assert copied == allowed
    assert all((ROOT / name).exists() for name in copied)
    extras = re.search(r"pip install '\.\[(.*)\]'", text)
    assert extras
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    assert set(extras[1].split(",")) <= set(known)


# The environment


def example_lines() -> list[str]:
    return (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()


def test_a_comment_explains_each_variable_of_the_example_environment():
    lines = example_lines()
    bare = [
        line for before, line in zip(["", *lines], lines, strict=False) if "=" in line and before[:2] != "# "
    ]
    assert [line for line in bare if not line.startswith("#")] == []


def test_the_example_environment_lists_the_variables_that_the_settings_read():
    config = ROOT / "memgraph_core" / "config.py"
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
    """Every top-level folder and every package, in the notation of the map."""
    found = [*ROOT.iterdir(), *(ROOT / "memgraph_core").iterdir()]
    return {
        f"{path.name}/"
        for path in found
        if path.is_dir()
        and path.name[0] != "."
        and path.name not in IGNORED
        and not path.name.endswith(".egg-info")
    }


def test_the_map_of_the_repository_is_complete():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    shown = text.partition("## Map of the repository")[2].split("```")[1]
    assert set(re.findall(r"^ *(\w+/)", shown, re.MULTILINE)) == folders()


# The wheel


@pytest.fixture(scope="module")
def wheel_files(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of the files in a wheel that is built from this checkout, without the network."""
    pytest.importorskip("hatchling", reason="needs hatchling, of the dependency group test")
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    (wheel,) = target.glob("*.whl")
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.mark.slow
def test_the_wheel_contains_every_cypher_statement(wheel_files):
    statements = {f"memgraph_core/{path.relative_to(ROOT)}" for path in (ROOT / "cypher").rglob("*.cypher")}
    assert statements
    assert sorted(statements - wheel_files) == []


@pytest.mark.slow
def test_the_wheel_contains_the_package_with_samples_and_word_lists(wheel_files):
    kept = {path for path in (ROOT / "memgraph_core").rglob("*") if path.is_file()}
    needed = {
        str(path.relative_to(ROOT))
        for path in kept
        if path.suffix in {".py", ".typed", ".txt", ".jsonl", ".json", ".grass", ".html"}
    }
    assert sorted(needed - wheel_files) == []


@pytest.mark.slow
def test_the_wheel_contains_nothing_else(wheel_files):
    outside = {name for name in wheel_files if not name.startswith(("memgraph_core/", "memgraph_core-"))}
    assert outside == set()
