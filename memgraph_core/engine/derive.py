"""Extraction windows → drafts: extract, embed and filter. Nothing is written; the caller records the calls of models."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from functools import partial

from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ExtractionError, ModelError
from memgraph_core.extract.local_time import extract_in_local_time
from memgraph_core.extract.protocol import WindowNotExtracted
from memgraph_core.plan.draft import Draft, draft_of, texts_to_embed, with_vectors
from memgraph_core.plan.novelty import filter_by_novelty, preset_of
from memgraph_core.plan.windows import windows_of_page, with_planned_calls
from memgraph_core.records.extraction import Extraction, ExtractionWindow, joined
from memgraph_core.turns.declared import extract_window

Failure = ExtractionError | ModelError


def parallel_windows(engine: MemoryEngine) -> int:
    """The number of windows that may be extracted at the same time.

    It is 1 for the rules, and if a window depends on the one before it: on its cost if there is a budget, or on its
    content if there is a novelty filter.
    """
    settings = engine.settings.ingest
    has_budget = settings.budget.tokens is not None or settings.budget.cost is not None
    if not engine.windowed or has_budget or not preset_of(settings.novelty_filter).is_open:
        return 1
    return max(1, settings.concurrency)


def draft_windows(
    engine: MemoryEngine,
    windows: Sequence[ExtractionWindow],
    namespace: str,
    moment: datetime,
    novelty_state: str | None,
) -> list[Draft | Failure]:
    """The draft of each window, or the error of its extraction, in the given order. All are extracted in parallel."""

    def attempt(window: ExtractionWindow) -> Draft | Failure:
        try:
            return draft_window(engine, window, namespace, moment, novelty_state)
        except (ExtractionError, ModelError) as e:
            return e

    counted = [with_planned_calls(window, calls) for calls, window in enumerate(windows)]
    if len(counted) < 2:
        return [attempt(window) for window in counted]
    with ThreadPoolExecutor(max_workers=len(counted)) as pool:
        return list(pool.map(attempt, counted))


def draft_window(
    engine: MemoryEngine,
    window: ExtractionWindow,
    namespace: str,
    moment: datetime,
    novelty_state: str | None,
) -> Draft:
    """The notes, entities and facts of a window, with vectors, after the novelty filter.

    `novelty_state` is the state of that filter. Raises ExtractionError or ModelError, and ConfigError for an unknown
    filter.
    """
    return _draft(engine, window, _extracted(engine, window), namespace, moment, novelty_state)


def draft_page(
    engine: MemoryEngine,
    page: ExtractionWindow,
    namespace: str,
    moment: datetime,
    novelty_state: str | None,
) -> Draft:
    """The draft of a page of the log, which a windowed extractor reads in several windows in parallel.

    Raises the same errors as `draft_window`. A WindowNotExtracted error also contains the calls for the other windows.
    """
    if not engine.windowed:
        return draft_window(engine, page, namespace, moment, novelty_state)
    windows = windows_of_page(page, engine.settings.ingest.window)
    counted = [with_planned_calls(window, calls) for calls, window in enumerate(windows)]
    with ThreadPoolExecutor(max_workers=parallel_windows(engine)) as pool:
        results = list(pool.map(partial(_extraction, engine), counted))
    calls = tuple(call for each in results for call in each.calls)
    for each in results:
        if isinstance(each, WindowNotExtracted):
            raise WindowNotExtracted(str(each), calls) from each.__cause__
    extractions = [each for each in results if isinstance(each, Extraction)]
    shown = {turn.uid: turn for window in windows for turn in window.preceding}
    whole = replace(page, preceding=tuple(t for t in page.preceding if t.uid in shown))
    extraction = joined(extractions, engine.extractor.name)
    return _draft(engine, whole, extraction, namespace, moment, novelty_state)


def _extraction(engine: MemoryEngine, window: ExtractionWindow) -> Extraction | WindowNotExtracted:
    try:
        return _extracted(engine, window)
    except WindowNotExtracted as e:
        return e
    except (ExtractionError, ModelError) as e:
        return WindowNotExtracted(f"{type(e).__name__}: {e}")


def _extracted(engine: MemoryEngine, window: ExtractionWindow) -> Extraction:
    extract = partial(extract_in_local_time, engine.extractor.extract, zone=engine.settings.zone)
    return extract_window(window, extract, engine.extractor.name)


def _draft(
    engine: MemoryEngine,
    window: ExtractionWindow,
    extraction: Extraction,
    namespace: str,
    moment: datetime,
    novelty_state: str | None,
) -> Draft:
    preset = preset_of(engine.settings.ingest.novelty_filter)
    draft = draft_of(window, extraction, namespace, moment)
    try:
        texts = texts_to_embed(draft)
        draft = with_vectors(draft, dict(zip(texts, engine.embed(texts), strict=True)))
    except ModelError as e:
        raise WindowNotExtracted(f"{type(e).__name__}: {e}", extraction.calls) from e
    return draft if preset.is_open else filter_by_novelty(draft, preset, novelty_state)
