"""A memory as tools for a LlamaIndex agent."""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from inspect import getdoc
from typing import Any, Literal

from llama_index.core.tools import FunctionTool
from llama_index.core.tools.tool_spec.base import BaseToolSpec

from memgraph_core.engine.unknown_names import similar_hint
from memgraph_core.errors import InvalidInput
from memgraph_core.language.quoting import NOTE, encoded_name, encoded_uid, spoken_line
from memgraph_core.language.scripts import one_line
from memgraph_core.memory import Memory
from memgraph_core.records.validation import checked_choice
from memgraph_core.verbs.first_facts import first_facts
from memgraph_core.verbs.unknown_names import hint_about, hint_about_parameters, unknown_name

OfferedTools = Literal["default", "all"]

_VIEWS = ("profile", "summarise", "due", "brief", "procedures", "working")
_TOKENS = 600  # of a view
_NO_NAME = "The name is empty. Give the name of a person, a place or a thing."
_MAX_SOURCES = 100  # notes of a profile that are read for their turns


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

    With `tools="all"` there are also profile, summarise, due, brief, procedures and working.
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
        tools: OfferedTools = "default",
    ) -> None:
        """`tokens` limits the text of one search; None uses the settings. `exclude`: uids of turns to leave out.

        `tools` is "default", or "all" to add the tools for views.
        """
        checked_choice(tools, OfferedTools, "tools")
        self._memory = memory
        self._session = session
        self._speaker = speaker
        self._tokens = tokens
        self._exclude = exclude
        if tools == "all":
            self.spec_functions = [*self.spec_functions, *_VIEWS]
        if "://" in memory.engine.settings.store.url:  # saved queries need Neo4j
            self.spec_functions = [*self.spec_functions, "explore"]

    def to_tool_list(self, *args: Any, **kwargs: Any) -> list[FunctionTool]:  # noqa: ANN401  as LlamaIndex has them
        """The tools. A description is the docstring of the function, without the Python types of its signature."""
        tools = super().to_tool_list(*args, **kwargs)
        for tool in tools:
            if function := getattr(self, str(tool.metadata.name), None):  # else the caller has described it
                tool.metadata.description = getdoc(function) or ""
        return tools

    def search_memories(self, question: str, limit: int = 8) -> MemoryOutput:
        """Search long-term memory: what people said about something, each line with speaker, date and source.

        Args:
            question (str): what to look for, as a question or as keywords
            limit (int): how many memories to return at most
        """
        if not question.strip():
            return MemoryOutput("The question is empty. Give a question or keywords.")
        context = self._memory.context(
            question, limit=max(1, limit), tokens=self._tokens, exclude=self._exclude
        )
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
            return MemoryOutput(unknown_name(self._memory, name) if name.strip() else _NO_NAME)
        facts = [_fact_line(view.names, f.subject, f.type, f.object, f.last_day) for f in view.facts]
        near = "; ".join(encoded_name(view.names[uid]) for uid, _ in view.neighbours if uid in view.names)
        notes = [
            f"[{encoded_uid(note.turns[0])}] {spoken_line(None, note.text, otherwise=NOTE)}"
            for note in view.notes
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
        found = first_facts(self._memory, name or None, limit=max(1, limit))
        sources = self._memory.notes([fact.notes[0] for fact in found.facts if fact.notes])
        lines = [f"- {_until(fact.last_day)}{one_line(fact.text)}" for fact in found.facts]
        lines += [f"({found.more} more)"] if found.more else []
        nothing = "" if lines else f"No facts are known.{similar_hint(found.similar)}"
        return MemoryOutput("\n".join(lines) or nothing, _turns_of(sources))

    def profile(self, name: str) -> MemoryOutput:
        """What memory knows of a person or a thing, by section: current facts, plans and former facts.

        Args:
            name (str): the person or thing
        """
        found = self._memory.profile(name) if name.strip() else None
        if found is None:
            return MemoryOutput(unknown_name(self._memory, name) if name.strip() else _NO_NAME)
        notes = self._memory.notes(
            list(dict.fromkeys(uid for line in found.lines for uid in line.fact.notes))[:_MAX_SOURCES]
        )
        quoted = tuple(highlight.turn for highlight in found.highlights)
        return MemoryOutput(found.text(_TOKENS), tuple(dict.fromkeys((*_turns_of(notes), *quoted))))

    def summarise(self, about: str = "", since: str = "", until: str = "") -> MemoryOutput:
        """The statements that together cover most of a person, a thing or a period, in order of time.

        Args:
            about (str): the person or thing; empty for all
            since (str): the first day, such as 2026-06-01; empty for no limit
            until (str): the day after the last one; empty for no limit
        """
        try:
            found = self._memory.summarise(
                about=about or None, since=since or None, until=until or None, tokens=_TOKENS
            )
        except InvalidInput as e:
            return MemoryOutput(str(e))
        nothing = "" if found.lines else f"No notes.{hint_about(self._memory, about or None)}"
        return MemoryOutput(nothing or found.text, _turns_of(found.notes))

    def due(self, days: float = 7.0) -> str:
        """Plans, appointments, deadlines, birthdays and recurring days in the next days, in order of time.

        Args:
            days (float): how many days ahead
        """
        return self._memory.due(days=max(1.0, min(days, 3_660.0))).text(_TOKENS)

    def brief(self, since: str) -> str:
        """What changed since a day: new and ended facts, new people, rising topics, and what is due soon.

        Args:
            since (str): the day, such as 2026-06-01
        """
        try:
            return self._memory.brief(since).text(_TOKENS)
        except InvalidInput as e:
            return str(e)

    def procedures(self, question: str, limit: int = 3) -> MemoryOutput:
        """How something is done: steps in their order, and how often it was reported to work or to fail.

        Args:
            question (str): what is to be done
            limit (int): maximum number of results
        """
        found = self._memory.procedures(question, limit=max(1, limit)) if question.strip() else ()
        text = "\n\n".join(procedure.text() for procedure in found)
        return MemoryOutput(text or "No procedures.", tuple(procedure.turn for procedure in found))

    def working(self) -> MemoryOutput:
        """The working memory of this conversation: what its last messages stated, mentioned or used."""
        found = self._memory.working(session=self._session)
        turns = tuple(dict.fromkeys(uid for chunk in found.chunks for uid in chunk.turns))
        return MemoryOutput(found.text(_TOKENS) or "This conversation holds nothing in mind.", turns)

    def explore(self, name: str, parameters: dict[str, Any] | None = None) -> str:
        """Run a saved query on the graph by its name, such as overview or entity. Reads only.

        Args:
            name (str): the query; an unknown name returns the list of names
            parameters (dict): the parameters of the query by name
        """
        found = self._memory.explore(name, parameters or {}, limit=50)
        rows = [", ".join(f"{column}: {value}" for column, value in row.items()) for row in found.rows]
        hint = "" if rows else hint_about_parameters(self._memory, parameters or {})
        return "\n".join(one_line(row) for row in rows) or f"No results.{hint}"


def _turns_of(notes: Sequence[object]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(turn for note in notes for turn in getattr(note, "turns", ())))


def _fact_line(names: dict[str, str], subject: str, type_: str, object_: str, until: str) -> str:
    words = type_.replace("_", " ").lower()
    return f"- {_until(until)}{encoded_name(names.get(subject, '?'))} {words} {encoded_name(names.get(object_, '?'))}"


def _until(day: str) -> str:
    return f"[until {day}] " if day else ""
