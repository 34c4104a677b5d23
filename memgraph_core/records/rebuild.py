"""A generation that is being built, and the pages of the log that it is built from."""

from dataclasses import dataclass

from memgraph_core.records.graph import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationBuild:
    """A generation that a rebuild derives from the log. Searches do not see it until it is complete.

    `log_position` is the position in the log of the last turn that was processed; 0 at first. It serves as the version
    of this space: `PlanningSnapshot.version` and `WritePlan.version` are compared with it.
    """

    space: str
    log_position: int
    turns_done: int  # number of turns processed
    turns_total: int  # number of turns in the log
    novelty_state: str | None = None  # serialised state of the novelty filter
    # The extractor that began the build and must also finish it; "" in builds of old versions.
    extractor: str = ""
    model: str | None = None  # embedding model


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPage:
    """Consecutive turns of the log."""

    turns: tuple[Turn, ...]  # in log order, without vectors
    preceding: tuple[Turn, ...] = ()  # earlier turns of their sessions, by session and position
    last_position: int = 0  # log position of the last turn; the start position if the page is empty


def space_name(namespace: str, generation: int) -> str:
    """The name of the space of a generation, unique in a database."""
    return f"{namespace}#{generation}"
