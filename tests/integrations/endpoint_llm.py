"""A language model of LlamaIndex that calls functions, over an OpenAI-compatible endpoint.

Like the stock classes it raises whatever its HTTP client and its parsing raise.
"""

import json
from collections.abc import Sequence
from typing import Any

import httpx
from llama_index.core.base.llms.types import ChatMessage, ChatResponse, CompletionResponse, LLMMetadata
from llama_index.core.llms.callbacks import llm_chat_callback
from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.llms.llm import ToolSelection


class EndpointLLM(FunctionCallingLLM):
    """Chat Completions with tools, without retries."""

    url: str
    timeout: float = 0.5

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="small", is_chat_model=True, is_function_calling_model=True)

    @llm_chat_callback()
    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        rows = [{"role": message.role.value, "content": message.content or ""} for message in messages]
        body = {"model": "small", "messages": rows, **kwargs}
        answer = httpx.post(f"{self.url}/chat/completions", json=body, timeout=self.timeout)
        answer.raise_for_status()
        message = answer.json()["choices"][0]["message"]
        extra = {"tool_calls": message.get("tool_calls") or []}
        content = ChatMessage(role="assistant", content=message["content"], additional_kwargs=extra)
        return ChatResponse(message=content, raw=answer.json())

    @llm_chat_callback()
    async def achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        return self.chat(messages, **kwargs)

    def get_tool_calls_from_response(self, response: ChatResponse, **_: Any) -> list[ToolSelection]:
        calls = response.message.additional_kwargs["tool_calls"]
        return [
            ToolSelection(
                tool_id=call["id"],
                tool_name=call["function"]["name"],
                tool_kwargs=json.loads(call["function"]["arguments"]),
            )
            for call in calls
        ]

    def _prepare_chat_with_tools(
        self, tools: Any, user_msg: Any = None, chat_history: Any = None, **_: Any
    ) -> Any:
        messages = [*(chat_history or []), *([user_msg] if user_msg else [])]
        return {"messages": messages, "tools": [tool.metadata.to_openai_tool() for tool in tools]}

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        raise NotImplementedError

    stream_complete = stream_chat = acomplete = astream_chat = astream_complete = complete
