"""Random memories of any size, written and searched without a model."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from memgraph_core.errors import StoreError
from memgraph_core.records.graph import About, Entity, Fact, Mention, Name, Note, Similar, Turn
from memgraph_core.records.kinds import Matrix
from memgraph_core.records.log import ExtractionNeeds
from memgraph_core.records.plan import (
    Applied,
    FactLookup,
    NeighbourLookup,
    PlanningSnapshot,
    SnapshotRequest,
    TurnUpdate,
    WritePlan,
)
from memgraph_core.records.search import Limits, Query, Seeds
from memgraph_core.store.contract import EmbeddingStamp, Store

DIMENSION = 384
STAMP = EmbeddingStamp("random", DIMENSION)  # no real model, so that such a database accepts no real vectors
_START = datetime(2024, 1, 1, tzinfo=UTC)
_NOTES_PER_TURN = 2
_BATCH = 200  # turns per write while filling


class World:
    """Random turns with random notes, entities and facts. Equal arguments give equal worlds.

    On average, a turn has two notes, and a note has two entities and half a fact. A few entities are in very many notes.
    Vectors have 384 random numbers. `notes` determines the number of entities. `first_turn` is the number of turns that
    were generated before, so that an interrupted filling can continue. Every entity uid begins with `prefix`, so that
    namespaces have different entities.
    """

    def __init__(self, notes: int, first_turn: int = 0, prefix: str = "") -> None:
        self._random = np.random.default_rng([7, first_turn] if first_turn else 7)
        self._words = np.array([f"word{number}" for number in range(20_000)])
        self._entities = [f"{prefix}entity{number}" for number in range(max(3, int(0.3 * notes)))]
        # Zipf's law: the most common entity is in every ninth note, the most common word in every third.
        self._entity_distribution = self._zipf(len(self._entities), 0.9)
        self._word_distribution = self._zipf(len(self._words), 1.0)
        self._turns = first_turn

    @staticmethod
    def _zipf(count: int, steepness: float) -> NDArray[np.float64]:
        """The cumulative distribution of ranks 1..count under Zipf's law, to draw from."""
        cumulative = np.cumsum(1 / np.arange(1, count + 1) ** steepness)
        return cumulative / cumulative[-1]

    def _draw(self, distribution: NDArray[np.float64], count: int) -> NDArray[np.intp]:
        return np.searchsorted(distribution, self._random.random(count), side="right")

    def turns(self, count: int) -> list[Turn]:
        """The next `count` turns: twenty per session, ten minutes apart."""
        return [self._turn() for _ in range(count)]

    def _turn(self) -> Turn:
        number, self._turns = self._turns, self._turns + 1
        said_at = _START + timedelta(minutes=10 * number)
        words = " ".join(self.words(12))
        return Turn(
            uid=f"t{number}",
            session=f"s{number // 20}",
            text=words,
            terms=words,
            said_at=said_at,
            recorded_at=said_at,
        )

    def words(self, count: int) -> list[str]:
        """Random words; some may be equal."""
        return self._words[self._draw(self._word_distribution, count)].tolist()

    def entities(self, count: int) -> list[str]:
        """At most `count` random entity uids, each once, sorted."""
        return sorted({self._entities[int(nth)] for nth in self._draw(self._entity_distribution, count)})

    def vectors(self, count: int) -> Matrix:
        """Random unit vectors, shape (count, 384)."""
        matrix = self._random.standard_normal((count, DIMENSION), dtype=np.float32)
        return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)

    def notes_of(self, turn: Turn) -> list[Note]:
        """One to three notes of the turn."""
        count = int(self._random.integers(1, 2 * _NOTES_PER_TURN))
        return [
            Note(
                uid=f"n-{turn.uid}-{ordinal}",
                text=" ".join(words := self.words(18)),
                terms=" ".join(words),
                turns=(turn.uid,),
                said_at=turn.said_at,
                recorded_at=turn.recorded_at,
                vector=vector,
            )
            for ordinal, vector in enumerate(self.vectors(count))
        ]


