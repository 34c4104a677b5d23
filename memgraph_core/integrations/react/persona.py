"""Who an agent is, and whom it talks with."""

from dataclasses import dataclass
from pathlib import Path

from memgraph_core.errors import InvalidInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Persona:
    """An agent's name, and how it is to be: a few sentences that stand first in every prompt."""

    name: str = "assistant"
    text: str = "You are a helpful assistant with a long-term memory. Answer briefly, in the language of the question."

    @classmethod
    def from_file(cls, path: str | Path) -> "Persona":
        """The persona that a text file describes; its name is the file's. Raises InvalidInput for an empty one."""
        text = Path(path).read_text(encoding="utf-8").strip()
        if not text:
            raise InvalidInput(
                f"{str(path)!r} is empty. Write a few sentences: who the agent is, how it speaks."
            )
        return cls(name=Path(path).stem, text=text)
