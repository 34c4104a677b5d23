"""Calls of a language model with what the ledger records of them: also a call that fails costs time."""

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from uuid import uuid4

from memgraph_core.config import Prices
from memgraph_core.errors import ModelRefused
from memgraph_core.extract.llm.failures import model_error_of
from memgraph_core.models.protocol import ChatAnswer, ChatModel, Messages, Schema
from memgraph_core.records.graph import Call
from memgraph_core.records.kinds import CallKind, CallOutcome
from memgraph_core.records.validation import without_surrogates

Record = Callable[[CallOutcome, ChatAnswer], None]


def answer_of(chat: ChatModel, messages: Messages, schema: Schema | None, record: Record) -> ChatAnswer:
    """The answer of the model, as valid Unicode. The caller records it.

    If the call fails, it is recorded, and a ModelError is raised, whatever error the model raises.
    """
    began = time.monotonic()
    try:
        reply = chat.answer(messages, schema)
        return replace(reply, text=without_surrogates(reply.text))
    except Exception as e:  # the model of a program raises the errors of any library
        error = model_error_of(e, chat.name)
        seconds = round(time.monotonic() - began, 3)
        outcome: CallOutcome = "refused" if isinstance(error, ModelRefused) else "unreachable"
        record(outcome, ChatAnswer(text="", seconds=seconds))
        if error is e:
            raise
        raise error from e


def ledger_entry(
    model: str,
    kind: CallKind,
    outcome: CallOutcome,
    reply: ChatAnswer,
    *,
    turns: int,
    at: datetime,
    prices: Prices,
    session: str | None = None,
) -> Call:
    """The call that the ledger records. `turns` is the number of turns or notes that it was about."""
    return Call(
        uid=uuid4().hex[:24],
        at=at,
        model=model,
        kind=kind,
        outcome=outcome,
        turns=turns,
        tokens_in=reply.tokens_in,
        tokens_out=reply.tokens_out,
        seconds=reply.seconds,
        cost=prices.of(reply.tokens_in, reply.tokens_out),
        session=session,
    )
