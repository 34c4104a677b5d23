import json
import threading

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from memgraph_core.errors import ModelError
from memgraph_core.models.minilm import MiniLM
from memgraph_core.models.protocol import Embedder
from tiny_bert import SHAPE, tiny_config

ADA = "Ada moved to Turin in March because of her new job."
SAME = "In March, Ada relocated to Turin for work."
OTHER = "The cake needs three eggs and a spoon of sugar."


@pytest.fixture(scope="module")
def minilm(minilm_folder):
    return MiniLM(minilm_folder)


@pytest.fixture
def tiny(tiny_bert) -> Embedder:
    return MiniLM(tiny_bert, name="tiny-bert")


def cosine(embedder, a, b):
    first, second = embedder.embed([a, b])
    return float(first @ second)


def test_a_paraphrase_is_nearer_than_an_unrelated_text(minilm):
    assert cosine(minilm, ADA, SAME) > 0.75
    assert cosine(minilm, ADA, OTHER) < 0.15


def test_vectors_equal_those_of_the_published_model(minilm):
    # The first numbers of this sentence's vector, as sentence-transformers computes them.
    vector = minilm.embed(["This is an example sentence"])[0]
    assert np.allclose(vector[:4], [0.06765699, 0.06349582, 0.04871314, 0.07930495], atol=1e-6)


def test_name_and_dimension_are_known_before_weights_are_loaded(minilm_folder):
    fresh = MiniLM(minilm_folder)
    assert (fresh.name, fresh.dimension) == ("all-MiniLM-L6-v2", 384)
    assert fresh._loaded is None


def test_rows_have_unit_length_and_the_order_of_the_texts(minilm):
    texts = [ADA * 3, "Hi", OTHER, SAME * 2, "Hi", "One more."]
    vectors = minilm.embed(texts)
    assert vectors.shape == (6, 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert np.abs(vectors - np.concatenate([minilm.embed([text]) for text in texts])).max() < 1e-6


@pytest.mark.slow
def test_a_large_batch_gives_the_vectors_of_single_texts(minilm):
    texts = [f"{ADA} {'again ' * (i % 17)}{i}" for i in range(150)]
    vectors = minilm.embed(texts)
    assert all(np.abs(vectors[i] - minilm.embed([texts[i]])[0]).max() < 1e-6 for i in range(0, 150, 29))


def test_tokens_after_the_256th_are_ignored(minilm):
    long = "word " * 300
    assert cosine(minilm, long + ADA, long + OTHER) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "🎂🎉",
        "a" * 10_000,
        "Ada went home. " * 700,
        "\x00\x07 bell",
        "Ada \ud800 broke",
        "我搬到了都灵",
    ],
    ids=["empty", "blank", "emoji", "one word", "10,000 characters", "control", "surrogate", "Chinese"],
)
def test_any_text_gives_a_unit_vector(minilm, text):
    vector = minilm.embed([text])[0]
    assert np.isfinite(vector).all()
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


def test_a_huge_text_takes_no_longer_than_its_start(minilm):
    assert minilm.embed(["word " * 2_000_000]).shape == (1, 384)


def test_no_texts_give_no_rows(tiny):
    assert tiny.embed([]).shape == (0, SHAPE["hidden"])


def test_threads_share_one_embedder_and_load_it_once(tiny):
    expected = MiniLM(tiny._folder).embed(["Ada lives in Turin"])
    found = []

    def embed():
        found.append(tiny.embed(["Ada lives in Turin"] * 200))

    threads = [threading.Thread(target=embed) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(np.abs(vectors - expected).max() < 1e-6 for vectors in found)


def test_a_text_is_cut_at_the_number_of_positions(tiny):
    assert cosine(tiny, "ada " * 14 + "turin", "ada " * 14 + "milan") == pytest.approx(1, abs=1e-6)


def test_half_precision_and_prefixed_tensor_names_are_read(tiny, tiny_bert):
    expected = tiny.embed(["Ada lives in Turin"])
    tensors = load_file(tiny_bert / "model.safetensors")
    halves = {f"bert.{name}": tensor.astype(np.float16) for name, tensor in tensors.items()}
    save_file(halves, tiny_bert / "model.safetensors")
    assert np.abs(MiniLM(tiny_bert).embed(["Ada lives in Turin"]) - expected).max() < 0.01


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"model_type": "mpnet"}, "not that of BERT"),
        ({"hidden_act": "relu"}, "not that of BERT"),
        ({"position_embedding_type": "relative_key"}, "not that of BERT"),
        ({"hidden_size": None}, "has no usable value"),
    ],
)
def test_a_model_of_another_architecture_is_refused(tiny_bert, change, message):
    (tiny_bert / "config.json").write_text(json.dumps(tiny_config() | change))
    with pytest.raises(ModelError, match=message):
        MiniLM(tiny_bert)


def test_a_model_with_another_pooling_is_refused(tiny_bert):
    (tiny_bert / "1_Pooling").mkdir()
    (tiny_bert / "1_Pooling" / "config.json").write_text('{"pooling_mode_mean_tokens": false}')
    with pytest.raises(ModelError, match=r"mean pooling.*sentence-transformers"):
        MiniLM(tiny_bert)


@pytest.mark.parametrize("name", ["tokenizer.json", "model.safetensors"])
def test_a_broken_file_is_named(tiny_bert, name):
    (tiny_bert / name).write_bytes(b"not this")
    with pytest.raises(ModelError, match=f"{name} cannot be read"):
        MiniLM(tiny_bert).embed(["Ada"])


@pytest.mark.parametrize("content", ["{", "[]", ""])
def test_a_broken_config_is_named(tiny_bert, content):
    (tiny_bert / "config.json").write_text(content)
    with pytest.raises(ModelError, match=r"config\.json"):
        MiniLM(tiny_bert)


def test_a_missing_tensor_is_named(tiny_bert):
    save_file({"wte.weight": np.zeros((2, 2), np.float32)}, tiny_bert / "model.safetensors")
    with pytest.raises(ModelError, match=r"no tensor .*word_embeddings"):
        MiniLM(tiny_bert).embed(["Ada"])
