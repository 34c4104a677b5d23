"""How fast a store writes a turn and answers a question, without any model, on random data.

    python benchmarks/store_speed.py --store memory-speed.db --notes 20000
    python benchmarks/store_speed.py --store neo4j://localhost:7687 --notes 20000

Fills a namespace of its own with so many notes (two to a turn, two entities and half a fact to a note; few entities
are in very many notes), then times one-turn writes (log + known + apply) and hybrid searches (candidates + around): new
questions, whose notes are random and so mostly never seen before, and fifty asked again and again. Prints the median
and 95th percentile in milliseconds, and of this process's own time (CPU), which a busy machine disturbs less; then
forgets the namespace. Vectors have 384 random numbers.
"""

import argparse
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice

import numpy as np

from memgraph_core.config import StoreSettings
from memgraph_core.reads import Limits, Query, Seeds
from memgraph_core.store import open_database
from memgraph_core.store.protocol import Stamp, Store
from memgraph_core.types import About, Entity, Fact, Matrix, Mention, Name, Note, Similar, Turn
from memgraph_core.writes import Applied, FactProbe, Known, NoteProbe, Probe, Selection, TurnUpdate, WritePlan

DIMENSION = 384
BEGUN = datetime(2024, 1, 1, tzinfo=UTC)
NOTES_OF_A_TURN = 2
BATCH = 200  # turns written at once while filling
WARMING = 50  # runs before the clock counts


class World:
    """Random turns and what would be extracted from them; the same for the same seed."""

    def __init__(self, notes: int) -> None:
        self._random = np.random.default_rng(7)
        self._words = np.array([f"word{number}" for number in range(20_000)])
        self._entities = [f"entity{number}" for number in range(max(3, int(0.3 * notes)))]
        # Zipf's law: the most common entity is in one of nine notes, the most common word in one of three.
        self._weights = self._zipf(len(self._entities), 0.9)
        self._word_weights = self._zipf(len(self._words), 1.0)
        self._turns = 0

    @staticmethod
    def _zipf(count: int, steepness: float) -> np.ndarray:
        weights = 1 / np.arange(1, count + 1) ** steepness
        return weights / weights.sum()

    def turns(self, count: int) -> list[Turn]:
        """The next turns, twenty to a session, ten minutes apart."""
        return [self._turn() for _ in range(count)]

    def _turn(self) -> Turn:
        number, self._turns = self._turns, self._turns + 1
        said_at = BEGUN + timedelta(minutes=10 * number)
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
        return self._random.choice(self._words, count, p=self._word_weights).tolist()

    def entities(self, count: int) -> list[str]:
        """At most so many random entities, sorted."""
        return sorted(set(self._random.choice(self._entities, count, p=self._weights).tolist()))

    def vectors(self, count: int) -> Matrix:
        """So many random vectors."""
        matrix = self._random.standard_normal((count, DIMENSION), dtype=np.float32)
        return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)

    def notes_of(self, turn: Turn) -> list[Note]:
        """One to three notes from the turn."""
        count = int(self._random.integers(1, 2 * NOTES_OF_A_TURN))
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
    at = {turn.uid: turn.at or BEGUN for turn in turns}
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
        at=BEGUN,
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


def on(known: Known, plan: WritePlan) -> WritePlan:
    """The plan as it follows from what is known: its version, and links to the five nearest notes."""
    similar = [
        Similar(note, near.uid, near.similarity or 0.0)
        for note, nears in sorted(known.near.items())
        for near in nears[:5]
    ]
    return replace(plan, space=known.space, version=known.version, similar=tuple(similar))


def fill(store: Store, world: World, notes: int) -> None:
    """Write so many notes, in batches, without asking for their neighbours."""
    while (missing := notes - store.stats().notes) > 0:
        turns = world.turns(min(BATCH, max(1, missing // NOTES_OF_A_TURN)))
        store.log(turns, (), 0)
        plan = plan_of(world, turns, [note for turn in turns for note in world.notes_of(turn)])
        assert isinstance(store.apply(on(store.known(Probe()), plan)), Applied)


def writes(store: Store, world: World) -> Iterator[Callable[[], None]]:
    """One-turn writes; what would be computed by models is ready before the clock starts."""
    while True:
        (turn,) = world.turns(1)
        notes = world.notes_of(turn)
        keys = tuple(world.entities(6))
        probe = Probe(
            keys=keys,
            facts=(FactProbe(subject=keys[0], type="KNOWS", object=keys[-1], single=False),),
            notes=tuple(NoteProbe(uid=note.uid, terms=note.terms, vector=note.vector) for note in notes),
        )

        plan = plan_of(world, (turn,), notes)

        def write(turn: Turn = turn, probe: Probe = probe, plan: WritePlan = plan) -> None:
            store.log((turn,), probe.keys, 8)
            assert isinstance(store.apply(on(store.known(probe), plan)), Applied)

        yield write


def searches(store: Store, world: World) -> Iterator[Callable[[], None]]:
    """Hybrid searches: six words, a vector, two named entities, and two hops from them."""
    while True:
        (vector,) = world.vectors(1)
        words = world.words(6)
        query = Query(
            text=" ".join(words),
            now=BEGUN,
            terms=tuple(dict.fromkeys(words)),
            keys=tuple(world.entities(2)),
            vector=vector,
        )

        def search(query: Query = query) -> None:
            found = store.candidates(query, Limits())
            seeds = [entity.uid for entities in found.key_entities.values() for entity in entities]
            store.around(Seeds(entities=tuple(seeds)), query)

        yield search


def timed(name: str, runs: Iterator[Callable[[], None]], count: int) -> None:
    """Print the median and the 95th percentile; the first runs, which warm caches, are left out."""
    taken: list[tuple[float, float]] = []
    for number, run in zip(range(count + WARMING), runs, strict=False):
        begun, used = time.perf_counter(), time.process_time()
        run()
        if number >= WARMING:
            taken.append((1000 * (time.perf_counter() - begun), 1000 * (time.process_time() - used)))
    (middle, cpu), (high, _) = np.percentile(taken, (50, 95), axis=0)
    print(f"{name:<32} p50 {middle:7.2f} ms   p95 {high:7.2f} ms   CPU p50 {cpu:7.2f} ms   ({count} runs)")


def main() -> None:
    """Fill, time, print, forget."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--store", required=True, help="a file, or neo4j://host:7687 with NEO4J_USERNAME, NEO4J_PASSWORD"
    )
    parser.add_argument("--notes", type=int, default=20_000)
    parser.add_argument("--runs", type=int, default=200)
    given = parser.parse_args()
    settings = StoreSettings(
        url=given.store, username=os.environ.get("NEO4J_USERNAME"), password=os.environ.get("NEO4J_PASSWORD")
    )
    database = open_database(settings, Stamp("random", DIMENSION))
    store = database.store(f"speed-{os.getpid()}")
    world = World(given.notes)
    begun = time.perf_counter()
    fill(store, world, given.notes)
    print(f"filled with {store.stats().notes} notes in {time.perf_counter() - begun:.1f} s")
    timed("write (log + known + apply)", writes(store, world), given.runs)
    timed("search (candidates + around)", searches(store, world), given.runs)
    again = list(islice(searches(store, world), WARMING))
    timed("search, asked again", cycle(again), given.runs)
    store.forget(Selection(everything=True))
    database.close()


if __name__ == "__main__":
    main()
