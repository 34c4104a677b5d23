"""What the gates cost: the share of statements dropped against the share of evidence turns that keep a note.

    python benchmarks/language/salience.py FILE… [--gate] [--turns 400] [--embedder none]

A file has one conversation a line: `language`, `turns` (id, session, speaker, time, text) and `questions` with
`evidence`, ids of the turns that answer them; adversarial questions do not count. Half 1 is the first half of the
lines (of the turns, where there is one line only), half 2 the rest; thresholds are chosen on half 1. Evidence counts
once per question. `--gate` shows SimpleMem's H(W) beside it, per extraction window and per turn, on the first
`--turns` turns of each half, with the vectors of the default model where it reads the text and terms elsewhere.
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
from memgraph_core.language.salience import THRESHOLD, salience_of
from memgraph_core.language.scripts import language_of
from memgraph_core.language.sentences import statements_of
from memgraph_core.language.terms import terms_of
from memgraph_core.language.times import times_in
from memgraph_core.models import embedder_for
from memgraph_core.models.protocol import Embedder
from memgraph_core.plan.novelty import PRESETS, NoveltyState, WindowFeatures, score_window, tokens_of, windows
from memgraph_core.records.graph import Turn
from memgraph_core.records.kinds import Vector

THRESHOLDS = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
H_THRESHOLDS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35)


@dataclass(frozen=True)
class Heard:
    """A turn as the gates see it: the salience of each statement, and how often it is evidence."""

    turn: Turn
    saliences: tuple[float, ...]
    asked: int


def halves(path: Path) -> list[tuple[str, list[Heard]]]:
    """The two halves of a file, with a label each."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    if len(rows) == 1:
        heard = heard_in(rows[0])
        parts = [heard[: len(heard) // 2], heard[len(heard) // 2 :]]
    else:
        middle = (len(rows) + 1) // 2
        parts = [[h for row in rows[a:b] for h in heard_in(row)] for a, b in ((0, middle), (middle, None))]
    return [(f"{path.name.split('.')[0]} half {n}", part) for n, part in enumerate(parts, start=1)]


def heard_in(row: dict[str, Any]) -> list[Heard]:
    """One conversation."""
    asked: dict[str, int] = {}
    for question in row["questions"]:
        for uid in dict.fromkeys(question["evidence"]) if question["category"] != "adversarial" else ():
            asked[uid] = asked.get(uid, 0) + 1
    heard: list[Heard] = []
    speakers = {t["speaker"] for t in row["turns"] if t["speaker"]}
    known = {name_key(s): s for s in speakers}
    for position, told in enumerate(row["turns"]):
        time = datetime.fromisoformat(f"{told['time']}+00:00") if told["time"] else None
        turn = Turn(
            uid=told["id"],
            session=f"{row['name']}/{told['session']}",
            text=told["text"],
            speaker=told["speaker"],
            said_at=time,
            position=position,
            terms=" ".join(terms_of(told["text"])),
        )
        heard.append(Heard(turn, saliences(turn, known), asked.get(turn.uid, 0)))
    return heard


def saliences(turn: Turn, known: dict[str, str]) -> tuple[float, ...]:
    """The score of each statement, as the extractor sees it."""
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


def trade(heard: Sequence[Heard], kept: Sequence[Sequence[bool]]) -> str:
    """Kept statements, turns with a note, evidence turns with a note."""
    statements = sum(len(k) for k in kept)
    evidence = sum(h.asked for h in heard)
    with_note = sum(h.asked for h, k in zip(heard, kept, strict=True) if any(k))
    return (
        f"dropped {1 - sum(map(sum, kept)) / max(1, statements):6.1%} of {statements:5d} statements,"
        f" {sum(map(any, kept)) / max(1, len(heard)):6.1%} of turns have a note,"
        f" {with_note / max(1, evidence):6.1%} of {evidence:4d} evidence turns"
    )


def show_salience(label: str, heard: Sequence[Heard]) -> None:
    """The trade of salience, over thresholds."""
    for threshold in THRESHOLDS:
        kept = [[s >= threshold for s in h.saliences] for h in heard]
        mark = "*" if threshold == THRESHOLD else " "
        print(f"{label:20s} salience >= {threshold:5.2f}{mark} {trade(heard, kept)}")


def show_gate(label: str, heard: Sequence[Heard], embedder: Embedder | None, per_turn: bool) -> None:
    """The trade of H(W), over thresholds: a window that falls through loses all its statements."""
    by_uid = {h.turn.uid: h for h in heard}
    scores: dict[str, float] = {}
    for session in dict.fromkeys(h.turn.session.split("/")[0] for h in heard):
        turns = [h.turn for h in heard if h.turn.session.split("/")[0] == session]
        scores |= h_of(turns, embedder, per_turn)
    order = [by_uid[h.turn.uid] for h in heard]
    what = "turn" if per_turn else "window"
    for threshold in H_THRESHOLDS:
        kept = [[scores[h.turn.uid] >= threshold] * max(1, len(h.saliences)) for h in order]
        print(f"{label:20s} H({what}) >= {threshold:4.2f}  {trade(order, kept)}")


def h_of(turns: Sequence[Turn], embedder: Embedder | None, per_turn: bool) -> dict[str, float]:
    """H of the window (or turn) that each turn is read in."""
    state, scores = NoveltyState(), dict[str, float]()
    seen: set[str] = set()
    pieces = [((t,), turns[max(0, i - 10) : i]) for i, t in enumerate(turns)] if per_turn else None
    for fresh, before in pieces or [(w.turns, w.preceding) for w in windows(turns)]:
        text = "\n".join(t.text for t in fresh)
        names = {name_key(n.text) for n in named_in(text, language_of(text))}
        reading = WindowFeatures(
            entities=len(names - seen),
            tokens=tokens_of(text),
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
    """The vector of a text, if the model reads it."""
    return embedder.embed([text])[0] if embedder and embedder.reads(text) else None


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--gate", action="store_true")
    parser.add_argument("--turns", type=int, default=400)
    parser.add_argument("--embedder", help="as MEMGRAPH_CORE_EMBEDDER; none: by terms alone")
    arguments = parser.parse_args()
    embedder = embedder_for(arguments.embedder) if arguments.gate else None
    for path in arguments.files:
        for label, heard in halves(path):
            show_salience(label, heard)
            for per_turn in (False, True) if arguments.gate else ():
                show_gate(label, heard[: arguments.turns], embedder, per_turn)


if __name__ == "__main__":
    main()
