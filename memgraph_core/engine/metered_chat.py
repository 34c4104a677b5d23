"""The calls of an agent's model. They are limited by the budgets of the namespace and recorded in its ledger."""

import threading
from datetime import UTC, datetime
from functools import partial

from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import BudgetSpent, ModelError
from memgraph_core.extract.llm.calls import answer_of, ledger_entry
from memgraph_core.language.timing.intervals import midnight
from memgraph_core.models.protocol import ChatAnswer, ChatModel, Messages, Schema
from memgraph_core.records.graph import session_key
from memgraph_core.records.kinds import CallOutcome
from memgraph_core.records.log import CallTotals
from memgraph_core.records.search import UNLIMITED
from memgraph_core.store.contract import Store


class CallMeter:
    """Checks the budgets before the calls of one run of an agent, and records the calls. `spent` are their totals."""

    def __init__(self, engine: MemoryEngine, store: Store, session: str) -> None:
        self._engine = engine
        self._store = store
        self._session = session_key(session)
        self._lock = threading.Lock()
        self.spent = CallTotals()

    def record(self, model: str, outcome: CallOutcome, reply: ChatAnswer | None = None) -> None:
        """Record a call in the ledger. Without a reply it cost nothing."""
        call = ledger_entry(
            model, "answer", outcome, reply or ChatAnswer(text=""),
            turns=1, at=self._engine.clock(), prices=self._engine.settings.models.prices, session=self._session,
        )  # fmt: skip
        self._store.record_calls([call])
        with self._lock:
            self.spent = self.spent.plus([call])

    def check_budgets(self) -> None:
        """Raises BudgetSpent if the budget of the turn, the session, the day or the namespace is spent."""
        engine, limits = self._engine, self._engine.settings.agent
        problem = limits.turn.exceeded(self.spent, "turn", "TURN_BUDGET")
        if not problem and limits.session.is_limited:
            in_session = self._totals(session=self._session)
            problem = limits.session.exceeded(in_session, "session", "SESSION_BUDGET")
        if not problem and limits.day.is_limited:
            today = midnight(engine.clock().astimezone(UTC))
            problem = limits.day.exceeded(self._totals(since=today), "day", "DAY_BUDGET")
        if not problem and engine.settings.ingest.budget.is_limited:
            problem = engine.settings.ingest.budget.exceeded(self._store.record_calls(()))
        if problem:
            raise BudgetSpent(f"{problem}, or ask without a model.")

    def _totals(self, *, since: datetime | None = None, session: str | None = None) -> CallTotals:
        return CallTotals().plus(self._store.ledger(UNLIMITED, since=since, session=session))


class MeteredChat:
    """A `ChatModel` whose calls are checked and recorded by a `CallMeter`. A call that a budget forbids is not made."""

    def __init__(self, chat: ChatModel, meter: CallMeter) -> None:
        self._chat = chat
        self._meter = meter

    @property
    def name(self) -> str:
        """The name of the model."""
        return self._chat.name

    def answer(self, messages: Messages, schema: Schema | None = None) -> ChatAnswer:
        """One answer. Raises BudgetSpent, ModelRefused, or ModelError, also for an answer without text."""
        self._meter.check_budgets()
        reply = answer_of(self._chat, messages, schema, partial(self._meter.record, self.name))
        if not reply.text.strip():
            self._meter.record(self.name, "unreadable", reply)
            raise empty_answer(self.name)
        self._meter.record(self.name, "used", reply)
        return reply


def empty_answer(model: str) -> ModelError:
    """The error for an answer without text."""
    return ModelError(
        f"the language model {model!r} returned an empty answer. Ask again, or use another model."
    )
