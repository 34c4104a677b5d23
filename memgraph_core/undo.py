"""Undo by the word of people: looked up, refused where something rests on it, planned and carried out."""

from dataclasses import replace
from datetime import datetime

from memgraph_core.engine import MemoryEngine
from memgraph_core.errors import InvalidInput, StoreUnavailable
from memgraph_core.ingest.undo import plan_undo, refuse
from memgraph_core.reads import EVERYTHING
from memgraph_core.store.protocol import Store
from memgraph_core.types import Change, utc
from memgraph_core.writes import Applied, Probe

_ASKED = "asked to undo"


def undo(engine: MemoryEngine, store: Store, uid: str, reason: str, moment: datetime) -> Change:
    """Take back one decision; the record of it. See `Memory.undo`.

    Raises InvalidInput for a change that there is not, ChangeError where it cannot be taken back, StoreUnavailable when
    others write all the time.
    """
    at = utc(moment, "now")
    for _ in range(engine.settings.ingest.attempts):
        known = store.known(Probe())
        changes = store.changes(EVERYTHING)
        change = next((each for each in changes if each.uid == uid), None)
        if change is None:
            raise InvalidInput(f"no change has the id {uid!r:.80}. Give one that `changes` lists.")
        refuse(change, changes)
        plan = plan_undo(change, known, store.namespace, at, reason or _ASKED)
        if isinstance(store.apply(plan), Applied):
            return replace(plan.changes[0])
    raise StoreUnavailable(
        f"{engine.settings.ingest.attempts} plans in a row were overtaken by other writers of {store.namespace!r}; "
        "nothing was undone. Try again when fewer write at once."
    )
