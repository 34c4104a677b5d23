"""Low-rank changes of the weights of an embedding model, trained on requests and the turns that they refer to.

The published models were trained on web pages and questions about them. With the changes, a question or a message is nearer
to the chat turn that it refers to, in other words: `W + left @ right` replaces a matrix W (LoRA; Hu et al. 2021, arXiv
2106.09685). `benchmarks/adapters.py` trains the changes; the package contains them as `adapters/NAME.safetensors`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load_file  # pyright: ignore[reportUnknownVariableType]

from memgraph_core.records.kinds import Matrix

# Of the name of a changed model, because its vectors differ from those of the published one.
SUFFIX = "-requests"
_FOLDER = Path(__file__).with_name("adapters")
_MATRICES_OF_USE = ("proj_W", "cnn_W", "d0", "d1", "d2", "d3", "p1", "p3")
_CONVOLUTIONS_OF_USE = ("w1", "w2")  # lists of matrices


def file_of(model: str) -> Path:
    """The file with the changes of a model: `minilm` or `use`."""
    return _FOLDER / f"{model}.safetensors"


def changes_of(model: str) -> Mapping[str, Matrix]:
    """What is added to each matrix of a model, by the name of the matrix."""
    factors = load_file(file_of(model))
    names = {key.rpartition(".")[0] for key in factors}
    return {
        name: _floats(factors[f"{name}.left"]) @ _floats(factors[f"{name}.right"]) for name in sorted(names)
    }


def matrices_of_use(backend: Any) -> Mapping[str, Matrix]:  # noqa: ANN401  the package has no types
    """The matrices of the Universal Sentence Encoder that may be changed, by name; not copies."""
    lists = {
        f"{name}.{i}": matrix
        for name in _CONVOLUTIONS_OF_USE
        for i, matrix in enumerate(getattr(backend, name))
    }
    return {name: getattr(backend, name) for name in _MATRICES_OF_USE} | lists


def _floats(factor: Any) -> Matrix:  # noqa: ANN401
    return np.asarray(factor, dtype=np.float32)
