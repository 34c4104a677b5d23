"""An agent that uses memory first, external tools only for what memory does not know, and stores the conversation.

Without a model `MemoryAgent` quotes from memory; with one it runs LlamaIndex's ReAct loop.
"""

from memgraph_core.integrations.react.agent import MemoryAgent, Reply
from memgraph_core.integrations.react.calculator import calculator
from memgraph_core.integrations.react.files import FilesOfFolder
from memgraph_core.integrations.react.persona import Persona

__all__ = ["FilesOfFolder", "MemoryAgent", "Persona", "Reply", "calculator"]
