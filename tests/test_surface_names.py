"""An argument has the name that it has in Python, over the command line, REST, MCP and in the tools of LlamaIndex."""

import asyncio
import inspect

import click
import pytest
from typer.main import get_command

from memgraph_core.cli.app import app
from memgraph_core.memory import Memory
from memgraph_core.records.scope import Scope
from memgraph_core.records.search import Filters

FILTERS = {field for field in Filters.__dataclass_fields__}
SCOPE = set(Scope.__annotations__)

# Arguments that a surface has beside those of its verb, each with its reason.
TEXT = {"tokens"}  # of `text(tokens)` of a view
# Options of the output and of the terminal; several values of one argument are repeated options in the singular.
CLI_ONLY = {
    "expire": {"apply", "forget"},  # dry_run=False, action="forget"
    "explore": {"param"},
    "forget": {"note", "turn", "yes"},
    "consolidate": {"diff"},
    "abstractions": {"instances"},
    "jobs": {"retry"},
    "profile": {"format", "output", "since"},
    "rebuild": {"all", "discard"},
    "search": {"explain", "in_session"},
    "context": {"in_session"},
    "core append": {"turn"},
    "core replace": {"turn"},
}
CLI_VERBS = {"summary": "summarise", "window": "context_window"}
CLI_ARGUMENTS = {
    "text": "content",
    "file": "expectations",
    "uids": "uids",
}  # positional, so their names are not written
SHARED_OPTIONS = {"store", "namespace", "embedder", "extractor", "json", "token", "help"}
OTHER_COMMANDS = {
    "import",
    "chat",
    "export",
    "move",
    "backup",
    "browser",
    "explain",
    "worker",
    "serve",
    "mcp",
    "audit",
}

MCP_VERBS = {"remember": "add", "recall": "search", "explore": "show"}
MCP_ONLY = {"recall": {"explain"}}

LLAMA_INDEX_VERBS = {
    "search_memories": "search", "add_memory": "update", "get_entity": "show", "recent": "stream",
}  # fmt: skip

REST_VERBS = {"summary": "summarise"}
# Routes without a verb of the same name, and those with the arguments of a list in their body.
REST_ONLY = {"runs": {"answer"}, "turns": {"turns"}}


def arguments_of(verb):
    """The names of the arguments of a verb, with those of its filters and of its scope."""
    given = inspect.signature(getattr(Memory, verb)).parameters.values()
    names = {each.name for each in given if each.kind is not each.VAR_KEYWORD} - {"self"}
    names |= FILTERS if "filters" in names else set()
    return names | (SCOPE if any(each.kind is each.VAR_KEYWORD for each in given) else set())


def has_text(verb):
    """Whether the result of a verb is a view, whose text has a size."""
    annotation = inspect.get_annotations(getattr(Memory, verb)).get("return")
    found = [annotation, *getattr(annotation, "__args__", ())]
    return any(hasattr(each, "text") and callable(each.text) for each in found if isinstance(each, type))


def commands(group, path=()):
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if hasattr(command, "list_commands"):
            yield from commands(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


COMMANDS = {
    name: command
    for name, command in commands(get_command(app))
    if hasattr(Memory, CLI_VERBS.get(name, name.replace("-", "_").replace(" ", "_")))
}


def test_every_command_that_calls_a_verb_is_compared():
    assert {"search", "context", "profile", "core append", "list-notes"} <= set(COMMANDS)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_options_have_the_names_of_arguments(name):
    verb = CLI_VERBS.get(name, name.replace("-", "_").replace(" ", "_"))
    options = {
        max(each.opts, key=len).lstrip("-").replace("-", "_")
        for each in COMMANDS[name].params
        if each.param_type_name == "option"
    }
    accepted = arguments_of(verb) | SHARED_OPTIONS | CLI_ONLY.get(name, set())
    assert options - accepted - (TEXT if has_text(verb) else set()) == set()


def test_arguments_of_mcp_tools_have_the_names_of_arguments_in_python():
    pytest.importorskip("mcp", reason="needs the extra server")
    from memgraph_core.engine.engine import MemoryEngine
    from memgraph_core.server.access import Access
    from memgraph_core.server.mcp_server import mcp_server

    with MemoryEngine.open(":memory:", embedder="none") as engine:
        tools = asyncio.run(mcp_server(Access(engine), None, "all").list_tools())
    for tool in tools:
        verb = MCP_VERBS.get(tool.name, tool.name)
        accepted = arguments_of(verb) | MCP_ONLY.get(tool.name, set())
        given = set(tool.input_schema["properties"])
        assert given - accepted - (TEXT if has_text(verb) else set()) == set(), tool.name


def test_parameters_of_rest_routes_have_the_names_of_arguments_in_python():
    pytest.importorskip("fastapi", reason="needs the extra server")
    from memgraph_core.server.rest import router as verbs
    from memgraph_core.server.view_routes import router as views

    compared = set()
    for route in (*verbs.routes, *views.routes):
        verb = route.endpoint.__name__
        verb = REST_VERBS.get(verb, verb)
        if not hasattr(Memory, verb):
            continue
        compared.add(verb)
        names = {field.alias for field in route.dependant.query_params}
        names |= {field.alias for each in route.dependant.dependencies for field in each.query_params}
        for body in route.dependant.body_params:
            names |= set(body.field_info.annotation.model_fields)
        accepted = arguments_of(verb) | {"namespace"} | REST_ONLY.get(route.path.rpartition("/")[2], set())
        assert names - accepted - (TEXT if has_text(verb) else set()) == set(), route.path
    assert {"search", "context", "facts", "profile", "summarise", "forget"} <= compared


def test_arguments_of_llama_index_tools_have_the_names_of_arguments_in_python():
    pytest.importorskip("llama_index.core", reason="needs the extra llamaindex")
    from memgraph_core.integrations.llama_index.tools import MemoryToolSpec

    with Memory.open(":memory:", embedder="none") as memory:
        tools = MemoryToolSpec(memory, tools="all").to_tool_list()
    for tool in tools:
        verb = LLAMA_INDEX_VERBS.get(tool.metadata.name, tool.metadata.name)
        given = set(tool.metadata.get_parameters_dict()["properties"])
        assert given - arguments_of(verb) == set(), tool.metadata.name
