"""Memories made up at random, of any size, to be written and searched without any model."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from memgraph_core.errors import StoreError
from memgraph_core.records.graph import About, Entity, Fact, Mention, Name, Note, Similar, Turn
from memgraph_core.records.kinds import Matrix
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
STAMP = EmbeddingStamp("random", DIMENSION)  # vectors of no model: such a database takes no others
_BEGUN = datetime(2024, 1, 1, tzinfo=UTC)
_NOTES_OF_A_TURN = 2
_BATCH = 200  # turns written at once while filling


class World:
    """Random turns and what would be extracted from them: the same again for as many notes, from the same turn on.

    Two notes to a turn, two entities and half a fact to a note; few entities are in very many notes. Vectors have
    384 random numbers. `begun` is how many turns were made before, so that an interrupted filling can go on. Entities of
    different namespaces are others, as everywhere: what their uids hold of it is `whose`.
    """

    def __init__(self, notes: int, begun: int = 0, whose: str = "") -> None:
        self._random = np.random.default_rng([7, begun] if begun else 7)
        self._words = np.array([f"word{number}" for number in range(20_000)])
        self._entities = [f"{whose}entity{number}" for number in range(max(3, int(0.3 * notes)))]
        # Zipf's law: the most common entity is in one of nine notes, the most common word in one of three.
        self._often = self._zipf(len(self._entities), 0.9)
        self._words_often = self._zipf(len(self._words), 1.0)
        self._turns = begun

    @staticmethod
    def _zipf(count: int, steepness: float) -> NDArray[np.float64]:
        """How often one of the first so many comes, of each: summed up once, for to draw from them again and again."""
        summed = np.cumsum(1 / np.arange(1, count + 1) ** steepness)
        return summed / summed[-1]

    def _drawn(self, often: NDArray[np.float64], count: int) -> NDArray[np.intp]:
        return np.searchsorted(often, self._random.random(count), side="right")

    def turns(self, count: int) -> list[Turn]:
        """The next turns, twenty to a session, ten minutes apart."""
        return [self._turn() for _ in range(count)]

    def _turn(self) -> Turn:
        number, self._turns = self._turns, self._turns + 1
        said_at = _BEGUN + timedelta(minutes=10 * number)
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
        """So many random words."""
        return self._words[self._drawn(self._words_often, count)].tolist()

    def entities(self, count: int) -> list[str]:
        """At most so many random entities, sorted."""
        return sorted({self._entities[int(nth)] for nth in self._drawn(self._often, count)})

    def vectors(self, count: int) -> Matrix:
        """So many random vectors."""
        matrix = self._random.standard_normal((count, DIMENSION), dtype=np.float32)
        return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)

    def notes_of(self, turn: Turn) -> list[Note]:
        """One to three notes from the turn."""
        count = int(self._random.integers(1, 2 * _NOTES_OF_A_TURN))
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
    """What an extraction of these turns would change: two entities and five links a note, half a fact."""
    about = {note.uid: world.entities(2) for note in notes}
    of_turn = {note.uid: note.turns[0] for note in notes}
    entities = sorted({uid for uids in about.values() for uid in uids})
    at = {turn.uid: turn.at or _BEGUN for turn in turns}
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
        at=_BEGUN,
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


def on(known: PlanningSnapshot, plan: WritePlan) -> WritePlan:
    """The plan as it follows from what is known: its version, and links to the five nearest notes."""
    similar = [
        Similar(note, near.uid, near.similarity or 0.0)
        for note, nears in sorted(known.neighbours.items())
        for near in nears[:5]
    ]
    return replace(plan, space=known.space, version=known.version, similar=tuple(similar))


def fill(store: Store, notes: int, advance: Callable[[int], None] | None = None) -> World:
    """Write notes, in batches and without asking for their neighbours, until there are so many; the world goes on.

    What is there already is not written again, so an interrupted filling goes on where it was. `advance` is told how
    many notes each batch brought. Raises StoreError when somebody else writes at the same time.
    """
    there = store.stats()
    world, held = World(notes, begun=there.turns, whose=store.namespace), there.notes
    while (missing := notes - held) > 0:
        turns = world.turns(min(_BATCH, max(1, missing // _NOTES_OF_A_TURN)))
        made = [note for turn in turns for note in world.notes_of(turn)]
        store.append(turns, (), 0)
        _applied(store, on(store.snapshot(SnapshotRequest()), plan_of(world, turns, made)))
        held += len(made)
        if advance is not None:
            advance(len(made))
    return world


def _applied(store: Store, plan: WritePlan) -> None:
    if not isinstance(store.apply(plan), Applied):
        raise StoreError(
            f"somebody else writes to {store.namespace!r} while it is measured. Let them finish first."
        )


def writes(store: Store, world: World) -> Iterator[Callable[[], None]]:
    """One-turn writes; what would be computed by models is ready before the clock starts."""
    while True:
        (turn,) = world.turns(1)
        notes = world.notes_of(turn)
        keys = tuple(world.entities(6))
        probe = SnapshotRequest(
            name_keys=keys,
            facts=(FactLookup(subject=keys[0], type="KNOWS", object=keys[-1], single=False),),
            notes=tuple(
                NeighbourLookup(uid=note.uid, terms=note.terms, vector=note.vector) for note in notes
            ),
        )

        plan = plan_of(world, (turn,), notes)

        def write(turn: Turn = turn, probe: SnapshotRequest = probe, plan: WritePlan = plan) -> None:
            store.append((turn,), probe.name_keys, 8)
            _applied(store, on(store.snapshot(probe), plan))

        yield write


def searches(store: Store, world: World) -> Iterator[Callable[[], None]]:
    """Hybrid searches: six words, a vector, two named entities, and two hops from them."""
    while True:
        (vector,) = world.vectors(1)
        words = world.words(6)
        query = Query(
            text=" ".join(words),
            now=_BEGUN,
            terms=tuple(dict.fromkeys(words)),
            name_keys=tuple(world.entities(2)),
            vector=vector,
        )

        def search(query: Query = query) -> None:
            found = store.candidates(query, Limits())
            seeds = [entity.uid for entities in found.key_entities.values() for entity in entities]
            store.expand(Seeds(entities=tuple(seeds)), query)

        yield search
