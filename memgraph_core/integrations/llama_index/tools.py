"""Memory as tools of an agent."""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from llama_index.core.tools.tool_spec.base import BaseToolSpec

from memgraph_core.language.scripts import one_line
from memgraph_core.memory import Memory


@dataclass(frozen=True, slots=True)
class Told:
    """What memory tells a model: text, and the turns that it rests on, which write-back asks for."""

    text: str
    turns: tuple[str, ...] = ()

    def __str__(self) -> str:
        """What the model reads."""
        return self.text


class MemoryToolSpec(BaseToolSpec):
    """search_memories, add_memory, get_entity, recent and facts, over one namespace; on Neo4j also explore.

    `speaker` vouches that what the agent adds is what that person said, in his words. Without it an agent's note is
    what it is: inferred, found by its words, and no fact.
    """

    spec_functions = ["search_memories", "add_memory", "get_entity", "recent", "facts"]  # noqa: RUF012

    def __init__(
        self, memory: Memory, *, session: str = "agent", speaker: str | None = None, tokens: int | None = None
    ) -> None:
        """`tokens` bounds what one search tells; None: as the settings say."""
        self._memory = memory
        self._session = session
        self._speaker = speaker
        self._tokens = tokens
        if "://" in memory.engine.settings.store.url:  # a file runs no saved queries
            self.spec_functions = [*self.spec_functions, "explore"]

    def search_memories(self, query: str, limit: int = 8) -> Told:
        """Look up long-term memory: what was said about something, by whom and when, each line with its source.

        Args:
            query (str): what to look for, as a question or in plain words
            limit (int): how many memories to return at most
        """
        if not query.strip():
            return Told("Nothing is asked. Give a question or some words.")
        context = self._memory.context(query, limit=max(1, limit), tokens=self._tokens)
        return Told(context.text, context.turns)

    def add_memory(self, text: str) -> str:
        """Keep something for later conversations.

        Args:
            text (str): one or a few full sentences that can be understood on their own
        """
        if not text.strip():
            return "Nothing was kept: the text is blank."
        role = "user" if self._speaker else "assistant"
        receipt = self._memory.add(text, role=role, speaker=self._speaker, session=self._session)
        return "Kept." if not receipt.pending else "Kept; it will be read later."

    def get_entity(self, name: str) -> Told:
        """What is known about a person, place or thing: facts, who and what it has to do with, newest notes.

        Args:
            name (str): its name
        """
        view = self._memory.show(name) if name.strip() else None
        if view is None:
            return Told(f"Memory knows nobody and nothing called {one_line(name)!r}.")
        facts = [_fact_line(view.names, f.subject, f.type, f.object, f.holds_until) for f in view.facts]
        near = ", ".join(view.names[uid] for uid, _ in view.neighbours if uid in view.names)
        notes = [f"[{note.turns[0]}] {one_line(note.text)}" for note in view.notes]
        head = f"{one_line(view.entity.name)} ({view.entity.type}), mentioned {view.entity.mentions} times"
        lines = [head, *facts, *([f"with: {one_line(near)}"] if near else []), *notes]
        return Told("\n".join(lines), tuple(turn for note in view.notes for turn in note.turns))

    def recent(self, limit: int = 10) -> Told:
        """Who and what came up last, newest first.

        Args:
            limit (int): how many
        """
        items = self._memory.stream(limit=max(1, limit))
        lines = [f"{item.at.date().isoformat()} {one_line(item.name)} [{item.turn}]" for item in items]
        return Told("\n".join(lines) or "Nothing came up yet.", tuple(dict.fromkeys(i.turn for i in items)))

    def facts(self, name: str = "", limit: int = 20) -> Told:
        """Facts about somebody or something, or the newest of all; those that ended say until when.

        Args:
            name (str): whom or what; leave empty for all
            limit (int): how many
        """
        found = self._memory.facts(name or None, limit=max(1, limit))
        sources = self._memory.notes([fact.notes[0] for fact in found if fact.notes])
        lines = [f"{one_line(fact.text)}{_until(fact.holds_until)}" for fact in found]
        return Told("\n".join(lines) or "No facts are known.", _turns_of(sources))

    def explore(self, name: str, parameters: dict[str, Any] | None = None) -> str:
        """Run one of the saved queries over the graph by its name, such as overview or entity; reads only.

        Args:
            name (str): which; an unknown name is answered with those that there are
            parameters (dict): what the query takes, by name
        """
        found = self._memory.explore(name, parameters or {}, limit=50)
        rows = [", ".join(f"{column}: {value}" for column, value in row.items()) for row in found.rows]
        return "\n".join(one_line(row) for row in rows) or "Nothing was found."


def _turns_of(notes: Sequence[object]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(turn for note in notes for turn in getattr(note, "turns", ())))


def _fact_line(names: dict[str, str], subject: str, type_: str, object_: str, until: object) -> str:
    words = type_.replace("_", " ").lower()
    return f"{one_line(names.get(subject, '?'))} {words} {one_line(names.get(object_, '?'))}{_until(until)}"


def _until(moment: object) -> str:
    return f" (until {str(moment)[:10]})" if moment else ""
