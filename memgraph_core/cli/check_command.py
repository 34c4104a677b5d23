"""`check`: test a memory against a file of expectations."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.invocation import memory_of, open_engine, print_error
from memgraph_core.errors import InvalidInput
from memgraph_core.language.scripts import one_line

if TYPE_CHECKING:
    from memgraph_core.quality.diagnosis import Checked

FAILED, BAD_FILE = 1, 2
File = Annotated[Path, typer.Argument(metavar="FILE", help="YAML file of expectations.")]


def check(ctx: typer.Context, file: File, *, invocation: o.WithEmbedder) -> None:
    """Test this memory against a file of expectations. Exit code 0: all are met, 1: not all, 2: invalid file.

    An expectation is a fact (`fact: Ada LIVES_IN Milan`, with `not: Turin`, `as_of: 2026-05-01`), a question
    (`question: Where does Ada live?`, with `contains`, `lacks`, `tokens`, `known`, `now`), or `nothing_about: NAME`.
    """
    from memgraph_core.quality.expectations import read_expectations

    try:
        expectations = read_expectations(file)
    except (InvalidInput, OSError) as e:
        print_error(ctx, e)
        raise typer.Exit(BAD_FILE) from e
    with open_engine(invocation) as engine:
        results = memory_of(engine, invocation.namespace).check(expectations)
    printing.answer(invocation, results, lambda: "\n".join(_lines(results)))
    if not all(result.passed for result in results):
        raise typer.Exit(FAILED)


def _lines(results: "tuple[Checked, ...]") -> list[str]:
    """One line per expectation. After a failed one: the actual result, the responsible turns and changes."""
    lines: list[str] = []
    for result in results:
        lines.append(f"{'✓' if result.passed else '✗'} {one_line(result.expectation)}")
        if not result.passed:
            lines.append(f"    found: {one_line(result.found)}")
            lines += [
                f"    {what}: {one_line(', '.join(uids))}"
                for what, uids in (("turns", result.turns), ("changes", result.changes))
                if uids
            ]
    failed = sum(not result.passed for result in results)
    return [
        *lines,
        f"{printing.counted(len(results), 'expectation')}: {len(results) - failed} met, {failed} not.",
    ]
