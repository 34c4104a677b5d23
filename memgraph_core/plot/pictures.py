"""A picture: drawn when its texts and their fonts are known, kept as PNG or SVG."""

# matplotlib's types are too open for the strict mode, and the checks run without it too.
# pyright: basic, reportMissingImports=false

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from memgraph_core.errors import InvalidInput
from memgraph_core.language.scripts import one_line
from memgraph_core.plot.fonts import families_for, writable
from memgraph_core.records.kinds import EntityType

# The colours of memgraph_core/browser/style.grass, so that the same thing looks the same everywhere.
COLOURS: dict[EntityType, str] = {
    "Person": "#20639B",
    "Place": "#3CAEA3",
    "Organization": "#8E5EA2",
    "Event": "#D9822B",
    "Work": "#B5495B",
    "Thing": "#7D8CA3",
    "Concept": "#6A994E",
}
NOTE, FACT, INK, FAINT = "#F6D55C", "#ED553B", "#2E3440", "#D5DAE1"
FORMATS = (".png", ".svg")

Say = Callable[[str, int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What is to be drawn: a size in inches, every text that it writes, and how it is drawn on a figure.

    `draw` gets `say`, which makes a text fit to be written, in so many signs at most.
    """

    size: tuple[float, float]
    texts: tuple[str, ...]
    draw: Callable[[Figure, Say], None]


def save(picture: Picture, path: Path, *, font: str | None = None, dpi: int = 150) -> Path:
    """Draw it into a file, whose ending says which kind: .png or .svg. The file.

    The same picture gives the same bytes. Raises InvalidInput for another ending, ConfigError where Chinese has no
    font.
    """
    if path.suffix.lower() not in FORMATS:
        raise InvalidInput(f"{path.name!r} ends neither in .png nor in .svg.")
    families = families_for(picture.texts, font)

    def say(text: str, length: int) -> str:
        return shortened(one_line(writable(text, families)), length)

    kind = path.suffix.lower().removeprefix(".")
    with mpl.rc_context(_style(families)):
        figure = Figure(figsize=picture.size, layout="constrained")
        picture.draw(figure, say)
        figure.savefig(path, format=kind, dpi=dpi, metadata={"Date": None} if kind == "svg" else None)
    return path


def shortened(text: str, length: int) -> str:
    """So many signs at most, the last of them … when there are more; a Chinese sign counts for two."""
    width, kept = 0, 0
    for kept, sign in enumerate(text):
        width += 2 if ord(sign) > 0x2E7F else 1
        if width > length:
            return text[: max(1, kept - 1)].rstrip() + "…"
    return text


def wrapped(text: str, width: int, lines: int) -> str:
    """In so many lines at most; Chinese is broken anywhere, other text between words."""
    rows, row, used = list[str](), "", 0
    for piece in _pieces(text):
        size = sum(2 if ord(sign) > 0x2E7F else 1 for sign in piece)
        if row and used + size > width:
            rows.append(row.rstrip())
            row, used = "", 0
        row, used = row + piece, used + size
    rows.append(row.rstrip())
    if len(rows) > lines:
        rows = [*rows[: lines - 1], rows[lines - 1] + "…"]
    return "\n".join(rows)


def bare(axes: Axes) -> None:
    """No frame but the line below."""
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0)


def empty(title: str) -> Picture:
    """For a memory that has nothing to draw."""

    def draw(figure: Figure, say: Say) -> None:
        figure.text(0.5, 0.5, say(f"{title}: nothing yet", 80), ha="center", va="center", color=INK)

    return Picture(size=(6, 2), texts=(title,), draw=draw)


def _pieces(text: str) -> Iterable[str]:
    word = ""
    for sign in text:
        word += sign
        if sign == " " or ord(sign) > 0x2E7F:
            yield word
            word = ""
    if word:
        yield word


def _style(families: list[str]) -> dict[Any, Any]:
    return {
        "font.family": families,
        "font.size": 10,
        "text.color": INK,
        "axes.labelcolor": INK,
        "axes.edgecolor": FAINT,
        "axes.titlelocation": "left",
        "axes.titleweight": "bold",
        "xtick.color": INK,
        "ytick.color": INK,
        "svg.hashsalt": "memgraph-core",
    }
