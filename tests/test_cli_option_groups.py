"""Groups of options: a command declares one parameter for several options."""

import inspect
from typing import Annotated

import typer
from typer.testing import CliRunner

from memgraph_core.cli.option_groups import OptionGroup, with_options_of_groups

Width = Annotated[int, typer.Option(help="The width.")]
Height = Annotated[int, typer.Option(help="The height.")]
Area = Annotated[
    int,
    OptionGroup(
        {"width": (Width, 2), "height": (Height, 3)}, lambda _, given: given["width"] * given["height"]
    ),
]


def measure(name: str, *, area: Area, unit: str = "m") -> None:
    """Print an area."""
    typer.echo(f"{name}: {area} {unit}")


def test_the_options_of_a_group_take_its_place_and_give_its_value():
    expanded = with_options_of_groups(measure)
    assert list(inspect.signature(expanded).parameters) == ["ctx", "name", "width", "height", "unit"]
    app = typer.Typer()
    app.command()(expanded)
    assert CliRunner().invoke(app, ["hall"]).output == "hall: 6 m\n"
    assert CliRunner().invoke(app, ["hall", "--height", "5", "--unit", "ft"]).output == "hall: 10 ft\n"


def test_a_command_without_groups_is_not_changed():
    def plain(name: str) -> None:
        typer.echo(name)

    assert with_options_of_groups(plain) is plain
