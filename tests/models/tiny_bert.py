"""A BERT of two layers with random weights, and a WordPiece tokenizer of 13 words."""

import numpy as np
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

WORDS = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "ada",
    "lives",
    "in",
    "turin",
    "milan",
    "##o",
    "and",
    "bruno",
    ".",
]
SHAPE = {"hidden": 12, "layers": 2, "heads": 3, "intermediate": 30, "positions": 16}


def tiny_config():
    return {
        "model_type": "bert",
        "hidden_act": "gelu",
        "hidden_size": SHAPE["hidden"],
        "num_hidden_layers": SHAPE["layers"],
        "num_attention_heads": SHAPE["heads"],
        "layer_norm_eps": 1e-12,
        "max_position_embeddings": SHAPE["positions"],
    }


def tiny_tensors():
    random = np.random.default_rng(1)
    hidden, wide = SHAPE["hidden"], SHAPE["intermediate"]
    shapes = {
        "embeddings.word_embeddings.weight": (len(WORDS), hidden),
        "embeddings.position_embeddings.weight": (SHAPE["positions"], hidden),
        "embeddings.token_type_embeddings.weight": (2, hidden),
        **norm("embeddings.LayerNorm", hidden),
    }
    for number in range(SHAPE["layers"]):
        at = f"encoder.layer.{number}."
        for part in ("query", "key", "value"):
            shapes |= linear(f"{at}attention.self.{part}", hidden, hidden)
        shapes |= linear(f"{at}attention.output.dense", hidden, hidden)
        shapes |= norm(f"{at}attention.output.LayerNorm", hidden)
        shapes |= linear(f"{at}intermediate.dense", wide, hidden)
        shapes |= linear(f"{at}output.dense", hidden, wide)
        shapes |= norm(f"{at}output.LayerNorm", hidden)
    return {name: random.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


def linear(name, out, into):
    return {name + ".weight": (out, into), name + ".bias": (out,)}


def norm(name, size):
    return {name + ".weight": (size,), name + ".bias": (size,)}


def tiny_tokenizer():
    vocabulary = {word: number for number, word in enumerate(WORDS)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return tokenizer
