"""The result of a tool: texts with sources. The source is the session under which a text is stored."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Passage:
    """A text and where it is from, for example an address or a path; the source is empty if nothing was found."""

    text: str
    source: str

    def __str__(self) -> str:
        """The text for a model."""
        return f"{self.source}:\n{self.text}" if self.source else self.text


class Passages(tuple[Passage, ...]):
    """Several passages, best first."""

    __slots__ = ()

    def __str__(self) -> str:
        """The texts for a model, one after the other."""
        return "\n\n".join(map(str, self)) or "Nothing was found."
