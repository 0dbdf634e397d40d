"""The vendors of our own adapters, as they speak on the wire, and the model inside of the process."""

import json
from collections.abc import Mapping
from datetime import date
from itertools import pairwise
from typing import Any

from providers.ports import (
    CHAT,
    DECIDE,
    ChatReply,
    ChatRequest,
    DecideReply,
    DecideRequest,
    ToolCall,
    ToolSpec,
    Usage,
)
from providers.questions import (
    Answer,
    Choice,
    ChoiceAnswer,
    ConfidenceSource,
    NoulAnswer,
    ScoreAnswer,
)
from providers.testing import SECRET, Asked, Feature, InProcess, Vendor, WireAnswer
from providers.testing.asking import MODEL, QUESTIONS
from tests.providers.asking import human


def thirds(text: str) -> list[str]:
    """A text in three pieces."""
    ends = (0, len(text) // 3, 2 * len(text) // 3, len(text))
    return [text[start:end] for start, end in pairwise(ends)]


def self_reported(answers: Mapping[str, Answer]) -> dict[str, Any]:
    """Answers as a language model gives them: by its own estimate."""
    return {name: _estimate(answer) for name, answer in answers.items()}


def _estimate(answer: Answer) -> dict[str, Any]:
    match answer:
        case ChoiceAnswer():
            return {"choice": answer.choice, "confidence": answer.confidence}
        case ScoreAnswer():
            return {"score": answer.score, "confidence": answer.confidence}
        case NoulAnswer():
            return {"probability": answer.noul}


def as_it_is(answer: Answer) -> dict[str, Any]:
    """The figures of an answer, however wrong; pydantic would mend some of them."""
    return {name: value for name, value in vars(answer).items() if name not in ("kind", "derived", "legend")}


class OpenAIVendor(Vendor):
    """Chat Completions."""

    type = "openai"

    def options(self, address: str) -> Mapping[str, Any]:
        return {"base_url": f"{address}/v1", "api_key": SECRET, "model": MODEL}

    def says(self, asked: Asked, reply: ChatReply) -> WireAnswer:
        calls = [_function_call(call) for call in reply.tool_calls]
        return self._completion(
            {"content": reply.text or None, "tool_calls": calls}, reply, reply.finish_reason
        )

    def streams(self, asked: Asked, reply: ChatReply) -> WireAnswer:
        deltas: list[dict[str, Any]] = [{"content": piece} for piece in thirds(reply.text or "...")]
        if reply.tool_calls:
            deltas = [{"role": "assistant"}]
            for index, call in enumerate(reply.tool_calls):
                whole = _function_call(call)
                name, arguments = whole["function"]["name"], whole["function"]["arguments"]
                deltas.append({"tool_calls": [{"index": index, "id": call.id, "function": {"name": name}}]})
                deltas += [
                    {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}
                    for piece in thirds(arguments)
                ]
        chunks: list[dict[str, Any]] = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
        chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": reply.finish_reason}]})
        chunks.append({"choices": [], "usage": _openai_usage(reply.usage)})
        events = [f"data: {json.dumps({'model': reply.model, **chunk})}\n\n".encode() for chunk in chunks]
        return WireAnswer.of_events(*events, b"data: [DONE]\n\n", x_request_id=reply.request_id or "")

    def decides(self, asked: Asked, reply: DecideReply) -> WireAnswer:
        content = json.dumps(self_reported(reply.answers))
        return self._completion({"content": content}, reply, "stop")

    def is_out_of_credit(self, asked: Asked) -> WireAnswer:
        return WireAnswer.of_json({"error": {"code": "insufficient_quota"}}, 429)

    def _completion(
        self, message: dict[str, Any], reply: ChatReply | DecideReply, finish_reason: str
    ) -> WireAnswer:
        document = {
            "model": reply.model,
            "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
            "usage": _openai_usage(reply.usage),
        }
        return WireAnswer.of_json(document, x_request_id=reply.request_id or "")


def _function_call(call: ToolCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": json.dumps(call.arguments)}
    return {"id": call.id, "type": "function", "function": function}


def _openai_usage(usage: Usage) -> dict[str, int]:
    return {"prompt_tokens": usage.input_tokens, "completion_tokens": usage.output_tokens}


class AnthropicVendor(Vendor):
    """Messages."""

    type = "anthropic"

    def options(self, address: str) -> Mapping[str, Any]:
        return {"base_url": address, "api_key": SECRET, "model": MODEL}

    def says(self, asked: Asked, reply: ChatReply) -> WireAnswer:
        return self._message(_blocks(reply), reply)

    def streams(self, asked: Asked, reply: ChatReply) -> WireAnswer:
        usage = {"input_tokens": reply.usage.input_tokens, "output_tokens": 1}
        events: list[dict[str, Any]] = [
            {"type": "message_start", "message": {"model": reply.model, "content": [], "usage": usage}}
        ]
        for index, block in enumerate(_blocks(reply)):
            text = block["type"] == "text"
            empty: dict[str, Any] = {"text": ""} if text else {"input": {}}
            start = {"type": "content_block_start", "index": index, "content_block": {**block, **empty}}
            whole = block["text"] if text else json.dumps(block["input"])
            deltas = [
                {"type": "text_delta", "text": piece}
                if text
                else {"type": "input_json_delta", "partial_json": piece}
                for piece in thirds(whole)
            ]
            events += [start, *({"type": "content_block_delta", "index": index, "delta": d} for d in deltas)]
            events.append({"type": "content_block_stop", "index": index})
        delta = {"stop_reason": _stop_reason(reply)}
        usage = {"output_tokens": reply.usage.output_tokens}
        events += [{"type": "message_delta", "delta": delta, "usage": usage}, {"type": "message_stop"}]
        chunks = [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode() for event in events]
        # What begins a message is no text yet.
        return WireAnswer.of_events(
            b"".join(chunks[:3]), *chunks[3:], request_id=reply.request_id or "", content_type=STREAM
        )

    def decides(self, asked: Asked, reply: DecideReply) -> WireAnswer:
        block = {"type": "tool_use", "id": "toolu_1", "name": "answer", "input": self_reported(reply.answers)}
        return self._message([block], reply)

    def is_out_of_credit(self, asked: Asked) -> WireAnswer:
        words = "Your credit balance is too low to access the Anthropic API."
        error = {"type": "invalid_request_error", "message": words}
        return WireAnswer.of_json({"type": "error", "error": error}, 400)

    def _message(self, blocks: list[dict[str, Any]], reply: ChatReply | DecideReply) -> WireAnswer:
        document = {
            "type": "message",
            "role": "assistant",
            "model": reply.model,
            "content": blocks,
            "stop_reason": _stop_reason(reply) if isinstance(reply, ChatReply) else "tool_use",
            "usage": {
                "input_tokens": reply.usage.input_tokens,
                "output_tokens": reply.usage.output_tokens,
            },
        }
        return WireAnswer.of_json(document, request_id=reply.request_id or "")


STREAM = "text/event-stream; charset=utf-8"


def _blocks(reply: ChatReply) -> list[dict[str, Any]]:
    texts = [{"type": "text", "text": reply.text}] if reply.text else []
    calls = [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments}
        for call in reply.tool_calls
    ]
    return [*texts, *calls]


def _stop_reason(reply: ChatReply) -> str:
    return "tool_use" if reply.tool_calls else "end_turn"


class TypesafeVendor(Vendor):
    """System One."""

    type = "typesafe"
    capabilities = frozenset({DECIDE})
    confidence_source = ConfidenceSource.CALIBRATED

    def options(self, address: str) -> Mapping[str, Any]:
        return {"base_url": address, "api_key": SECRET, "model": MODEL}

    def decides(self, asked: Asked, reply: DecideReply) -> WireAnswer:
        document = {
            "model": reply.model,
            "answers": {name: _system_one(answer) for name, answer in reply.answers.items()},
            "usage": {
                "input_tokens": reply.usage.input_tokens,
                "output_tokens": reply.usage.output_tokens,
            },
        }
        return WireAnswer.of_json(document, x_typesafe_request_id=reply.request_id or "")


def _system_one(answer: Answer) -> dict[str, Any]:
    fields = as_it_is(answer)
    if isinstance(answer, ScoreAnswer):
        fields["probabilities"] = {str(n): value for n, value in enumerate(answer.probabilities)}
    return {"type": answer.kind, **fields}


class AnyJsonVendor(Vendor):
    """A service that takes and gives JSON under the names that type http has for its parts."""

    type = "http"
    lacks = frozenset({Feature.STREAMING, Feature.TOOLS, Feature.USAGE, Feature.PARAMETERS, Feature.MODELS})
    confidence_source = ConfidenceSource.DERIVED

    def options(self, address: str) -> Mapping[str, Any]:
        return {
            "url": f"{address}/ask",
            "headers": {"Authorization": f"Bearer {SECRET}"},
            "capabilities": [CHAT, DECIDE],
        }

    def says(self, asked: Asked, reply: ChatReply) -> WireAnswer:
        return WireAnswer.of_json({"text": reply.text}, x_request_id=reply.request_id or "")

    def decides(self, asked: Asked, reply: DecideReply) -> WireAnswer:
        (name,) = (name for name in reply.answers if asked.holds(QUESTIONS[name].instructions))
        return WireAnswer.of_json(as_it_is(reply.answers[name]), x_request_id=reply.request_id or "")


class EmbeddedModel(InProcess):
    """The embedded provider."""

    type = "embedded"
    small_talk = ChatRequest(messages=(human("Hello!"),), today=date(2026, 7, 1))
    errand = ChatRequest(
        messages=(human("A table for four, please."),),
        tools=(
            ToolSpec(
                name="book_table",
                description="Book a table.",
                parameters={
                    "type": "object",
                    "properties": {"guests": {"type": "integer", "description": "Number of guests"}},
                    "required": ["guests"],
                },
            ),
        ),
        today=date(2026, 7, 1),
    )
    decisions = (
        DecideRequest(
            state="I want to cancel my booking",
            questions={"intent": Choice({"book": "wants to book", "cancel": "wants to cancel"})},
        ),
    )
