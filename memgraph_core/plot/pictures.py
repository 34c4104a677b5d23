"""A picture, and saving it as PNG or SVG with fonts that contain its characters."""

# matplotlib's types are too loose for strict mode, and the checks also run without matplotlib.
# pyright: basic, reportMissingImports=false

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter
from matplotlib.figure import Figure

from memgraph_core.errors import InvalidInput
from memgraph_core.language.scripts import one_line
from memgraph_core.plot.fonts import families_for, writable
from memgraph_core.plot.labels import labels_for
from memgraph_core.records.kinds import EntityType

# The colours of memgraph_core/browser/style.grass, so that a type has the same colour everywhere.
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

Fit = Callable[[str, int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A drawing: its size in inches, every text that it writes, and the function that draws it on a figure.

    `draw` gets a function `fit(text, length)`, which returns the text in one line, shortened to `length` characters, and
    without characters that the fonts do not contain.
    """

    size: tuple[float, float]
    texts: tuple[str, ...]
    draw: Callable[[Figure, Fit], None]


def save(picture: Picture, path: Path, *, font: str | None = None, dpi: int = 150) -> Path:
    """Draw a picture to a file, in the format of its suffix: .png or .svg. Returns the path.

    Equal pictures give equal bytes. Raises InvalidInput for another suffix, and ConfigError if no font has a Chinese
    character of the picture.
    """
    if path.suffix.lower() not in FORMATS:
        raise InvalidInput(f"{path.name!r} ends neither in .png nor in .svg. Use one of these suffixes.")
    families = families_for(picture.texts, font)

    def fit(text: str, length: int) -> str:
        return shortened(one_line(writable(text, families)), length)

    kind = path.suffix.lower().removeprefix(".")
    with mpl.rc_context(_style(families)):
        figure = Figure(figsize=picture.size, layout="constrained")
        picture.draw(figure, fit)
        figure.savefig(path, format=kind, dpi=dpi, metadata={"Date": None} if kind == "svg" else None)
    return path


def shortened(text: str, length: int) -> str:
    """The text shortened to `length` characters; a shortened text ends with …. A Chinese character counts as two."""
    width, kept = 0, 0
    for kept, character in enumerate(text):
        width += 2 if ord(character) > 0x2E7F else 1
        if width > length:
            return text[: max(1, kept - 1)].rstrip() + "…"
    return text


def wrapped(text: str, width: int, lines: int) -> str:
    """The text in at most `lines` lines of `width` characters. Chinese text breaks anywhere, other text between words."""
    rows, row, used = list[str](), "", 0
    for piece in _pieces(text):
        size = sum(2 if ord(character) > 0x2E7F else 1 for character in piece)
        if row and used + size > width:
            rows.append(row.rstrip())
            row, used = "", 0
        row, used = row + piece, used + size
    rows.append(row.rstrip())
    if len(rows) > lines:
        rows = [*rows[: lines - 1], rows[lines - 1] + "…"]
    return "\n".join(rows)


def remove_frame(axes: Axes) -> None:
    """Remove the frame except for its lower line."""
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0)


def date_axis(axes: Axes, months: str) -> None:
    """Short dates below the picture. `months` is the format of a month in the language of the picture."""
    locator = AutoDateLocator()
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(
        ConciseDateFormatter(
            locator,
            formats=["%Y", months, "%d", "%H:%M", "%H:%M", "%S.%f"],
            zero_formats=["", "%Y", months, "%m-%d", "%H:%M", "%H:%M"],
            offset_formats=["", "%Y", f"%Y-{months}", "%Y-%m-%d", "%Y-%m-%d", "%Y-%m-%d"],
        )
    )


def empty(title: str) -> Picture:
    """The picture of a memory without data."""
    text = labels_for([title]).phrase("empty", title=title)

    def draw(figure: Figure, fit: Fit) -> None:
        figure.text(0.5, 0.5, fit(text, 80), ha="center", va="center", color=INK)

    return Picture(size=(6, 2), texts=(text,), draw=draw)


def _pieces(text: str) -> Iterable[str]:
    word = ""
    for character in text:
        word += character
        if character == " " or ord(character) > 0x2E7F:
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
