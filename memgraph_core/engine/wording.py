"""Asks a language model for the wording of abstractions, within the budget of the namespace. Nothing is written here
except the calls in the ledger.
"""

import logging
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial

from memgraph_core.consolidate.material import Material
from memgraph_core.consolidate.plan import Proposal, Rows
from memgraph_core.consolidate.wording import answer_schema, is_faithful, messages_of, worded, wording_in
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ModelError, ModelRefused
from memgraph_core.extract.llm.calls import answer_of, ledger_entry
from memgraph_core.models.protocol import ChatAnswer, ChatModel
from memgraph_core.records.kinds import CallOutcome
from memgraph_core.store.contract import Store

_log = logging.getLogger(__name__)

# Reasons why abstractions keep the sentence of their template. unfaithful: the answer failed a check or could not be read.
# unavailable: the model did not answer, or the budget is spent; the next consolidation asks again.
UNFAITHFUL, UNAVAILABLE = "wording unfaithful", "wording unavailable"


def wording_model(engine: MemoryEngine) -> ChatModel | None:
    """The language model for the wording of abstractions: that of the extractor, or else that of the settings.

    None if the settings choose the templates. Raises ConfigError if they choose a model and there is none.
    """
    if engine.settings.wording == "templates":
        return None
    from memgraph_core.extract.llm.reader import LlmExtractor
    from memgraph_core.models.chat import chat_for

    if isinstance(engine.extractor, LlmExtractor):
        return engine.extractor.chat
    return chat_for(engine.settings.models)


@dataclass(slots=True)
class Wording:
    """Replaces the sentences of created and revised abstractions by those of a model. One call per abstraction."""

    engine: MemoryEngine
    store: Store
    chat: ChatModel
    material: Material
    # Reason → number of abstractions that keep the template's sentence.
    kept: Counter[str] = field(default_factory=Counter[str])
    _stopped: bool = False  # the model did not answer, or the budget is spent

    def apply(self, rows: Sequence[Rows]) -> list[Rows]:
        """The rows with their wordings, in the same order."""
        budget = self.engine.settings.ingest.budget
        workers = 1 if budget.is_limited else max(1, self.engine.settings.ingest.concurrency)
        with ThreadPoolExecutor(max_workers=workers) as pool:
            return list(pool.map(self._worded, rows))

    def _worded(self, rows: Rows) -> Rows:
        if rows.proposal is None:
            return rows
        answer = self._answer(rows.proposal)
        if answer is None:
            self.kept[UNAVAILABLE] += 1
            return rows
        text = wording_in(answer)
        archived = frozenset(each.note for each in rows.states if each.state == "archived")
        if text is None or not is_faithful(text, rows.proposal, archived, self.material):
            self.kept[UNFAITHFUL] += 1
            text = rows.proposal.text
        notes = tuple(worded(note, text, rows.proposal) for note in rows.notes)
        return replace(rows, notes=notes, step=replace(rows.step, after=text))

    def _answer(self, proposal: Proposal) -> str | None:
        """The answer of the model; None if there is no answer or no call is allowed; "" for a refused request."""
        if self._stopped or self._budget_is_spent():
            return None
        record = partial(self._record, len(proposal.draft.instances))
        try:
            reply = answer_of(self.chat, messages_of(proposal, self.material), answer_schema(), record)
        except ModelError as e:
            if isinstance(e, ModelRefused) and e.of_message:
                return ""
            self._stopped = True
            _log.warning("consolidation: the model gives no wordings: %s", type(e).__name__)
            return None
        record("unreadable" if wording_in(reply.text) is None else "used", reply)
        return reply.text

    def _budget_is_spent(self) -> bool:
        budget = self.engine.settings.ingest.budget
        if budget.is_limited and budget.exceeded(self.store.record_calls(())):
            self._stopped = True
        return self._stopped

    def _record(self, notes: int, outcome: CallOutcome, reply: ChatAnswer) -> None:
        call = ledger_entry(
            self.chat.name, "consolidate", outcome, reply,
            turns=notes, at=self.engine.clock(), prices=self.engine.settings.models.prices,
        )  # fmt: skip
        self.store.record_calls([call])
