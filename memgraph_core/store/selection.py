"""The check of the selection of `Store.forget`."""

from dataclasses import fields

from memgraph_core.errors import InvalidInput
from memgraph_core.records.forget import Selection


def checked_selection(selection: Selection) -> Selection:
    """The selection. Raises InvalidInput unless exactly one of its fields is given, or an entity and turns."""
    names = [field.name for field in fields(selection)]
    given = [name for name in names if getattr(selection, name)]
    if len(given) != 1 and given != ["turns", "entity"]:
        raise InvalidInput(
            f"forget was given {' and '.join(given) or 'nothing'}; give exactly one of {', '.join(names)}."
        )
    return selection
