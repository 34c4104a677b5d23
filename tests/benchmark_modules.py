"""Imports the programs of benchmarks/, which are no package."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

_FOLDER = Path(__file__).parents[1] / "benchmarks"
if str(_FOLDER) not in sys.path:
    sys.path.append(str(_FOLDER))  # they import each other


def benchmark_module(name: str) -> ModuleType:
    """The module in the file of this name."""
    spec = importlib.util.spec_from_file_location(name, _FOLDER / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
