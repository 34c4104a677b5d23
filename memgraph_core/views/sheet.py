"""Sheets: titled lists of lines. All views are written as sheets: as text for a prompt, Markdown, or a page of HTML."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from memgraph_core.language.secrets import redacted
from memgraph_core.language.sizes import thirds_of_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLine:
    """One line. Its names and values are encoded, so that they cannot imitate the structure of the text."""

    text: str
    rank: float = 0  # lines of a lower rank are kept first when not all fit
    sources: tuple[str, ...] = ()  # uids
    style: str = ""  # class of the line in a page


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A titled list of lines in sections. Sections without lines are not written."""

    title: str
    language: str  # `en` or `zh`
    day: str  # ISO date
    sections: Sequence[tuple[str, Sequence[SheetLine]]]  # heading and lines
    topics: Sequence[tuple[str, int]] = field(default=())
    topics_heading: str = ""


def in_order(texts: Iterable[str]) -> list[SheetLine]:
    """Lines of which the first ones are kept when not all fit."""
    return [SheetLine(text=text, rank=number) for number, text in enumerate(texts)]


def newest_kept(texts: Sequence[str]) -> list[SheetLine]:
    """Lines in order of time, of which the last ones are kept when not all fit."""
    return [SheetLine(text=text, rank=len(texts) - number) for number, text in enumerate(texts)]


_MORE = {"en": "({count} more)", "zh": "（另有{count}条）"}
_COLON = {"en": ":", "zh": "："}


def as_text(sheet: Sheet, tokens: int | None = None) -> str:
    """The sheet as text for a prompt, of at most `tokens` estimated tokens (the title is always written); without topics.

    If not all lines fit, those of a lower rank are kept, and the last line has the number of those left out.
    """
    chosen = _fitting(sheet, tokens)
    text = [sheet.title]
    for heading, lines in sheet.sections:
        kept = [f"- {redacted(line.text)}" for line in lines if id(line) in chosen]
        text += [f"{heading}{_COLON[sheet.language]}", *kept] if kept else []
    missing = sum(len(lines) for _, lines in sheet.sections) - len(chosen)
    return "\n".join([*text, _MORE[sheet.language].format(count=missing)] if missing else text)


def as_markdown(sheet: Sheet) -> str:
    """The sheet as Markdown, with the sources behind each line."""
    text = [f"# {_escaped(sheet.title)}", ""]
    for heading, lines in sheet.sections:
        if lines:
            text += [f"## {heading}", "", *(_markdown_line(line) for line in lines), ""]
    if sheet.topics:
        counts = ", ".join(f"{name} ({count})" for name, count in sheet.topics)
        text += [f"## {sheet.topics_heading}", "", _escaped(counts), ""]
    return "\n".join(text)


def as_page(sheet: Sheet) -> str:
    """The sheet as one page of HTML, without scripts and without links to other hosts."""
    body = "".join(_section(heading, map(_item, lines)) for heading, lines in sheet.sections if lines)
    if sheet.topics:
        topics = (f"<li>{escape(name)} <small>{count}</small></li>" for name, count in sheet.topics)
        body += _section(sheet.topics_heading, topics)
    return _PAGE.format(language=sheet.language, title=escape(sheet.title), day=sheet.day, body=body)


def _fitting(sheet: Sheet, tokens: int | None) -> set[int]:
    """The identities of the lines that fit."""
    placed = [(line, heading) for heading, lines in sheet.sections for line in lines]
    if tokens is None:
        return {id(line) for line, _ in placed}
    used = thirds_of_tokens(sheet.title) + thirds_of_tokens(_MORE[sheet.language])
    headings, chosen = set[str](), set[int]()
    for line, heading in sorted(placed, key=lambda pair: pair[0].rank):
        size = thirds_of_tokens(f"- {line.text}")
        if heading not in headings:
            size += thirds_of_tokens(f"{heading}:")
        if used + size <= 3 * tokens:
            used += size
            headings.add(heading)
            chosen.add(id(line))
    return chosen


def _markdown_line(line: SheetLine) -> str:
    sources = f" `[{', '.join(line.sources)}]`" if line.sources else ""
    return f"- {_escaped(redacted(line.text))}{sources}"


def _escaped(text: str) -> str:
    """A text in which no sign has a meaning in Markdown."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|" else sign for sign in text)


def _section(heading: str, items: Iterable[str]) -> str:
    return f"<section><h2>{escape(heading)}</h2><ul>{''.join(items)}</ul></section>"


def _item(line: SheetLine) -> str:
    return f'<li class="{escape(line.style)}" title="{escape(", ".join(line.sources))}">{escape(redacted(line.text))}</li>'


_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }}
h1 {{ font-size: 1.6rem; margin-bottom: 0; }}
time {{ color: #777; }}
main {{ columns: 2 20rem; column-gap: 2rem; margin-top: 1.5rem; }}
section {{ break-inside: avoid; }}
section {{ padding-top: .8rem; }}
h2 {{ font-size: 1rem; margin: 0 0 .2rem; border-bottom: 1px solid #ddd; }}
ul {{ margin: 0; padding-left: 1.1rem; }}
.former {{ color: #777; }}
.planned {{ font-style: italic; }}
</style>
</head>
<body>
<h1>{title}</h1>
<time datetime="{day}">{day}</time>
<main>{body}</main>
</body>
</html>
"""
