"""Trains the calibrated estimates on several sets of questions, and tests them on sets that were left out.

usage: python benchmarks/estimate.py CASES ... [--keep FOLDER] [--write]

Two logistic models are trained (`memgraph_core.retrieve.estimate`): `known`, the probability that memory answers a request,
and `relevance`, the probability that a hit belongs to the answer. Requests with an answer in memory are the questions of
each case. Requests without one are

adversarial  questions of a category with this name, which are about the wrong person
abstention   questions without evidence, and in the small memories of pollution.jsonl the questions to the other memories
foreign      questions of the next case
renamed      questions of the next case with the names of this case's two speakers
swapped      questions that name one of the case's two speakers, with the name of the other
unrelated    questions and messages of other sets in the same language

Training maximises the likelihood with a quadratic penalty (Adam). Every set counts the same, and so do requests with and
without an answer, and each kind of request without an answer. A third of the requests is also trained without vectors.

Prints for each set the share of each kind that passes the probability .5 and the threshold of a context, with a model that was
trained without the family of the set (left out) and with all sets (fitted), and a reliability table. Files whose names agree
up to the first underscore are one family. `--keep` keeps memories and vectors for the next run. `--write` writes the models
to `memgraph_core/retrieve/estimate.toml`.
"""

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from training import Workspace, arguments, cases_of, name_of, workspace

from memgraph_core.cli.invocation import memory_of
from memgraph_core.memory import Memory
from memgraph_core.records.graph import Turn
from memgraph_core.retrieve import estimate as shipped
from memgraph_core.retrieve.analyse import asks_nothing
from memgraph_core.retrieve.assessment import MIN_SURFACED, assess
from memgraph_core.retrieve.estimate import Features, Logistic, hit_features
from memgraph_core.turns.conversation_files import Case, Question

PENALTY, STEPS, RATE = 0.003, 400, 0.05
FOREIGN_SHARE = 5  # one foreign and one renamed question for so many own ones
UNRELATED = 24  # requests of each other set, for each set
WITHOUT_VECTORS = 3  # every third request is also trained without vectors
SMALL, PARTS = Path(__file__).with_name("pollution.jsonl"), 3
ANSWERED = "answerable"
KINDS = (ANSWERED, "adversarial", "abstention", "swapped", "foreign", "renamed", "unrelated")
BINS = 10  # of the reliability table
# Signs of weights that training may not reverse because a set happens to suggest it.
NEVER_NEGATIVE = frozenset(
    {
        "covered",
        "covered_in_time",
        "meaning",
        "shares",
        "evidence",
        "states_fact",
        "top_fact",
        "lead",
        "lead_of_themselves",
    }
    | {"top_coverage", "top_cosine", "content", "is_covered", "score", "support"}
)
NEVER_POSITIVE = frozenset({"unknown_words", "strangers", "of_another", "behind", "log_rank"})
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A request with its features and those of its hits."""

    set: str
    kind: str
    has_vector: bool
    is_excluded: bool  # answered without the model
    features: Features
    hits: Sequence[tuple[Features, bool]]  # of each hit, and whether it is evidence

    @property
    def family(self) -> str:
        """The name of its set up to the first underscore."""
        return self.set.partition("_")[0]


def small_cases() -> list[Case]:
    """Three memories of few statements, with the questions to all three."""
    rows = [json.loads(line) for line in SMALL.read_text(encoding="utf-8").splitlines()]
    return [
        Case(
            name=f"small-{part}",
            language="en",
            turns=tuple(
                Turn(uid=f"t{number}", session=f"s{number // 4}", speaker="Ada", text=row["statement"])
                for number, row in enumerate(rows)
                if number % PARTS == part
            ),
            questions=tuple(
                Question(
                    uid=f"{number}-{place}",
                    text=text,
                    evidence=(f"t{number}",) if number % PARTS == part else (),
                )
                for number, row in enumerate(rows)
                for place, text in enumerate(row["questions"])
            ),
        )
        for part in range(PARTS)
    ]


def requests_of(
    case: Case, other: Case | None, unrelated: Iterable[str], rng: random.Random
) -> Iterator[tuple[str, str, Question | None]]:
    """The kind and the text of each request to the memory of a case, and the question if it is one of the case."""
    for question in case.questions:
        kind = ANSWERED if question.evidence else "abstention"
        yield "adversarial" if "adversarial" in question.category else kind, question.text, question
    ours = _people(case)
    if len(ours) == 2:
        yield from (("swapped", text, None) for text in _swapped(case, ours))
    if other is not None:
        count = min(max(len(case.questions) // FOREIGN_SHARE, 4), len(other.questions))
        yield from (("foreign", q.text, None) for q in rng.sample(list(other.questions), count))
        theirs = _people(other)
        if len(ours) == len(theirs) == 2:
            for question in rng.sample(list(other.questions), count):
                text = question.text
                for old, new in zip(theirs, ours, strict=True):
                    text = text.replace(old, new).replace(old.split()[0], new.split()[0])
                yield "renamed", text, None
    yield from (("unrelated", text, None) for text in unrelated)


def _swapped(case: Case, people: Sequence[str]) -> list[str]:
    """Every third answerable question that names one of the two people, with the other's name."""
    first, second = (name.split()[0] for name in people)
    found: list[str] = []
    for question in case.questions:
        text, is_first = question.text, first in question.text
        if question.evidence and "adversarial" not in question.category and is_first != (second in text):
            found.append(text.replace(first, second) if is_first else text.replace(second, first))
    return found[::3]


