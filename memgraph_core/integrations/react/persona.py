"""The persona of an agent."""

from dataclasses import dataclass
from pathlib import Path

from memgraph_core.errors import InvalidInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Persona:
    """The name of an agent, and a few sentences that describe it at the start of each prompt."""

    name: str = "assistant"
    text: str = "You are a helpful assistant with a long-term memory. Answer briefly, in the language of the question."

    @classmethod
    def from_file(cls, path: str | Path) -> "Persona":
        """Read a persona from a text file; its name is the name of the file. Raises InvalidInput for an empty file."""
        text = Path(path).read_text(encoding="utf-8").strip()
        if not text:
            raise InvalidInput(
                f"{str(path)!r} is empty. Write a few sentences that describe the agent and how it speaks."
            )
        return cls(name=Path(path).stem, text=text)
