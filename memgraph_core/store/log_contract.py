"""The contract of a store for the log: turns, and the blocks of core memory. A rebuild changes neither.

See `contract.py` for what holds for every verb.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from memgraph_core.records.core import CoreState
from memgraph_core.records.forget import CorrectionResult, Forgotten, Selection, TurnCorrection
from memgraph_core.records.graph import Turn
from memgraph_core.records.kinds import Role
from memgraph_core.records.log import NO_NEEDS, AppendResult, ExtractionNeeds, LeaseRequest, Tombstone
from memgraph_core.records.plan import Stale


class Log(Protocol):
    """Logged turns: append, lease, read, correct and forget them, and record their uses."""

    def append(
        self,
        turns: Sequence[Turn],
        needs: ExtractionNeeds = NO_NEEDS,
        *,
        force: bool = False,
        lease: LeaseRequest | None = None,
    ) -> AppendResult:
        """Make the turns durable. Turns that are logged already are not changed.

        A turn without a position gets the next one of its session. The result contains what extraction `needs`: entities,
        earlier turns of each session, and active notes, without vectors and without sensitive notes. A corrected turn is also
        recognised by its original text. A forgotten turn (same uid and text) is not logged again unless `force` is true; then
        it counts as new. `lease` reserves the turns that it selects, and the result lists the turns that other readers have
        leased. Raises TurnConflict, and logs nothing, if a uid is known with another text.
        """
        ...

    def lease(
        self,
        turns: Sequence[str],
        needs: ExtractionNeeds = NO_NEEDS,
        *,
        request: LeaseRequest | None = None,
    ) -> AppendResult:
        """Read logged turns with what extraction `needs`, and lease the turns that `request` selects.

        `turns` are uids; unknown ones are left out of the result. The other arguments and the result are those of
        `append`, with `new` and `forgotten` empty. Without a request this only reads. It never logs a turn and never
        creates a namespace.
        """
        ...

    def release_lease(self, reader: str) -> None:
        """Release all leases of this reader. The lease on a turn also ends with the plan that extracts it."""
        ...

    def pending(self, limit: int) -> tuple[Turn, ...]:
        """Logged turns that are not extracted yet, by session and position."""
        ...

    def turns(self, uids: Sequence[str]) -> tuple[Turn, ...]:
        """These turns, in the order of the uids; unknown uids are left out."""
        ...

    def conversation(self, session: str, limit: int) -> tuple[Turn, ...]:
        """The last turns of a session, oldest first, without vectors."""
        ...

    def sessions(self) -> tuple[str, ...]:
        """Every session of the log, by the time of its last turn, newest first, then by name."""
        ...

    def speakers(self, role: Role | None = None) -> tuple[str, ...]:
        """The speakers of the log, or of its turns of one role, sorted."""
        ...

    def correct(self, replacement: TurnCorrection) -> CorrectionResult | Stale:
        """Replace the text of a turn and keep the former text as a correction.

        Everything derived from the turn is removed, and the turn becomes `pending`. The same happens to the turns that
        `forget` would derive again, and to agent-generated turns that used it. Nothing is removed from the log. A generation
        that is being derived is discarded. Returns Stale, and changes nothing, when the turn does not exist or its text is not
        `replacement.correction.before`, because another writer was faster.
        """
        ...

    def record_uses(self, turns: Sequence[str], at: datetime) -> tuple[str, ...]:
        """Add a time to `Turn.used_at` of these turns, each time once. Returns the uids of the known ones, in the given order.

        Only the last `MAX_USES` times of a turn are kept. The version of the namespace does not change.
        """
        ...

    def forget(self, selection: Selection, *, lasting: bool = True) -> Forgotten:
        """Delete turns and everything that is derived from them alone; recompute what remains.

        If `lasting` is true, a tombstone of each turn remains (see `Tombstone`), and `append` refuses the turn from then on.
        Forgetting everything also deletes the tombstones.

        - Derived data that used a forgotten turn as context is removed too: a note may quote the turn before, and a passage
          covers two turns before. Each remaining turn that follows a forgotten one within two positions, or whose
          `TurnUpdate.context_span` contains its position, stays in the log, loses everything derived from it including its
          vector, and becomes `pending`. The caller extracts it again.
        - A revision that such a turn caused is undone, and so are later revisions of the note, because they may repeat its
          words. Terms and vector of the note are restored. Revisions and links are deleted with their note.
        - A name that no remaining turn contains is deleted. An entity with this display name gets its longest remaining name,
          or its uid.
        - A fact with other supporting notes stays and takes its text from the earliest of them (then by uid; notes without a
          time come last).
        - A fact that only forgotten facts superseded is superseded by the next remaining fact in the chain. Without one it
          holds again.
        - A merge that a forgotten turn stated is undone. If an entity has no data of its own any more, its merges are undone
          too, and it is deleted.
        - The state of the novelty filter is dropped, because it may depend on forgotten turns.
        - An abstraction or a stored summary that has a deleted note as an instance is deleted, because its text may contain words
          of the note. The archived instances of an abstraction become active.
        - A state of a core block that is based on a forgotten turn is deleted, with all later states of the block, because they
          may repeat its words.
        - An agent-generated turn that used a forgotten one may quote it and is forgotten too.
        - A generation that is being derived is discarded.
        """
        ...

    def tombstones(self) -> tuple[Tombstone, ...]:
        """The tombstones of forgotten turns, by digest."""
        ...


class Core(Protocol):
    """Core memory: states of pinned blocks. They belong to the log, so a rebuild does not change them."""

    def core_states(self, *, current: bool = False) -> tuple[CoreState, ...]:
        """The states of all blocks, by user, name and number; with `current` only the last state of each block."""
        ...

    def write_core(self, states: Sequence[CoreState]) -> bool:
        """Write new states of blocks. Creates the namespace if it does not exist.

        Returns False, and writes nothing, if one of the states exists (same block and number): another writer was faster.
        """
        ...

    def forget_core(self, blocks: Sequence[str]) -> None:
        """Delete all states of these blocks (uids)."""
        ...
