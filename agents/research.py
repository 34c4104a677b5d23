"""A research assistant: adds the text files of a folder to memory, and answers from them with the source.

    python agents/research.py FOLDER "How long is the Po?"

It answers only from the files: without evidence it says that it does not know.
"""

import sys
from pathlib import Path

from memgraph_core import Memory
from memgraph_core.integrations.react import FilesOfFolder, MemoryAgent, Persona
from memgraph_core.turns.documents import document_turns

PERSONA = Persona(
    name="librarian",
    text="You answer from documents, name the document, and say so if none of them contains the answer.",
)


def read(memory: Memory, folder: Path) -> int:
    """Add every text file below the folder in chunks. Returns the number of new chunks, 0 if nothing changed.

    An edited file replaces its old version.
    """
    turns = [
        turn
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix in {".txt", ".md"}
        if (text := path.read_text(encoding="utf-8", errors="replace")).strip()
        for turn in document_turns(path.relative_to(folder).as_posix(), text)
    ]
    memory.forget_outdated(turns)
    return sum(turn.new for turn in memory.add(turns).turns) if turns else 0


def ask(memory: Memory, folder: Path, question: str, llm: object = None) -> str:
    """The answer and its source documents."""
    agent = MemoryAgent(memory, llm, persona=PERSONA, session="research")
    agent.add_tool("files", FilesOfFolder(folder).files)
    reply = agent.ask(question)
    sources = dict.fromkeys(turn.session for turn in memory.turns(reply.turns) if turn.is_document)
    return f"{reply.text}\nSources: {', '.join(sources)}" if sources else reply.text


def main(folder: str, question: str, store: str = "research.db") -> None:
    """Read the folder, ask the question, print the answer."""
    from chat import model  # in the folder of this file

    if not Path(folder).is_dir():
        sys.exit(f"{folder!r} is not a folder. Give the folder of the documents.")
    with Memory.open(store, namespace="research") as memory:
        read(memory, Path(folder))
        print(ask(memory, Path(folder), question, model()))


if __name__ == "__main__":
    main(*sys.argv[1:])
