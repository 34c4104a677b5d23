"""A language model of LlamaIndex that says what a test tells it to, and keeps what it was asked."""

from typing import Any

from llama_index.core.base.llms.types import CompletionResponse, LLMMetadata
from llama_index.core.llms import CustomLLM
from llama_index.core.llms.callbacks import llm_completion_callback
from pydantic import PrivateAttr


class ScriptedLLM(CustomLLM):
    """Plays its lines in order; the last one again and again."""

    script: list[str]
    _asked: list[str] = PrivateAttr(default_factory=list)

    @property
    def asked(self) -> list[str]:
        return self._asked

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="scripted", is_chat_model=True, context_window=8192)

    def _next(self, prompt: str) -> str:
        self._asked.append(prompt)
        return self.script[min(len(self._asked), len(self.script)) - 1]

    @llm_completion_callback()
    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        return CompletionResponse(text=self._next(prompt))

    @llm_completion_callback()
    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any):
        text = self._next(prompt)

        def pieces():
            yield CompletionResponse(text=text, delta=text)

        return pieces()
