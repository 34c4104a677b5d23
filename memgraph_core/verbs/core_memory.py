"""The verbs of `Memory` for core memory: blocks of text that every context window contains."""

from collections.abc import Sequence

from memgraph_core.engine import core as blocks
from memgraph_core.records.conformance import check_verbs
from memgraph_core.records.core import CoreState, block_uid
from memgraph_core.records.local_time import local_times
from memgraph_core.remote.dispatch import remote_verbs
from memgraph_core.verbs.inspection import Moment
from memgraph_core.verbs.viewing import Viewing


@check_verbs
@local_times
@remote_verbs
class CoreMemory(Viewing):
    """Core memory of one namespace. A block with a `user_id` belongs to this user; other blocks belong to all users."""

    def core(self, *, user_id: str | None = None) -> tuple[CoreState, ...]:
        """The blocks for all users, then those of this user, both by name. Removed blocks are left out."""
        return blocks.core(self.store, user_id)

    def core_append(
        self,
        name: str,
        text: str,
        *,
        tokens: int | None = None,
        turns: Sequence[str] = (),
        reason: str = "",
        user_id: str | None = None,
        now: Moment | None = None,
    ) -> CoreState:
        """Add a line at the end of a block. Creates the block. Returns its new state. See `core_replace` for the rest."""
        return self._write(name, blocks.append(text), now, user_id, tokens, turns, reason)

    def core_replace(
        self,
        name: str,
        text: str,
        *,
        old: str | None = None,
        tokens: int | None = None,
        turns: Sequence[str] = (),
        reason: str = "",
        user_id: str | None = None,
        now: Moment | None = None,
    ) -> CoreState:
        """Replace the content of a block, or the only occurrence of `old` in it. Creates the block. Returns its new state.

        Empty text removes the block; `core_undo` restores it. `tokens` is the size limit of the block from now on (300 for a
        new block). `turns` are the uids of the turns that the text is based on: if one of them is forgotten, this state and
        all later states of the block are deleted. Raises InvalidInput if the block would be larger than its limit, if it does
        not contain `old` exactly once, for text with a secret, for an unknown turn, and for more than 20 blocks.
        """
        return self._write(name, blocks.replace_text(text, old), now, user_id, tokens, turns, reason)

    def core_history(self, name: str, *, user_id: str | None = None) -> tuple[CoreState, ...]:
        """All states of a block, oldest first; empty for an unknown block."""
        return blocks.history(self.store, name, user_id)

    def core_undo(
        self, name: str, *, reason: str = "", user_id: str | None = None, now: Moment | None = None
    ) -> CoreState:
        """Restore the content before the last edit that is not undone. Returns the new state.

        Raises InvalidInput if no edit is left to undo.
        """
        return self._write(name, blocks.restore, now, user_id, None, (), reason)

    def core_forget(self, name: str, *, user_id: str | None = None) -> None:
        """Delete a block with its history. Nothing happens if no block has this name."""
        self.store.forget_core([block_uid(name, user_id or "")])

    def _write(
        self,
        name: str,
        edit: blocks.Edit,
        now: Moment | None,
        user: str | None,
        tokens: int | None,
        turns: Sequence[str],
        reason: str,
    ) -> CoreState:
        return blocks.write(
            self.store,
            name,
            edit,
            self._now(now),
            user=user,
            tokens=tokens,
            turns=turns,
            reason=reason,
            attempts=self.engine.settings.ingest.attempts,
        )
