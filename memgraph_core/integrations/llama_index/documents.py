"""LlamaIndex's readers and splitters: documents → turns."""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

from collections.abc import Iterable
from pathlib import Path

from llama_index.core import SimpleDirectoryReader
from llama_index.core.node_parser import NodeParser
from llama_index.core.schema import BaseNode, Document

from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.records.graph import Turn
from memgraph_core.records.grouping import grouped
from memgraph_core.turns.documents import OVERLAP, SIZE, Chunk, chunk_turns, chunks_of
from memgraph_core.turns.page_text import joined_lines

_PAGE = "page_label"  # the key of LlamaIndex's PDF reader


def turns_of_documents(
    documents: Iterable[Document],
    splitter: NodeParser | None = None,
    *,
    size: int = SIZE,
    overlap: int = OVERLAP,
) -> tuple[Turn, ...]:
    """Convert the documents of any reader to turns, each with its page, in a session named by file or title.

    The texts are divided into chunks of a number of characters, or by a LlamaIndex splitter if one is given. The same
    documents give the same turns, so adding them again adds nothing.
    """
    pieces: list[tuple[BaseNode, str]] = []
    if splitter is None:
        for document in documents:
            pieces += [(document, text) for text in chunks_of(_text_of(document), size, overlap)]
    else:
        nodes = splitter.get_nodes_from_documents(list(documents))
        pieces += [(node, text) for node in nodes if (text := node.get_content().strip())]
    chunks = grouped((_title(node), Chunk(text, str(node.metadata.get(_PAGE, "")))) for node, text in pieces)
    return tuple(turn for title, found in chunks.items() for turn in chunk_turns(title, found))


def turns_in_file(path: Path, name: str, size: int, overlap: int) -> tuple[Turn, ...]:
    """Read a file with LlamaIndex's readers, as turns.

    Raises ConfigError for a missing reader, InvalidInput for a file that is damaged, locked or without text.
    """
    try:
        documents = SimpleDirectoryReader(input_files=[path], raise_on_error=True).load_data()
    except ImportError as e:
        raise ConfigError(
            f"{path} needs a reader of the extra documents: pip install 'memgraph-core[documents]' ({e})."
        ) from e
    except Exception as e:  # readers have no common base for errors; LlamaIndex itself catches all
        raise InvalidInput(
            f"{path} cannot be read as {path.suffix}: {_cause(e)}. It may be damaged, or locked by a password."
        ) from e
    for document in documents:
        document.metadata["title"] = name
    turns = turns_of_documents(documents, size=size, overlap=overlap)
    if not turns:
        raise InvalidInput(f"{path} contains no readable text. A scan needs text recognition first.")
    return turns


def _text_of(document: Document) -> str:
    text = document.get_content()
    return joined_lines(text) if _PAGE in document.metadata else text


def _cause(error: BaseException) -> str:
    """The original error of the reader, below the exceptions that wrap it."""
    while error.__cause__ is not None:
        error = error.__cause__
    return str(error) or type(error).__name__


def _title(node: BaseNode) -> str:
    named = (node.metadata.get(key) for key in ("title", "file_name", "file_path", "url"))
    return str(next((name for name in named if name), node.ref_doc_id or "document"))
