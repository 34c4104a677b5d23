"""What an import costs: the front door brings in nothing heavy, and each module stands on its own feet.

In processes of their own, because this one has long imported everything.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEAVY = ("torch", "spacy", "jieba", "neo4j", "httpx", "huggingface_hub", "networkx", "typer", "openai")


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60)


def public_modules() -> list[str]:
    """Each module that anyone may import by name: those without a leading underscore anywhere in it."""
    paths = sorted((ROOT / "memgraph_core").rglob("*.py"))
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths
    ]
    return [name for name in names if not any(part.startswith("_") for part in name.split("."))]


def test_importing_the_package_brings_in_nothing_heavy():
    ran = python("import memgraph_core, sys; print(*sys.modules)")
    assert ran.returncode == 0, ran.stderr
    assert sorted(set(HEAVY) & set(ran.stdout.split())) == []


@pytest.mark.parametrize("name", public_modules())
def test_a_public_module_imports_alone(name):
    ran = python(f"import {name}")
    if name.startswith("memgraph_core.integrations.") and "ModuleNotFoundError" in ran.stderr:
        pytest.skip(f"{name} is behind an extra: {ran.stderr.splitlines()[-1]}")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout + ran.stderr == "", "an import prints nothing"
