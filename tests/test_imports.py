"""What an import costs: the front door brings in nothing heavy, and each module stands on its own feet.

In processes of their own, because this one has long imported everything.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEAVY = ("torch", "spacy", "jieba", "neo4j", "httpx", "huggingface_hub", "networkx", "typer", "openai")


# Importing any module runs the package's own first, so this is imported once, like what others have written; and each of
# the others in a child that has nothing else of ours.
ALONE = """
import importlib, json, os, sys, tempfile
import memgraph_core, typer, rich.console
try:
    import llama_index.core
except ModuleNotFoundError:
    pass
wrong = {}
for name in sys.argv[1:]:
    if name in sys.modules:
        continue
    with tempfile.TemporaryFile() as printed:
        child = os.fork()
        if not child:
            os.dup2(printed.fileno(), 1)
            os.dup2(printed.fileno(), 2)
            importlib.import_module(name)
            sys.stdout.flush()
            os._exit(0)  # without taking apart all that was imported
        _, status = os.waitpid(child, 0)
        printed.seek(0)
        if (text := printed.read().decode()) or status:
            wrong[name] = f"{status}: {text[-500:]}"
print(json.dumps(wrong))
"""


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, cwd=ROOT, timeout=200
    )


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


def test_every_public_module_imports_alone_and_prints_nothing():
    ran = python(ALONE, *public_modules())
    assert ran.returncode == 0, ran.stderr
    failed = {name: why for name, why in json.loads(ran.stdout).items() if not _is_behind_an_extra(name, why)}
    assert failed == {}


def _is_behind_an_extra(name: str, why: str) -> bool:
    return name.startswith("memgraph_core.integrations.") and "ModuleNotFoundError" in why


def test_help_and_one_command_wait_for_no_other():
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
        assert not {"memgraph_core.memory", "memgraph_core.cli.look", "memgraph_core.cli.printing"} & loaded
