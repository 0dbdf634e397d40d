"""Telling empty accounts from busy minutes, by what vendors really write."""

import json

import pytest

from providers.errors import MESSAGE_LENGTH, ErrorCode
from providers.wire.faults import refusal, refusal_in_body


def code_of(status: int, error: object) -> ErrorCode:
    return refusal(status, {}, json.dumps({"error": error}).encode()).error.code


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (
            429,
            {
                "message": "You exceeded your current quota, please check your plan and billing details.",
                "type": "insufficient_quota",
                "code": "insufficient_quota",
            },
        ),
        (429, {"type": "exceeded_current_quota_error", "message": "Please wait a minute, 3 per minute"}),
        (
            400,
            {"message": "Your credit balance is too low.", "type": "invalid_request_error"},
        ),
        (400, {"message": "You have reached your specified API usage limits."}),
        (403, {"message": "Your newly created team doesn't have any credits yet."}),
        (
            403,
            {"message": "Your team has used all available credits or reached its spending limit."},
        ),
        (400, {"code": "billing_hard_limit_reached", "message": "Billing hard limit has been reached"}),
        (403, {"code": "billing_not_active", "message": "Your account is not active"}),
        (429, "Insufficient credits"),
        (429, {"message": "This request would exceed your account's spend limit."}),
        (403, {"message": "Key limit exceeded: not enough credits"}),
        (402, {"message": "whatever"}),
        (402, None),
    ],
)
def test_an_empty_account_is_quota(status: int, error: object) -> None:
    assert code_of(status, error) is ErrorCode.QUOTA


@pytest.mark.parametrize(
    ("status", "error", "code"),
    [
        (
            429,
            {
                "message": "Rate limit reached for tokens per min (TPM): Limit 10000, Used 9000. You"
                " can increase your rate limit by adding a payment method to your account.",
                "code": "rate_limit_exceeded",
                "type": "tokens",
            },
            ErrorCode.RATE_LIMITED,
        ),
        (
            429,
            {"message": "Quota exceeded, limit: 15 requests per minute."},
            ErrorCode.RATE_LIMITED,
        ),
        (429, {"message": "Too many requests"}, ErrorCode.RATE_LIMITED),
        (400, {"message": "Invalid value for credit card field"}, ErrorCode.INVALID_REQUEST),
        (400, {"message": "The field 'credit_limit' must not be used"}, ErrorCode.INVALID_REQUEST),
        (400, {"message": "maximum context length exceeded"}, ErrorCode.INVALID_REQUEST),
        (403, {"message": "You are not allowed to sample from this model"}, ErrorCode.AUTH),
        (401, {"message": "insufficient credits"}, ErrorCode.AUTH),
        (500, {"code": "insufficient_quota"}, ErrorCode.UNAVAILABLE),
        (418, {}, ErrorCode.INVALID_REQUEST),
        (599, {}, ErrorCode.UNAVAILABLE),
        (304, {}, ErrorCode.BAD_RESPONSE),
    ],
)
def test_other_refusals_are_not(status: int, error: object, code: ErrorCode) -> None:
    assert code_of(status, error) is code


@pytest.mark.parametrize("words", ["my quota is used up", "I have insufficient funds", "I'm out of credits"])
@pytest.mark.parametrize(
    "error",
    [
        {"message": "messages.1: invalid value '{}'", "type": "invalid_request_error"},
        {"message": "messages.1: {} is not allowed", "type": "invalid_request_error"},
        {"message": "[{{'type': 'string_type', 'input': '{}'}}]", "type": "BadRequestError", "code": 400},
        {"message": "Cannot use `{}` here", "code": "invalid_value"},
        {"message": 'Cannot read "{}"'},
        {"message": 'Cannot read "he said "{}" today"'},
        {"message": "Cannot read “{}"},
        {"message": f"Cannot read {'this and that ' * 30}{{}}"},
        "Cannot read '{}'",
        [{"type": "value_error", "loc": ["body"], "msg": "Cannot read «{}»"}],
    ],
)
def test_the_words_of_a_customer_empty_no_account(error: object, words: str) -> None:
    quoting = json.loads(json.dumps(error).replace("{}", words).replace("{{", "{").replace("}}", "}"))

    assert code_of(400, quoting) is ErrorCode.INVALID_REQUEST
    assert refusal_in_body(quoting).error.code is not ErrorCode.QUOTA


@pytest.mark.parametrize(
    "error",
    [
        {"message": 'The model "gpt" cannot be asked, your credits are exhausted.'},
        {"message": "'x'", "code": "insufficient_quota", "type": "invalid_request_error"},
        {"message": "You've reached your spending limit", "type": "invalid_request_error"},
    ],
)
def test_an_invalid_request_of_an_empty_account_is_quota(error: object) -> None:
    assert code_of(400, error) is ErrorCode.QUOTA


@pytest.mark.parametrize("body", [b"", b"\xff\xfe", b"<html>", b"null", b"[1]", b'"x"', b'{"error": [[]]}'])
def test_no_body_confuses_it(body: bytes) -> None:
    error = refusal(400, {}, body).error

    assert error.code is ErrorCode.INVALID_REQUEST
    assert len(error.message) <= MESSAGE_LENGTH


def test_a_body_that_is_plain_text_is_read_too() -> None:
    assert refusal(403, {}, b"Out of credits").error.code is ErrorCode.QUOTA


@pytest.mark.parametrize(
    ("status", "detail", "code"),
    [
        (403, {"error_type": "insufficient_credits", "message": "Top up."}, ErrorCode.QUOTA),
        (429, "You have run out of credits.", ErrorCode.QUOTA),
        (400, [{"type": "value_error", "loc": ["body"], "msg": "Not enough credits."}], ErrorCode.QUOTA),
        (
            400,
            {"error_type": "max_tokens_exceeded", "message": "Budget exceeded."},
            ErrorCode.INVALID_REQUEST,
        ),
        (422, [{"type": "missing", "loc": ["body", "state"], "msg": "Required"}], ErrorCode.INVALID_REQUEST),
        (403, {"error_type": "authentication_error"}, ErrorCode.AUTH),
        (429, {"error_type": "rate_limit_error", "message": "slow down"}, ErrorCode.RATE_LIMITED),
        (529, "overloaded", ErrorCode.UNAVAILABLE),
    ],
)
def test_an_error_may_come_as_detail_in_three_shapes(status: int, detail: object, code: ErrorCode) -> None:
    assert refusal(status, {}, json.dumps({"detail": detail}).encode()).error.code is code


@pytest.mark.parametrize("name", ["max_tokens_exceeded", "tokens_exceeded"])
def test_a_request_that_is_too_long_is_called_so(name: str) -> None:
    body = json.dumps({"detail": {"error_type": name}}).encode()

    assert refusal(400, {}, body).error.message == "The request is too long for the model. (HTTP 400)"
