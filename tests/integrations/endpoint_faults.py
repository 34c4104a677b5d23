"""The ways in which an endpoint misbehaves, as replies of `ScriptedEndpoint`: one table for every program that asks a model."""

import json
from typing import Any

from scripted_endpoint import BROKEN, BUSY, Reply

GOOD = "Thought: I know.\nAnswer: In Milan."
LOOP = 'Thought: I search.\nAction: search_memories\nAction Input: {"question": "home"}'
UNKNOWN_TOOL = 'Thought: x\nAction: teleport\nAction Input: {"to": "Mars"}'


def completion(**message: Any) -> Reply:
    """A completion with this message."""
    finish = message.pop("finish", "stop")
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}
    return Reply(raw=json.dumps({"choices": [choice], "usage": {"prompt_tokens": 9, "completion_tokens": 3}}))


def calling(name: str, arguments: str) -> Reply:
    """A completion that calls a tool."""
    call = {"id": "c1", "type": "function", "function": {"name": name, "arguments": arguments}}
    return completion(content=None, tool_calls=[call], finish="tool_calls")


UNANSWERED = {
    "status 500": BROKEN,
    "status 503": Reply(status=503),
    "too many requests": BUSY,
    "wrong key": Reply(status=401),
    "unknown model": Reply(status=404),
    "message refused": Reply(status=400, raw='{"error": {"message": "too long"}}'),
    "connection closed": Reply(hangs_up=True),
    "body broken off": Reply(raw='{"choices": [', headers={"Content-Length": "5000"}),
    "no answer in time": Reply(wait=30),
    "empty": completion(content=""),
    "blank": completion(content=" \n "),
    "null": completion(content=None),
    "no choices": Reply(raw='{"choices": []}'),
    "not JSON": Reply(raw="<html>Bad gateway</html>"),
    "not text": Reply(raw="\ufeff\x00\x01", headers={"Content-Type": "image/png"}),
    "a stream that was not asked for": Reply(
        raw='data: {"choices": []}\n\n', headers={"Content-Type": "text/event-stream"}
    ),
    "cut off": Reply(raw='{"choices": [{"message": {"content": "In Mi'),
    "an error with status 200": Reply(raw='{"error": {"message": "overloaded"}}'),
    "refusal": completion(content=None, refusal="I cannot help with that."),
    "filtered": completion(content="", finish="content_filter"),
    "only a lone surrogate": Reply(raw='{"choices": [{"message": {"content": "\\ud800"}}]}'),
}
# Faults of an agent that thinks in text, and of one that calls functions.
UNANSWERED_IN_TEXT = {
    "the same action again and again": Reply(say=LOOP),
    "an unknown tool again and again": Reply(say=UNKNOWN_TOOL),
}
UNANSWERED_BY_CALLS = {
    "the same call again and again": calling("search_memories", '{"question": "home"}'),
    "an unknown function again and again": calling("teleport", '{"to": "Mars"}'),
    "arguments that are no JSON again and again": calling("search_memories", '{"question": '),
}
ANSWERED = {
    "200,000 characters": (Reply(say="It is in Milan. " * 12_500), "It is in Milan."),
    "no format": (Reply(say="It is in Milan, I think."), "It is in Milan, I think."),
    "control characters": (Reply(say="Thought: x\nAnswer: In\x1b[2J Milan\x07."), "Milan"),
    "an answer in parts": (completion(content=[{"type": "text", "text": GOOD}]), "In Milan."),
    "a wrong content type": (Reply(say=GOOD, headers={"Content-Type": "text/html"}), "In Milan."),
}