def _people(case: Case) -> list[str]:
    return sorted({turn.speaker for turn in case.turns if turn.speaker and turn.role == "user"})


def sample_of(
    set_: str, kind: str, text: str, question: Question | None, case: Case, memory: Memory
) -> Sample | None:
    """The features of a request; None if it asks nothing."""
    last = max((t.said_at for t in case.turns if t.said_at), default=None)
    found = memory.explain_search(text, now=(question.asked_at if question else None) or last)
    if asks_nothing(found.query):
        return None
    speakers = [turn.speaker for turn in case.turns if turn.speaker]
    assessed = assess(found.knowledge_input(speakers))
    people, hits = assessed.findings.people, found.hits(found.query.depth)
    evidence = set(question.evidence) if question and kind == ANSWERED else set[str]()
    of_hits = hit_features(found.query, found.ranking, hits, assessed.probability)
    return Sample(
        set=set_,
        kind=kind,
        has_vector=found.query.vector is not None,
        is_excluded=assessed.is_excluded or bool(people and len(assessed.findings.strangers) == len(people)),
        features=assessed.features,
        hits=[(features, hit.turns[0] in evidence) for features, hit in zip(of_hits, hits, strict=True)],
    )


def fitted(rows: Sequence[Features], wanted: Numbers, shares: Numbers) -> Logistic:
    """The logistic model with the highest likelihood. `wanted` and `shares` hold 0 or 1 and the weight of each row."""
    names = sorted({name for row in rows for name in row})
    values = np.array([[row.get(name, 0.0) for name in names] for row in rows])
    mean, spread = values.mean(axis=0), values.std(axis=0) + 1e-6
    values = np.hstack([(values - mean) / spread, np.ones((len(rows), 1))])
    lowest = np.array([0.0 if name in NEVER_NEGATIVE else -np.inf for name in names] + [-np.inf])
    highest = np.array([0.0 if name in NEVER_POSITIVE else np.inf for name in names] + [np.inf])
    weights, first, second = (np.zeros(len(names) + 1) for _ in range(3))
    penalty = np.array([PENALTY] * len(names) + [0.0])
    for step in range(1, STEPS + 1):
        probability = 1 / (1 + np.exp(-np.clip(values @ weights, -30, 30)))
        gradient = values.T @ (shares * (probability - wanted)) + penalty * weights
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        rate = RATE / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
        weights = np.clip(weights - rate * first / (1 - 0.9**step), lowest, highest)
    scaled = weights[:-1] / spread
    return Logistic(float(weights[-1] - scaled @ mean), dict(zip(names, scaled.tolist(), strict=True)))


def fitted_known(samples: Sequence[Sample]) -> Logistic:
    """The model of `known`."""
    kept = [sample for sample in samples if not sample.is_excluded]
    groups: dict[str, dict[bool, dict[str, int]]] = defaultdict(lambda: {True: {}, False: {}})
    for sample in kept:
        of_answer = groups[sample.set][sample.kind == ANSWERED]
        of_answer[sample.kind] = of_answer.get(sample.kind, 0) + 1
    # Small kinds and sets count less than large ones, but more than by their number.
    shares = np.array([_share(sample, groups[sample.set][sample.kind == ANSWERED]) for sample in kept])
    wanted = np.array([float(sample.kind == ANSWERED) for sample in kept])
    return fitted([sample.features for sample in kept], wanted, shares / shares.sum())


def _share(sample: Sample, counts: Mapping[str, int]) -> float:
    """The weight of a sample, so that a kind counts by the square root of its number, and all kinds of a set together as
    the square root of theirs.
    """
    total = sum(count**0.5 for count in counts.values())
    return sum(counts.values()) ** 0.5 / total / counts[sample.kind] ** 0.5


def fitted_relevance(samples: Sequence[Sample]) -> Logistic:
    """The model of `relevance`, of the hits of requests that have an answer."""
    answered = [sample for sample in samples if sample.kind == ANSWERED and sample.hits]
    counts = {name: sum(s.set == name for s in answered) for name in {s.set for s in answered}}
    rows = [
        (features, is_evidence, counts[s.set] ** -0.5) for s in answered for features, is_evidence in s.hits
    ]
    shares = np.array([share for _, _, share in rows])
    wanted = np.array([float(is_evidence) for _, is_evidence, _ in rows])
    return fitted([features for features, _, _ in rows], wanted, shares / shares.sum())


