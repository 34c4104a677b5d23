"""Core memory: blocks of text that people and programs write, and that every context window contains."""

from dataclasses import dataclass
from datetime import datetime

from memgraph_core.records.graph import uid_of
from memgraph_core.records.representation import beginning, short_repr
from memgraph_core.records.validation import checked_name, checked_unicode, utc


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreState:
    """One state of a block of core memory. The state with the highest number is the current one."""

    name: str  # of the block
    user: str = ""  # the `user_id` that the block belongs to; empty: all users
    number: int  # 0 is the first state
    content: str  # empty: the block was removed
    tokens: int  # largest size of the block, in estimated tokens
    at: datetime
    reason: str = ""
    turns: tuple[str, ...] = ()  # uids of the turns that the content is based on, as the writer reports them
    # Number of the state that an undo restored; -1: the time before the first state.
    restores: int | None = None

    __repr__ = short_repr

    def __post_init__(self) -> None:
        checked_name(self.name, "core block: name")
        checked_unicode(self.content, f"core block {self.name!r}: content")
        object.__setattr__(self, "at", utc(self.at, f"core block {self.name!r}: at"))

    def __str__(self) -> str:
        """The name and the beginning of the content."""
        return f"{self.name}: {beginning(self.content)}"

    @property
    def block(self) -> str:
        """The uid of the block: the same for all its states."""
        return block_uid(self.name, self.user)

    @property
    def uid(self) -> str:
        """The uid of the state."""
        return uid_of("core", self.block, self.number)


def block_uid(name: str, user: str) -> str:
    """The uid of a block of core memory."""
    return uid_of("core", user, name)
