"""LlamaIndex's readers and splitters: documents → turns."""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

from collections.abc import Iterable, Sequence
from pathlib import Path

from llama_index.core import SimpleDirectoryReader
from llama_index.core.node_parser import NodeParser, SentenceSplitter
from llama_index.core.schema import BaseNode, Document

from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.ingest.documents import OVERLAP, SIZE, chunk_turns
from memgraph_core.types import Turn

_CHARACTERS = 4  # of a token, on average: splitters count tokens, we count characters


def turns_of_documents(
    documents: Iterable[Document],
    splitter: NodeParser | None = None,
    *,
    size: int = SIZE,
    overlap: int = OVERLAP,
) -> tuple[Turn, ...]:
    """Documents of any reader as turns, cut by any splitter; each belongs to the session that its file or title names.

    The same documents give the same turns, so that adding them again adds nothing.
    """
    cut = splitter or SentenceSplitter(
        chunk_size=max(size // _CHARACTERS, 1), chunk_overlap=overlap // _CHARACTERS
    )
    chunks: dict[str, list[str]] = {}
    for node in cut.get_nodes_from_documents(list(documents)):
        if text := node.get_content().strip():
            chunks.setdefault(_title(node), []).append(text)
    return tuple(turn for title, texts in chunks.items() for turn in chunk_turns(title, texts))


def turns_in_file(path: Path, name: str, size: int, overlap: int) -> tuple[Turn, ...]:
    """The turns of a file that LlamaIndex can read. Raises ConfigError for a missing reader, InvalidInput for no text."""
    try:
        documents: Sequence[Document] = SimpleDirectoryReader(input_files=[path]).load_data()
    except ImportError as e:
        raise ConfigError(f'{path} needs another reader: pip install "memgraph-core[documents]" ({e})') from e
    for document in documents:
        document.metadata["title"] = name
    turns = turns_of_documents(documents, size=size, overlap=overlap)
    if not turns:
        raise InvalidInput(f"{path} holds no text that can be read. A scan needs text recognition first.")
    return turns


def _title(node: BaseNode) -> str:
    named = (node.metadata.get(key) for key in ("title", "file_name", "file_path", "url"))
    return str(next((name for name in named if name), node.ref_doc_id or "document"))
