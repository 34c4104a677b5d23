"""The names of a Chinese text, in simplified or traditional characters."""

from collections.abc import Mapping
from dataclasses import replace

from memgraph_core.language.names import name_key
from memgraph_core.language.naming.chinese import chinese_names
from memgraph_core.language.naming.named import Named
from memgraph_core.language.traditional import simplified
from memgraph_core.records.kinds import EntityType


def names_in(text: str, known: Mapping[str, str], types: Mapping[str, EntityType]) -> list[Named]:
    """The names of a Chinese text, as it writes them, in whatever script they are known."""
    plain = simplified(text)
    if plain == text:
        return chinese_names(text, known, types)
    written = {simplified(key): name for key, name in known.items()}
    told: dict[str, EntityType] = {simplified(key): type_ for key, type_ in types.items()}
    return [
        name if name_key(name.text) in known else replace(name, text=text[name.start : name.end])
        for name in chinese_names(plain, written, told)
    ]
