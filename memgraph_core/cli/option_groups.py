"""Groups of options that many commands share.

A command declares a group as one parameter: `def stats(*, invocation: o.OnMemory)`. When the command is loaded, the options of
the group take the place of the parameter, and the command gets the value that the group makes of them.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

import typer

_CONTEXT = "ctx"  # the name of the parameter with which typer passes its context


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options by parameter name, each with its annotation and default, and the value that they give together."""

    options: Mapping[str, tuple[object, object]]
    value: Callable[[typer.Context, Mapping[str, Any]], object]


def with_options_of_groups(command: Callable[..., None]) -> Callable[..., None]:
    """The command as typer expects it: with the options of its groups instead of the groups."""
    parameters = inspect.signature(command, eval_str=True).parameters
    groups = {name: group for name, each in parameters.items() if (group := _group_of(each.annotation))}
    if not groups:
        return command

    @wraps(command)
    def run(**given: Any) -> None:  # noqa: ANN401  the values of all options
        context = given[_CONTEXT] if _CONTEXT in parameters else given.pop(_CONTEXT)
        for name, group in groups.items():
            given[name] = group.value(context, {option: given.pop(option) for option in group.options})
        command(**given)

    expanded = {} if _CONTEXT in parameters else {_CONTEXT: _parameter(_CONTEXT, typer.Context)}
    for name, parameter in parameters.items():
        if name not in groups:
            expanded[name] = parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            continue
        for option, (annotation, default) in groups[name].options.items():
            expanded[option] = _parameter(option, annotation, default)
    vars(run)["__signature__"] = inspect.Signature(list(expanded.values()))
    run.__annotations__ = {name: parameter.annotation for name, parameter in expanded.items()}
    return run


def _parameter(name: str, annotation: object, default: object = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _group_of(annotation: object) -> OptionGroup | None:
    metadata = getattr(annotation, "__metadata__", ())
    return next((each for each in metadata if isinstance(each, OptionGroup)), None)
