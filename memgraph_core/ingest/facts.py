"""What new statements do to facts: confirm, begin, end, supersede.

A fact is superseded only by the same subject with the same single-valued relation and another object, or
ended by words that say so; never by similarity. An assistant's own words supersede nothing. Both facts
stay: the older with the moment until which it held, and a Change that tells why.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from memgraph_core.ingest.draft import Draft, note_uid
from memgraph_core.ingest.resolve import Resolved
from memgraph_core.language.names import name_key
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.types import Change, Fact, Turn, uid_of
from memgraph_core.writes import Closing, ExtractedFact

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(slots=True)
class FactLedger:
    """The facts that hold, followed through the statements of a draft in the order they were said."""

    at: datetime  # when the statement that is taken in was learnt
    current: dict[str, Fact]  # uid → fact that holds
    written: dict[str, Fact] = field(default_factory=dict[str, Fact])
    closings: dict[str, Closing] = field(default_factory=dict[str, Closing])

    def state(self, fact: Fact, *, ended: bool, said_at: datetime | None, denied: bool = False) -> None:
        """Take in one statement. What it denies ends if it held; that it ever did is not known from it."""
        same = next((f for f in self._of(fact) if f.object == fact.object), None)
        if (ended or denied) and fact.trust == "inferred":
            return
        if denied:
            if same is not None and _begins(same) <= (said_at or self.at):
                self._close(same, said_at or self.at, "denied by what was said", None)
            return
        if ended:
            self._end(fact, same, said_at)
        elif same is not None and same.trust == "inferred" != fact.trust:
            self._close(
                same, max(_begins(same), fact.holds_from or self.at), "a person says so since", fact.uid
            )
            self._begin(fact)
        elif same is not None:
            notes = (*self.written[same.uid].notes, *fact.notes) if same.uid in self.written else fact.notes
            self.written[same.uid] = replace(same, notes=tuple(dict.fromkeys(notes)))
        else:
            self._begin(fact)

    def _of(self, fact: Fact) -> list[Fact]:
        return [f for f in self.current.values() if (f.subject, f.type) == (fact.subject, fact.type)]

    def _end(self, fact: Fact, same: Fact | None, said_at: datetime | None) -> None:
        until = fact.holds_until or said_at or self.at
        if same is None or _begins(same) > until:  # told late: what holds now has begun since
            self.written[fact.uid] = replace(fact, holds_from=None, holds_until=until, retired_at=self.at)
        else:
            self._close(same, until, "ended by what was said", None)

    def _begin(self, fact: Fact) -> None:
        self.written[fact.uid] = fact
        if relation_of(fact.type).single and fact.trust != "inferred":
            for other in self._of(fact):
                begins_later = _begins(other) > _begins(fact)
                if begins_later and other.trust == "inferred":
                    continue
                if begins_later:  # told late: what was learnt before is newer
                    until = other.holds_from or self.at
                    self._close(fact, until, f"another {fact.type} since", other.uid)
                    return
                self._close(other, fact.holds_from or self.at, f"another {fact.type} since", fact.uid)
        self.current[fact.uid] = fact

    def _close(self, fact: Fact, until: datetime, reason: str, by: str | None) -> None:
        self.closings[fact.uid] = Closing(
            fact=fact.uid, holds_until=until, retired_at=self.at, reason=reason, by=by
        )
        self.current.pop(fact.uid, None)


def plan_facts(draft: Draft, resolved: Resolved, current: Sequence[Fact]) -> FactLedger:
    """What the draft's statements do to the facts that hold now."""
    turns = {t.uid: t for t in draft.window.turns}
    ledger = FactLedger(at=draft.at, current={f.uid: f for f in current})
    for stated in sorted(draft.extraction.facts, key=lambda f: turns[f.turn].at or _LONG_AGO):
        turn, ends = turns[stated.turn], (name_key(stated.subject), name_key(stated.object))
        if all(ends) and len({resolved.by_key[key] for key in ends}) == 2:  # two ends, and not the same
            ledger.at = turn.recorded_at or draft.at
            fact = _fact(stated, turn, draft, resolved)
            ledger.state(fact, ended=stated.ended, denied=stated.denied, said_at=turn.said_at)
    return ledger


def changes_of(ledger: FactLedger, namespace: str) -> tuple[Change, ...]:
    """One record per fact that stopped holding, undoable: uids and times, no words."""
    return tuple(
        Change(
            uid=uid_of(namespace, "close", c.fact, c.by, c.holds_until.isoformat()),
            kind="supersede" if c.by else "end",
            by="engine",
            at=c.retired_at,
            reason=c.reason,
            before=json.dumps({"fact": c.fact, "holds_until": None}),
            after=json.dumps({"fact": c.fact, "holds_until": c.holds_until.isoformat(), "by": c.by}),
        )
        for c in sorted(ledger.closings.values(), key=lambda c: c.fact)
    )


def _begins(fact: Fact) -> datetime:
    return fact.holds_from or fact.recorded_at or _LONG_AGO


def _fact(stated: ExtractedFact, turn: Turn, draft: Draft, resolved: Resolved) -> Fact:
    """The fact of a statement; without a time of its own it holds at the latest since it was said."""
    subject, object_ = resolved.uid(stated.subject), resolved.uid(stated.object)
    note = note_uid(draft.namespace, stated.turn, draft.extraction.extractor, stated.ordinal)
    return Fact(
        uid=uid_of(draft.namespace, "fact", subject, stated.type, object_, note),
        subject=subject,
        type=stated.type,
        object=object_,
        text=stated.text,
        notes=(note,),
        holds_from=stated.holds_from or turn.said_at,
        holds_until=stated.holds_until,
        grain=stated.grain,
        recorded_at=turn.recorded_at or draft.at,
        trust=turn.trust,
        confidence=stated.confidence,
    )
