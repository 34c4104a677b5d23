"""Measures what the salience threshold and the novelty filter cost: dropped statements and lost evidence turns.

    python benchmarks/language/salience.py FILE… [--novelty] [--turns 400] [--embedder none]

A file has one conversation per line: `language`, `turns` (id, session, speaker, time, text) and `questions` with
`evidence`, the ids of the turns that answer them. Adversarial questions do not count. Half 1 is the first half of the
lines (or of the turns, if there is only one line), half 2 is the rest; thresholds are chosen on half 1. An evidence turn
counts once per question. `--novelty` also shows SimpleMem's H(W), per extraction window and per turn, on the first
`--turns` turns of each half, with vectors of the embedder if it reads the text, and terms otherwise.
"""

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from memgraph_core.language.entities import named_in
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import language_of
from memgraph_core.language.salience import THRESHOLD, salience_of
from memgraph_core.language.sentences import statements_of
from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.language.terms import terms_of
from memgraph_core.language.times import times_in
from memgraph_core.models import embedder_for
from memgraph_core.models.protocol import Embedder
from memgraph_core.plan.novelty import PRESETS, NoveltyState, WindowFeatures, score_window, windows
from memgraph_core.records.graph import Turn
from memgraph_core.records.kinds import Vector

THRESHOLDS = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
H_THRESHOLDS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35)


@dataclass(frozen=True)
class ScoredTurn:
    """A turn with the salience of each statement, and the number of questions whose evidence it is."""

    turn: Turn
    saliences: tuple[float, ...]
    questions: int


