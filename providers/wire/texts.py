"""JSON in and out that no character can break: lone surrogates, NUL, NaN."""

import json
from typing import Any, NoReturn

REPLACEMENT = "\ufffd"


def mend(value: Any) -> Any:
    """Return JSON data whose texts are valid Unicode that any database stores.

    Halves of a surrogate pair that stand together become their character; lone ones and NUL
    become U+FFFD. Works through lists and objects, keys included.
    """
    if isinstance(value, str):
        return _mend_text(value)
    if isinstance(value, dict):
        return {mend(key): mend(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [mend(item) for item in value]
    return value


def to_json(value: Any) -> bytes:
    """Return `value` as compact UTF-8 JSON, its texts mended.

    Raises TypeError or ValueError for what JSON cannot hold, such as NaN, a date or a list in itself.
    """
    try:
        return json.dumps(mend(value), ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except RecursionError:
        raise ValueError("nested too deeply for JSON") from None


def from_json(text: str | bytes) -> Any:
    """Parse strict JSON; texts are mended. Raises ValueError where it is not JSON."""
    try:
        return mend(json.loads(text, parse_constant=_refuse_constant))
    except RecursionError:
        raise ValueError("JSON nested too deeply") from None


def _mend_text(text: str) -> str:
    if text.isascii():
        return text.replace("\0", REPLACEMENT)
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return joined.replace("\0", REPLACEMENT)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