def plan_of(world: World, turns: Sequence[Turn], notes: Sequence[Note]) -> WritePlan:
    """The plan of an extraction of these turns, without links: two entities and half a fact per note."""
    about = {note.uid: world.entities(2) for note in notes}
    of_turn = {note.uid: note.turns[0] for note in notes}
    entities = sorted({uid for uids in about.values() for uid in uids})
    at = {turn.uid: turn.at or _START for turn in turns}
    mentions = {(of_turn[note], uid) for note, uids in about.items() for uid in uids}
    facts = [
        Fact(uid=f"f-{note.uid}", subject=about[note.uid][0], type="KNOWS", object=about[note.uid][-1], text=note.text,
             notes=(note.uid,), recorded_at=note.recorded_at)
        for note in notes[::2]
    ]  # fmt: skip
    vectors = world.vectors(len(turns))
    return WritePlan(
        space="",
        version=0,
        at=_START,
        turns=tuple(
            TurnUpdate(uid=t.uid, state="extracted", vector=v) for t, v in zip(turns, vectors, strict=True)
        ),
        notes=tuple(notes),
        entities=tuple(Entity(uid=uid, name=uid) for uid in entities),
        names=tuple(Name(uid, uid, uid) for uid in entities),
        mentions=tuple(Mention(turn, uid, at[turn]) for turn, uid in sorted(mentions)),
        abouts=tuple(About(note, uid) for note, uids in sorted(about.items()) for uid in uids),
        facts=tuple(facts),
    )


def based_on(snapshot: PlanningSnapshot, plan: WritePlan) -> WritePlan:
    """The plan with the space and version of the snapshot, and with links to the five nearest notes."""
    similar = [
        Similar(note, near.uid, near.similarity or 0.0)
        for note, nearest in sorted(snapshot.neighbours.items())
        for near in nearest[:5]
    ]
    return replace(plan, space=snapshot.space, version=snapshot.version, similar=tuple(similar))


def fill(store: Store, notes: int, advance: Callable[[int], None] | None = None) -> World:
    """Write batches of notes, without links, until the store has `notes` of them. Returns the world to continue with.

    Existing notes count, so an interrupted filling continues. `advance` receives the number of notes of each batch.
    Raises StoreError if another process writes at the same time.
    """
    stats = store.stats()
    world, written = World(notes, first_turn=stats.turns, prefix=store.namespace), stats.notes
    while (missing := notes - written) > 0:
        turns = world.turns(min(_BATCH, max(1, missing // _NOTES_PER_TURN)))
        new_notes = [note for turn in turns for note in world.notes_of(turn)]
        store.append(turns)
        _apply(store, based_on(store.snapshot(SnapshotRequest()), plan_of(world, turns, new_notes)))
        written += len(new_notes)
        if advance is not None:
            advance(len(new_notes))
    return world


def _apply(store: Store, plan: WritePlan) -> None:
    if not isinstance(store.apply(plan), Applied):
        raise StoreError(
            f"Another process writes to the namespace {store.namespace!r} during the measurement. Wait until it has finished."
        )


def writes(store: Store, world: World) -> Iterator[Callable[[], None]]:
    """Writes of one turn each. The data that models would compute is prepared before the timer starts."""
    while True:
        (turn,) = world.turns(1)
        notes = world.notes_of(turn)
        keys = tuple(world.entities(6))
        request = SnapshotRequest(
            name_keys=keys,
            facts=(FactLookup(subject=keys[0], type="KNOWS", object=keys[-1], single=False),),
            notes=tuple(
                NeighbourLookup(uid=note.uid, terms=note.terms, vector=note.vector) for note in notes
            ),
        )

        plan = plan_of(world, (turn,), notes)

        def write(turn: Turn = turn, request: SnapshotRequest = request, plan: WritePlan = plan) -> None:
            store.append((turn,), ExtractionNeeds(name_keys=request.name_keys, before=8))
            _apply(store, based_on(store.snapshot(request), plan))

        yield write


def searches(store: Store, world: World) -> Iterator[Callable[[], None]]:
    """Hybrid searches: six words, a vector, two named entities, and an expansion of two hops from them."""
    while True:
        (vector,) = world.vectors(1)
        words = world.words(6)
        query = Query(
            text=" ".join(words),
            now=_START,
            terms=tuple(dict.fromkeys(words)),
            name_keys=tuple(world.entities(2)),
            vector=vector,
        )

        def search(query: Query = query) -> None:
            candidates = store.candidates(query, Limits())
            seeds = [entity.uid for entities in candidates.key_entities.values() for entity in entities]
            store.expand(Seeds(entities=tuple(seeds)), query)

        yield search
