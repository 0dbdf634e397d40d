"""Examples of providers and usage, which a test checks against their schemas."""

from typing import Any, Final

PROVIDERS: Final[dict[str, Any]] = {
    "providers": [
        {
            "name": "embedded",
            "type": "embedded",
            "capabilities": ["chat", "decide"],
            "problems": [],
            "circuit": {"status": "closed", "failures": 0, "cause": None, "seconds": None},
        }
    ]
}

TRIAL: Final = {
    "provider": "embedded",
    "success": True,
    "duration_ms": 3,
    "model": "embedded-1",
    "input_tokens": 12,
    "output_tokens": 1,
    "cost": None,
    "error": None,
}

USAGE: Final = {
    "since": "2026-04-01T00:00:00Z",
    "until": "2026-05-01T00:00:00Z",
    "usage": [
        {
            "provider": "embedded",
            "day": "2026-04-30",
            "calls": 41,
            "failed_calls": 1,
            "input_tokens": 15120,
            "output_tokens": 804,
            "cached_input_tokens": 0,
            "cost": None,
        }
    ],
}