def report(samples: Sequence[Sample], known: Logistic) -> None:
    """Print the passing shares of each set, left out and fitted, and the reliability of the models without each set."""
    families = sorted({sample.family for sample in samples})
    without = {family: fitted_known([s for s in samples if s.family != family]) for family in families}
    print(f"{'passes .5 / context, per cent':34}{'requests':>9}{'left out':>14}{'fitted':>14}")
    tested = [sample for sample in samples if sample.has_vector]
    for name in dict.fromkeys(sample.set for sample in tested):
        for kind in KINDS:
            group = [s for s in tested if s.set == name and s.kind == kind]
            if group:
                left_out = _passing(group, lambda s: without[s.family].probability(s.features))
                shown = _passing(group, lambda s: known.probability(s.features))
                print(f"{name + ', ' + kind:34}{len(group):>9}{left_out:>14}{shown:>14}")
    print("reliability of the models without each set: estimated probability, share with an answer, requests")
    estimated = [(_probability(s, without[s.family]), s.kind == ANSWERED) for s in tested]
    for number in range(BINS):
        inside = [
            pair
            for pair in estimated
            if number <= pair[0] * BINS < number + 1 or (pair[0] == 1 and number == BINS - 1)
        ]
        if inside:
            mean, share = (float(np.mean(column)) for column in zip(*inside, strict=True))
            print(
                f"{number / BINS:.1f} to {(number + 1) / BINS:.1f}{mean:>10.2f}{share:>10.2f}{len(inside):>8}"
            )


def _probability(sample: Sample, known: Logistic) -> float:
    return 0.0 if sample.is_excluded else known.probability(sample.features)


def _passing(samples: Sequence[Sample], probability: Callable[[Sample], float]) -> str:
    found = [0.0 if s.is_excluded else probability(s) for s in samples]
    knows, surfaced = (100 * float(np.mean([p >= least for p in found])) for least in (0.5, MIN_SURFACED))
    return f"{knows:.0f} / {surfaced:.0f}"


def written(models: Mapping[str, Logistic]) -> str:
    """The models as `estimate.toml`."""
    lines = [
        "# Logistic models, trained by benchmarks/estimate.py; memgraph_core/retrieve/estimate.py reads this file.",
        "# known: memory answers the request. relevance: a hit belongs to the answer.",
    ]
    for name, model in models.items():
        values = {"bias": model.bias, **model.weights}
        lines += [
            "",
            f"[{name}]",
            *(f"{key} = {value:.4f}" for key, value in values.items() if abs(value) >= 0.00005),
        ]
    return "\n".join(lines) + "\n"


def _samples(name: str, cases: Sequence[Case], others: Sequence[str], space: Workspace) -> Iterator[Sample]:
    """The samples of a set. `others` are requests of other sets."""
    rng = random.Random(0)
    with space.engine(name) as engine:
        for number, case in enumerate(cases):
            memory = memory_of(engine, f"bench-{case.name}")
            for start in range(0, len(case.turns), 64):
                memory.add(case.turns[start : start + 64])
            other = cases[(number + 1) % len(cases)] if len(cases) > 1 else None
            asked = requests_of(case, other, others[number :: len(cases)], rng)
            for count, (kind, text, question) in enumerate(asked):
                for embedder in [space.model, None] if count % WITHOUT_VECTORS == 0 else [space.model]:
                    engine.embedder = embedder
                    if (sample := sample_of(name, kind, text, question, case, memory)) is not None:
                        yield sample
                    engine.embedder = space.model


def _unrelated(path: Path, paths: Sequence[Path]) -> list[str]:
    """Requests of other sets in the language of a set."""
    rng, found = random.Random(0), list[str]()
    language = cases_of(path)[0].language
    for other in paths:
        cases = cases_of(other)
        if other != path and cases[0].language == language:
            texts = [question.text for case in cases for question in case.questions]
            found += rng.sample(texts, min(UNRELATED, len(texts)))
    return found


def main() -> None:
    """Search all sets, train, test, and print or write the models."""
    given = arguments(__doc__)
    with workspace(given.keep) as space:
        sets = [(name_of(path), cases_of(path), _unrelated(path, given.cases)) for path in given.cases]
        sets.append(("small", small_cases(), []))
        samples = [sample for name, cases, others in sets for sample in _samples(name, cases, others, space)]
    known = fitted_known(samples)
    report(samples, known)
    models = {"known": known, "relevance": fitted_relevance(samples)}
    if given.write:
        Path(shipped.__file__).with_name("estimate.toml").write_text(written(models), encoding="utf-8")
    else:
        print(written(models))


if __name__ == "__main__":
    main()
