"""A memory as tools for a LlamaIndex agent."""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from inspect import getdoc
from typing import Any

from llama_index.core.tools import FunctionTool
from llama_index.core.tools.tool_spec.base import BaseToolSpec

from memgraph_core.language.quoting import NOTE, encoded_name, encoded_uid, spoken
from memgraph_core.language.scripts import one_line
from memgraph_core.memory import Memory


@dataclass(frozen=True, slots=True)
class MemoryOutput:
    """A result of a tool: the text for the model, and the uids of its source turns, which `run_and_remember` stores."""

    text: str
    turns: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The text for the model."""
        return self.text


class MemoryToolSpec(BaseToolSpec):
    """The tools search_memories, add_memory, get_entity, recent and facts for one namespace; on Neo4j also explore.

    With `speaker`, what the agent adds counts as said by that person. Without it, an agent's note is agent-generated:
    its trust is `inferred`, it is found by its words, and it yields no fact.
    """

    spec_functions = ["search_memories", "add_memory", "get_entity", "recent", "facts"]  # noqa: RUF012

    def __init__(
        self,
        memory: Memory,
        *,
        session: str = "agent",
        speaker: str | None = None,
        tokens: int | None = None,
        exclude: Collection[str] = (),
    ) -> None:
        """`tokens` limits the text of one search; None uses the settings. `exclude`: uids of turns to leave out."""
        self._memory = memory
        self._session = session
        self._speaker = speaker
        self._tokens = tokens
        self._exclude = exclude
        if "://" in memory.engine.settings.store.url:  # saved queries need Neo4j
            self.spec_functions = [*self.spec_functions, "explore"]

    def to_tool_list(self, *args: Any, **kwargs: Any) -> list[FunctionTool]:  # noqa: ANN401  as LlamaIndex has them
        """The tools. A description is the docstring of the function, without the Python types of its signature."""
        tools = super().to_tool_list(*args, **kwargs)
        for tool in tools:
            if function := getattr(self, str(tool.metadata.name), None):  # else the caller has described it
                tool.metadata.description = getdoc(function) or ""
        return tools

    def search_memories(self, query: str, limit: int = 8) -> MemoryOutput:
        """Search long-term memory: what people said about something, each line with speaker, date and source.

        Args:
            query (str): what to look for, as a question or as keywords
            limit (int): how many memories to return at most
        """
        if not query.strip():
            return MemoryOutput("The query is empty. Give a question or keywords.")
        context = self._memory.context(query, limit=max(1, limit), tokens=self._tokens, exclude=self._exclude)
        return MemoryOutput(context.text, context.turns)

    def add_memory(self, text: str) -> str:
        """Store something for later conversations.

        Args:
            text (str): one or a few full sentences that can be understood on their own
        """
        if not text.strip():
            return "Nothing was stored: the text is blank."
        role = "user" if self._speaker else "assistant"
        receipt = self._memory.add(text, role=role, speaker=self._speaker, session=self._session)
        return "Stored." if not receipt.pending else "Stored; it will be extracted later."

    def get_entity(self, name: str) -> MemoryOutput:
        """What is known about a person, place or thing: facts, related entities, newest notes.

        Args:
            name (str): its name
        """
        view = self._memory.show(name) if name.strip() else None
        if view is None:
            return MemoryOutput(f"Memory contains no entity called {one_line(name)!r}.")
        facts = [_fact_line(view.names, f.subject, f.type, f.object, f.holds_until) for f in view.facts]
        near = "; ".join(encoded_name(view.names[uid]) for uid, _ in view.neighbours if uid in view.names)
        notes = [
            f"[{encoded_uid(note.turns[0])}] {spoken(None, note.text, otherwise=NOTE)}" for note in view.notes
        ]
        head = (
            f"{encoded_name(view.entity.name)} ({view.entity.type}), mentioned {view.entity.mentions} times"
        )
        lines = [head, *facts, *([f"with: {near}"] if near else []), *notes]
        return MemoryOutput("\n".join(lines), tuple(turn for note in view.notes for turn in note.turns))

    def recent(self, limit: int = 10) -> MemoryOutput:
        """The people, places and things that were mentioned last, newest first.

        Args:
            limit (int): maximum number of results
        """
        items = self._memory.stream(limit=max(1, limit))
        lines = [
            f"[{encoded_uid(item.turn)}] {item.at.date().isoformat()} {encoded_name(item.name)}"
            for item in items
        ]
        return MemoryOutput(
            "\n".join(lines) or "Nothing was mentioned yet.", tuple(dict.fromkeys(i.turn for i in items))
        )

    def facts(self, name: str = "", limit: int = 20) -> MemoryOutput:
        """Facts about a person, place or thing, or the newest facts; facts that ended have an end date.

        Args:
            name (str): the person, place or thing; empty for all
            limit (int): maximum number of results
        """
        found = self._memory.facts(name or None, limit=max(1, limit))
        sources = self._memory.notes([fact.notes[0] for fact in found if fact.notes])
        lines = [f"- {_until(fact.holds_until)}{one_line(fact.text)}" for fact in found]
        return MemoryOutput("\n".join(lines) or "No facts are known.", _turns_of(sources))

    def explore(self, name: str, parameters: dict[str, Any] | None = None) -> str:
        """Run a saved query on the graph by its name, such as overview or entity. Reads only.

        Args:
            name (str): the query; an unknown name returns the list of names
            parameters (dict): the parameters of the query by name
        """
        found = self._memory.explore(name, parameters or {}, limit=50)
        rows = [", ".join(f"{column}: {value}" for column, value in row.items()) for row in found.rows]
        return "\n".join(one_line(row) for row in rows) or "No results."


def _turns_of(notes: Sequence[object]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(turn for note in notes for turn in getattr(note, "turns", ())))


def _fact_line(names: dict[str, str], subject: str, type_: str, object_: str, until: object) -> str:
    words = type_.replace("_", " ").lower()
    return f"- {_until(until)}{encoded_name(names.get(subject, '?'))} {words} {encoded_name(names.get(object_, '?'))}"


def _until(moment: object) -> str:
    return f"[until {str(moment)[:10]}] " if moment else ""
