"""The generation that a rebuild derives, and the pages of the log that it reads."""

from dataclasses import dataclass

from memgraph_core.records.graph import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationBuild:
    """A generation that is being derived from the log, unseen, beside the one that is read.

    `reached` is the place in the log of the last turn that it has, 0 at first. It stands for the version of
    this space: `Known.version` and `WritePlan.version` are compared with it.
    """

    space: str
    reached: int
    turns_done: int  # turns that it has
    turns_total: int  # turns that are logged
    novelty_state: str | None = None  # what the gate remembers of this space
    extractor: str = ""  # by which it was begun, and so it must go on; unknown of old ones
    model: str | None = None  # that makes its vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPage:
    """A part of the log, told again."""

    turns: tuple[Turn, ...]  # in the order in which they were logged, without vectors
    before: tuple[Turn, ...] = ()  # that stood before them in their sessions by then; by session and position
    last: int = 0  # the place of the last of them in the log; where this part began when there is none
