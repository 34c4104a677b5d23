"""Extraction by a language model: one call, at most one more to repair the answer, else extraction by the rules."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from memgraph_core.config import Budget, Prices
from memgraph_core.errors import ExtractionError, ModelError, ModelRefused
from memgraph_core.extract.llm.answer import Answer, answer_schema, read_answer
from memgraph_core.extract.llm.calls import answer_of, ledger_entry
from memgraph_core.extract.llm.claims import checked_extraction
from memgraph_core.extract.llm.prompt import MAX_TURN, messages_of, repair_messages
from memgraph_core.extract.protocol import Extractor, WindowNotExtracted
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.models.protocol import ChatAnswer, ChatModel, Messages
from memgraph_core.records.extraction import Extraction, ExtractionWindow
from memgraph_core.records.graph import Call
from memgraph_core.records.kinds import CallKind, CallOutcome

_log = logging.getLogger(__name__)


def _utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class LlmExtractor:
    """Extracts windows with a language model. It is safe to use from several threads.

    If the answer is unreadable twice, the rules extract the window. If the endpoint does not answer or the budget is
    spent, `extract` raises WindowNotExtracted and the turns stay pending.
    """

    chat: ChatModel
    rules: Extractor = field(default_factory=RulesExtractor)
    prices: Prices = field(default_factory=Prices)
    budget: Budget = field(default_factory=Budget)
    clock: Callable[[], datetime] = _utc_now

    @property
    def name(self) -> str:
        """`llm`."""
        return "llm"

    @property
    def model(self) -> str:
        """The name of the language model."""
        return self.chat.name

    @property
    def windowed(self) -> bool:
        """True: turns stay pending until their window is complete."""
        return True

    def extract(self, window: ExtractionWindow) -> Extraction:
        """The extraction by the model. Rejected claims are replaced by those of the rules.

        Raises WindowNotExtracted, which carries the calls that were made.
        """
        rules = self.rules.extract(window)
        if all(len(turn.text) > MAX_TURN for turn in window.turns):
            return rules  # no turn, or only turns that are too long for a prompt
        if reason := self.budget.exceeded(window.call_totals):
            raise WindowNotExtracted(f"{reason} and run flush, or extract by rules: flush --extractor rules")
        calls: list[Call] = []
        answer = self._answer(window, calls)
        if answer is None:
            return replace(rules, calls=tuple(calls))
        return replace(checked_extraction(answer, window, rules, self.name), calls=tuple(calls))

    def _answer(self, window: ExtractionWindow, calls: list[Call]) -> Answer | None:
        """The model's answer, after one repair if necessary; None if there is no readable answer."""
        messages = messages_of(window)
        problem, answer = self._ask(window, "extract", messages, calls)
        if answer is None or isinstance(answer, Answer):
            return answer
        if self.budget.exceeded(window.call_totals.plus(calls)):
            return None
        _, repaired = self._ask(window, "repair", repair_messages(messages, answer, problem), calls)
        return repaired if isinstance(repaired, Answer) else None

    def _ask(
        self, window: ExtractionWindow, kind: CallKind, messages: Messages, calls: list[Call]
    ) -> tuple[str, Answer | str | None]:
        """Call the model once and add the call to `calls`.

        Returns the parsed answer; or the problem and the text of an unreadable answer; or None if the model refuses.
        """

        def record(outcome: CallOutcome, reply: ChatAnswer) -> None:
            calls.append(
                ledger_entry(
                    self.chat.name, kind, outcome, reply,
                    turns=len(window.turns), at=self.clock(), prices=self.prices,
                )
            )  # fmt: skip

        try:
            reply = answer_of(self.chat, messages, answer_schema(), record)
        except ModelError as e:
            if isinstance(e, ModelRefused) and e.of_message:  # a retry would be refused, too
                _log.warning("%s: the model refuses a window of %d turns", kind, len(window.turns))
                return "", None
            raise WindowNotExtracted(f"{type(e).__name__}: {e}", tuple(calls)) from e
        try:
            answer = read_answer(reply.text, cut=reply.cut)
        except ExtractionError as e:
            record("unreadable", reply)
            _log.warning(
                "%s: the answer for a window of %d turns cannot be read: %s", kind, len(window.turns), e
            )
            return str(e), reply.text
        record("used", reply)
        return "", answer
