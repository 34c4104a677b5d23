"""Command groups that import only the command that is run, so that one command and `--help` start quickly."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, cast

import typer
from typer.core import TyperCommand, TyperGroup

from memgraph_core.cli.option_groups import with_options_of_groups


class Commands(Mapping[str, Any]):
    """The commands of a group in their order, each imported on use; then its subgroups."""

    def __init__(self, modules: Mapping[str, str], groups: Mapping[str, Any]) -> None:
        """`modules`: command name → `module:function`. `groups`: the subgroups by name."""
        self._places = modules
        self._loaded = dict(groups)

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401  a Command, of click or of typer, as versions go
        if name not in self._loaded:
            module, function = self._places[name].split(":")
            self._loaded[name] = _command(name, getattr(import_module(f"{__package__}.{module}"), function))
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._places, *self._loaded)))

    def __len__(self) -> int:
        return len({*self._places, *self._loaded})

    def for_help(self) -> dict[str, Any]:
        """The commands for a help page: their docstrings are read from the source, without importing the modules."""
        return {name: self._loaded.get(name) or TyperCommand(name, help=self._help(name)) for name in self}

    def _help(self, name: str) -> str:
        module, function = self._places[name].split(":")
        return _docstrings(module)[function]


class Group(TyperGroup):
    """A group whose commands are imported on use."""

    modules: Mapping[str, str] = {}  # command → `module:function`

    def __init__(self, **given: Any) -> None:  # noqa: ANN401  typer's
        """Create the group with the commands of `modules`."""
        super().__init__(**given)
        self.commands = cast(Any, Commands(self.modules, self.commands))

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401  a Context, of click or of typer
        """The names of the commands."""
        return list(self.commands)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
        """Write the list of commands of a help page."""
        for_help = cast(Commands, self.commands).for_help()
        TyperGroup(name=self.name, commands=for_help).format_commands(ctx, formatter)


def group_of(commands: Mapping[str, str]) -> type[Group]:
    """A group with these commands."""
    return type("Group", (Group,), {"modules": commands})


def _command(name: str, function: Any) -> Any:  # noqa: ANN401
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    alone.command(name)(with_options_of_groups(function))
    return typer.main.get_command(alone)


@cache
def _docstrings(module: str) -> dict[str, str]:
    """The docstrings of the functions of a module of this package, by function."""
    source = files(str(__package__)).joinpath(f"{module}.py").read_text(encoding="utf-8")
    found = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    return {node.name: ast.get_docstring(node) or "" for node in found}
