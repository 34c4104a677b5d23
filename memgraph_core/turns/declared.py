"""Turns whose facts are declared by a program: structured turns and records. No extractor reads them."""

from collections.abc import Callable
from dataclasses import replace

from memgraph_core.records.extraction import Extraction, ExtractionWindow
from memgraph_core.records.graph import Turn
from memgraph_core.turns.records import declared_record, extraction_of_record
from memgraph_core.turns.structured import structured_extraction


def extract_window(
    window: ExtractionWindow, extract: Callable[[ExtractionWindow], Extraction], extractor: str
) -> Extraction:
    """The extraction of a window: `extract` reads the turns that declare nothing, and is not called if there are none.

    `extractor` is the name of the extractor.
    """
    declared = {turn.uid: found for turn in window.turns if (found := _declared_extraction(turn))}
    if not declared:
        return extract(window)
    others = tuple(turn for turn in window.turns if turn.uid not in declared)
    read = extract(replace(window, turns=others)) if others else Extraction(extractor=extractor)
    return replace(
        read,
        notes=(*read.notes, *(note for each in declared.values() for note in each.notes)),
        mentions=(*read.mentions, *(mention for each in declared.values() for mention in each.mentions)),
        facts=(*read.facts, *(fact for each in declared.values() for fact in each.facts)),
        aliases=(*read.aliases, *(alias for each in declared.values() for alias in each.aliases)),
    )


def _declared_extraction(turn: Turn) -> Extraction | None:
    record = declared_record(turn)
    return structured_extraction(turn) if record is None else extraction_of_record(turn, record)
