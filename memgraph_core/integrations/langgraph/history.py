"""The messages of a conversation for LangChain, as turns of a memory."""

# pyright: basic, reportMissingImports=false
# LangChain need not be installed where types are checked.

from collections.abc import Collection, Sequence
from typing import Any

from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from memgraph_core.memory import Memory
from memgraph_core.records.graph import Turn, uid_of

_ROLES = {"human": "user", "ai": "assistant"}


class GraphChatHistory(BaseChatMessageHistory):
    """The conversation of one session. Messages of users and of the model are stored as turns; answers never become facts.

    System messages, and calls and results of tools, are not stored. If a message with an id is added again, nothing changes;
    a message that `messages` returned has the uid of its turn as its id. `messages` returns the last `limit` messages.
    `speaker` and `agent` name the user and the model of messages without a name.
    """

    def __init__(
        self,
        memory: Memory,
        session: str,
        *,
        speaker: str = "user",
        agent: str = "assistant",
        limit: int = 1000,
    ) -> None:
        self._memory = memory
        self._session = session
        self._speaker, self._agent = speaker, agent
        self._limit = limit

    @property
    def messages(self) -> list[BaseMessage]:
        """The messages of the session, oldest first."""
        return [_message_of(turn) for turn in self._memory.conversation(self._session, limit=self._limit)]

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Add messages. Their texts are durable when this method returns."""
        ids = [message.id for message in messages if message.id]
        stored = {turn.uid for turn in self._memory.turns(ids) if turn.session == self._session}
        rows = [row for message in messages if (row := self._row(message, stored)) is not None]
        if rows:
            self._memory.add(rows, session=self._session)

    def clear(self) -> None:
        """Forget the turns of the session, with everything that was derived from them alone. They may be added again."""
        self._memory.forget(session=self._session, lasting=False)

    def _row(self, message: BaseMessage, stored: Collection[str]) -> dict[str, Any] | None:
        """The message for `Memory.add`; None if it is not stored. `stored` are the ids that are uids of turns of this session."""
        role, text = _ROLES.get(message.type), message.text.strip()
        if role is None or not text:
            return None
        name = message.name or (self._speaker if role == "user" else self._agent)
        row = {"role": role, "content": text, "name": name}
        if not message.id:
            return row
        uid = message.id if message.id in stored else uid_of("message", self._session, message.id)
        return row | {"uid": uid}


def _message_of(turn: Turn) -> BaseMessage:
    kind = AIMessage if turn.role == "assistant" else HumanMessage
    return kind(content=turn.text, id=turn.uid, name=turn.speaker)
