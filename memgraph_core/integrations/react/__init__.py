"""An agent that uses memory first, external tools only for what memory does not know, and stores the conversation.

Without a model `MemoryAgent` quotes from memory; with one it runs LlamaIndex's ReAct loop.
"""

from memgraph_core.integrations.react import places
from memgraph_core.integrations.react.agent import MemoryAgent, Reply
from memgraph_core.integrations.react.calculator import calculator
from memgraph_core.integrations.react.files import FilesOfFolder
from memgraph_core.integrations.react.images import ImagesOfFolder
from memgraph_core.integrations.react.passage import Passage, Passages
from memgraph_core.integrations.react.persona import Persona
from memgraph_core.integrations.react.web import WebSearch

__all__ = [
    "FilesOfFolder", "ImagesOfFolder", "MemoryAgent", "Passage", "Passages", "Persona", "Reply", "WebSearch", "calculator",
    "places",
]  # fmt: skip
