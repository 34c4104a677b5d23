"""A window read by a language model: one call, at most one to mend its answer, and else the rules."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from uuid import uuid4

from memgraph_core.config import Budget, Prices
from memgraph_core.errors import ExtractionError, ModelError, ModelRefused
from memgraph_core.extract.llm.answer import Answer, answer_schema, read_answer
from memgraph_core.extract.llm.claims import extraction_of
from memgraph_core.extract.llm.prompt import LONGEST, mending, messages_of
from memgraph_core.extract.protocol import Extractor, Unread
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
    """Reads windows by a language model. Threads may share it.

    An answer that cannot be read, twice, leaves the window to the rules. An endpoint that does not answer, or a
    budget that is spent, leaves its turns pending: `extract` raises Unread.
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
        """The language model, by its name."""
        return self.chat.name

    @property
    def windowed(self) -> bool:
        """True: turns wait until a window of them is closed."""
        return True

    def extract(self, window: ExtractionWindow) -> Extraction:
        """What the window says: by the model, and where its word does not stand up by the rules.

        Raises Unread, which carries the calls that were made all the same.
        """
        rules = self.rules.extract(window)
        if all(len(turn.text) > LONGEST for turn in window.turns):
            return rules  # none to read, or one that is too long for a prompt, which is alone in its window
        if why := self.budget.exceeded(window.call_totals):
            raise Unread(why)
        calls: list[Call] = []
        answer = self._answer(window, calls)
        if answer is None:
            return replace(rules, calls=tuple(calls))
        return replace(extraction_of(answer, window, rules, self.name), calls=tuple(calls))

    def _answer(self, window: ExtractionWindow, calls: list[Call]) -> Answer | None:
        """What the model says, asked once more if that cannot be read; None when it cannot be read then either."""
        messages = messages_of(window)
        problem, said = self._read(window, "extract", messages, calls)
        if said is None or isinstance(said, Answer):
            return said
        if self.budget.exceeded(window.call_totals.plus(calls)):
            return None
        _, mended = self._read(window, "repair", mending(messages, said, problem), calls)
        return mended if isinstance(mended, Answer) else None

    def _read(
        self, window: ExtractionWindow, kind: CallKind, messages: Messages, calls: list[Call]
    ) -> tuple[str, Answer | str | None]:
        """The answer, or what is wrong with it and its text; None for a refusal. The call is noted down."""
        begun = time.monotonic()
        try:
            said = self.chat.answer(messages, answer_schema())
        except ModelError as e:
            refusal = isinstance(e, ModelRefused)
            outcome: CallOutcome = "refused" if refusal else "unreachable"
            nothing = ChatAnswer(text="", seconds=round(time.monotonic() - begun, 3))
            calls.append(self._call(window, kind, outcome, nothing))
            if refusal and e.of_message:  # asking again will not help, nor will waiting
                _log.warning("%s: the model refuses a window of %d turns", kind, len(window.turns))
                return "", None
            raise Unread(f"{type(e).__name__}: {e}", tuple(calls)) from e
        try:
            answer = read_answer(said.text, cut=said.cut)
        except ExtractionError as e:
            calls.append(self._call(window, kind, "unreadable", said))
            _log.warning("%s: an answer for %d turns cannot be read: %s", kind, len(window.turns), e)
            return str(e), said.text
        calls.append(self._call(window, kind, "used", said))
        return "", answer

    def _call(self, window: ExtractionWindow, kind: CallKind, outcome: CallOutcome, said: ChatAnswer) -> Call:
        return Call(
            uid=uuid4().hex[:24],
            at=self.clock(),
            model=self.chat.name,
            kind=kind,
            outcome=outcome,
            turns=len(window.turns),
            tokens_in=said.tokens_in,
            tokens_out=said.tokens_out,
            seconds=said.seconds,
            cost=self.prices.of(said.tokens_in, said.tokens_out),
        )
