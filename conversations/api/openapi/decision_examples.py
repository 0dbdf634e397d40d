"""Examples of decisions, which a test checks against their schemas."""

from typing import Any, Final

DECISION: Final[dict[str, Any]] = {
    "id": "5d0f1c4e-3b1c-4b6e-8a52-1f7c9d2e4b60",
    "session": "0b8a5a3e-6a5e-4a52-9d0c-6f1f0f0f8a11",
    "turn": 1,
    "graph": "hotel",
    "node": "RouterNode",
    "provider": "typesafe",
    "answered_by": "typesafe",
    "asked_model": "jev-latest",
    "model": "jev-1",
    "outcome": "success",
    "failure": "",
    "attempts": 1,
    "duration_ms": 212,
    "request_id": "req_1207",
    "input_tokens": 310,
    "output_tokens": 4,
    "certainty": 0.91,
    "at": "2026-05-01T08:31:11Z",
    "answers": [
        {
            "question": "intent",
            "kind": "choice",
            "label": "search",
            "number": None,
            "probability": 0.91,
            "confidence": None,
            "probabilities": {"search": 0.91, "goodbye": 0.09},
            "thresholds": {},
        }
    ],
}

DECISIONS: Final = {"decisions": [DECISION], "next": None}

REVIEWS: Final[dict[str, Any]] = {
    "reviews": [
        {
            "question": "intent",
            "reviewer": "shop",
            "agrees": False,
            "label": "goodbye",
            "number": None,
            "note": "They were leaving.",
            "updated_at": "2026-05-02T10:00:00Z",
        }
    ],
    "versions": {"intent": 1},
}

DETAIL: Final = {
    **DECISION,
    "questions": [
        {"question": "intent", "kind": "choice", "words": ["search", "goodbye"], "answered": "search"}
    ],
    **REVIEWS,
}

NEW_REVIEWS: Final = {
    "reviews": [
        {
            "question": "intent",
            "agrees": False,
            "right": "goodbye",
            "note": "They were leaving.",
            "version": 0,
        }
    ]
}
