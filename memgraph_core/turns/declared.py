"""Turns with facts that a program declares: structured turns and records. No extractor reads them."""

from collections.abc import Callable
from dataclasses import replace

from memgraph_core.records.extraction import Extraction, ExtractionWindow
from memgraph_core.records.graph import Turn
from memgraph_core.turns.records import declared_record, extraction_of_record
from memgraph_core.turns.structured import structured_extraction


def extract_window(
    window: ExtractionWindow, extract: Callable[[ExtractionWindow], Extraction], extractor: str
) -> Extraction:
    """The extraction of a window: the declarations of the turns that have one, and the result of `extract` for the others.

    `extract` is not called if there are no others. `extractor` is the name of the extractor.
    """
    declared = {turn.uid: found for turn in window.turns if (found := _declared_extraction(turn))}
    if not declared:
        return extract(window)
    others = tuple(turn for turn in window.turns if turn.uid not in declared)
    read = extract(replace(window, turns=others)) if others else Extraction(extractor=extractor)
    parts = (read, *declared.values())
    return replace(
        read,
        notes=tuple(note for part in parts for note in part.notes),
        mentions=tuple(mention for part in parts for mention in part.mentions),
        facts=tuple(fact for part in parts for fact in part.facts),
        aliases=tuple(alias for part in parts for alias in part.aliases),
    )


def _declared_extraction(turn: Turn) -> Extraction | None:
    record = declared_record(turn)
    return structured_extraction(turn) if record is None else extraction_of_record(turn, record)