def halves(path: Path) -> list[tuple[str, list[ScoredTurn]]]:
    """The two halves of a file, each with a label."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    if len(rows) == 1:
        scored = scored_turns(rows[0])
        parts = [scored[: len(scored) // 2], scored[len(scored) // 2 :]]
    else:
        middle = (len(rows) + 1) // 2
        parts = [
            [h for row in rows[a:b] for h in scored_turns(row)] for a, b in ((0, middle), (middle, None))
        ]
    return [(f"{path.name.split('.')[0]} half {n}", part) for n, part in enumerate(parts, start=1)]


def scored_turns(row: dict[str, Any]) -> list[ScoredTurn]:
    """The turns of one conversation."""
    asked: dict[str, int] = {}
    for question in row["questions"]:
        for uid in dict.fromkeys(question["evidence"]) if question["category"] != "adversarial" else ():
            asked[uid] = asked.get(uid, 0) + 1
    scored: list[ScoredTurn] = []
    speakers = {t["speaker"] for t in row["turns"] if t["speaker"]}
    known = {name_key(s): s for s in speakers}
    for position, row_turn in enumerate(row["turns"]):
        time = datetime.fromisoformat(f"{row_turn['time']}+00:00") if row_turn["time"] else None
        turn = Turn(
            uid=row_turn["id"],
            session=f"{row['name']}/{row_turn['session']}",
            text=row_turn["text"],
            speaker=row_turn["speaker"],
            said_at=time,
            position=position,
            terms=" ".join(terms_of(row_turn["text"])),
        )
        scored.append(ScoredTurn(turn, saliences(turn, known), asked.get(turn.uid, 0)))
    return scored


def saliences(turn: Turn, known: dict[str, str]) -> tuple[float, ...]:
    """The salience of each statement, as the extractor computes it."""
    language = language_of(turn.text)
    scores: list[float] = []
    for statement in statements_of(turn.text, language):
        names = [n for n in named_in(statement.text, language, known) if name_key(n.text) not in known]
        when = bool(turn.said_at and times_in(statement.text, turn.said_at, language))
        score = salience_of(
            statement.text, language, has_name=bool(names), has_time=when, sort=statement.sort
        )
        scores.append(score)
    return tuple(scores)


def trade(scored: Sequence[ScoredTurn], kept: Sequence[Sequence[bool]]) -> str:
    """Shares of dropped statements, of turns with a note, and of evidence turns with a note, as text."""
    statements = sum(len(k) for k in kept)
    evidence = sum(h.questions for h in scored)
    with_note = sum(h.questions for h, k in zip(scored, kept, strict=True) if any(k))
    return (
        f"dropped {1 - sum(map(sum, kept)) / max(1, statements):6.1%} of {statements:5d} statements,"
        f" {sum(map(any, kept)) / max(1, len(scored)):6.1%} of turns have a note,"
        f" {with_note / max(1, evidence):6.1%} of {evidence:4d} evidence turns"
    )


def show_salience(label: str, scored: Sequence[ScoredTurn]) -> None:
    """Print the shares for each threshold of salience."""
    for threshold in THRESHOLDS:
        kept = [[s >= threshold for s in h.saliences] for h in scored]
        mark = "*" if threshold == THRESHOLD else " "
        print(f"{label:20s} salience >= {threshold:5.2f}{mark} {trade(scored, kept)}")


def show_novelty(label: str, scored: Sequence[ScoredTurn], embedder: Embedder | None, per_turn: bool) -> None:
    """Print the shares for each threshold of H(W). A window below the threshold loses all its statements."""
    by_uid = {h.turn.uid: h for h in scored}
    scores: dict[str, float] = {}
    for session in dict.fromkeys(h.turn.session.split("/")[0] for h in scored):
        turns = [h.turn for h in scored if h.turn.session.split("/")[0] == session]
        scores |= h_of(turns, embedder, per_turn)
    order = [by_uid[h.turn.uid] for h in scored]
    what = "turn" if per_turn else "window"
    for threshold in H_THRESHOLDS:
        kept = [[scores[h.turn.uid] >= threshold] * max(1, len(h.saliences)) for h in order]
        print(f"{label:20s} H({what}) >= {threshold:4.2f}  {trade(order, kept)}")


def h_of(turns: Sequence[Turn], embedder: Embedder | None, per_turn: bool) -> dict[str, float]:
    """Turn uid → H of its window, or of the turn itself."""
    state, scores = NoveltyState(), dict[str, float]()
    seen: set[str] = set()
    pieces = [((t,), turns[max(0, i - 10) : i]) for i, t in enumerate(turns)] if per_turn else None
    for fresh, before in pieces or [(w.turns, w.preceding) for w in windows(turns)]:
        text = "\n".join(t.text for t in fresh)
        names = {name_key(n.text) for n in named_in(text, language_of(text))}
        reading = WindowFeatures(
            entities=len(names - seen),
            tokens=estimated_tokens(text),
            terms=tuple(text_terms(fresh)),
            past=tuple(tuple(t.terms.split()) for t in reversed(before)),
            vector=vector_of(text, embedder),
        )
        seen |= names
        judgement, state = score_window(reading, state, PRESETS["published"])
        scores |= {t.uid: judgement.score for t in fresh}
    return scores


def text_terms(turns: Iterable[Turn]) -> list[str]:
    """The terms of a window."""
    return [term for turn in turns for term in turn.terms.split()]


def vector_of(text: str, embedder: Embedder | None) -> Vector | None:
    """The vector of a text; None if the model does not read it."""
    return embedder.embed([text])[0] if embedder and embedder.reads(text) else None


def main() -> None:
    """Print the shares for each file and half."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--novelty", action="store_true")
    parser.add_argument("--turns", type=int, default=400)
    parser.add_argument("--embedder", help="like MEMGRAPH_CORE_EMBEDDER; none: terms only")
    arguments = parser.parse_args()
    embedder = embedder_for(arguments.embedder) if arguments.novelty else None
    for path in arguments.files:
        for label, scored in halves(path):
            show_salience(label, scored)
            for per_turn in (False, True) if arguments.novelty else ():
                show_novelty(label, scored[: arguments.turns], embedder, per_turn)


if __name__ == "__main__":
    main()
