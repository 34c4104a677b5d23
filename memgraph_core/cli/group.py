"""Groups of commands of which only the one that is run is imported: who wants one command, or help, waits for no other."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, cast

import typer
from typer.core import TyperCommand, TyperGroup


class Commands(Mapping[str, Any]):
    """The commands of a group in their order, each imported when it is asked for; then the groups in it."""

    def __init__(self, places: Mapping[str, str], groups: Mapping[str, Any]) -> None:
        """Of commands by name, each as `module:function` of this package."""
        self._places = places
        self._made = dict(groups)

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401  a Command, of click or of typer, as versions go
        if name not in self._made:
            module, function = self._places[name].split(":")
            self._made[name] = _command(name, getattr(import_module(f"{__package__}.{module}"), function))
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._places, *self._made)))

    def __len__(self) -> int:
        return len({*self._places, *self._made})

    def told(self) -> dict[str, Any]:
        """The commands as a page of help tells them: by what their functions say of themselves, which is read, not imported."""
        return {name: self._made.get(name) or TyperCommand(name, help=self._help(name)) for name in self}

    def _help(self, name: str) -> str:
        module, function = self._places[name].split(":")
        return _docstrings(module)[function]


class Group(TyperGroup):
    """A group with such commands."""

    places: Mapping[str, str] = {}  # command → `module:function`

    def __init__(self, **given: Any) -> None:  # noqa: ANN401  typer's
        """As typer makes it, with the commands of `places`."""
        super().__init__(**given)
        self.commands = cast(Any, Commands(self.places, self.commands))

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401  a Context, of click or of typer
        """Their names."""
        return list(self.commands)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
        """Their list on a page of help."""
        told = cast(Commands, self.commands).told()
        TyperGroup(name=self.name, commands=told).format_commands(ctx, formatter)


def _command(name: str, function: Any) -> Any:  # noqa: ANN401
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    alone.command(name)(function)
    return typer.main.get_command(alone)


@cache
def _docstrings(module: str) -> dict[str, str]:
    """What the functions of a module of this package say of themselves."""
    source = files(str(__package__)).joinpath(f"{module}.py").read_text(encoding="utf-8")
    found = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    return {node.name: ast.get_docstring(node) or "" for node in found}
