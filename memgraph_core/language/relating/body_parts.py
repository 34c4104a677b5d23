"""Parts of the body by which people name an illness: 膝盖好了 ends 半月板撕裂."""

from functools import cache

from memgraph_core.language.word_lists import lines_of


def is_of_body_part(illness: str, part: str) -> bool:
    """Whether the name of an illness has a word for a part of the body or for what is in it."""
    return any(word in illness for word in _groups().get(part, ()))


@cache
def _groups() -> dict[str, tuple[str, ...]]:
    groups = [line.split() for line in lines_of("body_parts_zh")]
    return {word: tuple(group) for group in groups for word in group}
