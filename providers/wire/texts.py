"""JSON in and out that no character and no number can break: lone surrogates, NUL, NaN, 1e999."""

import json
import math
from collections.abc import Callable, Iterable
from typing import Any, Final, NoReturn

REPLACEMENT: Final = "\ufffd"


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
        text = _ENCODER.encode(value)
        if not _is_sound(text):
            text = _ENCODER.encode(mend(value))
        return text.encode()
    except RecursionError:
        raise ValueError("nested too deeply for JSON") from None


def from_json(text: str | bytes) -> Any:
    """Parse strict JSON; texts are mended. Raises ValueError where it is not JSON.

    A number beyond what a float holds is infinite, as those expect who check answers; see `storable_json`.
    """
    return _parsed(text, float)


def storable_json(text: str | bytes) -> Any:
    """Parse JSON that every database stores. Raises ValueError where it is none, or a number is infinite."""
    return _parsed(text, _finite)


def _parsed(text: str | bytes, number: Callable[[str], float]) -> Any:
    try:
        value = json.loads(text, parse_constant=_refuse_constant, parse_float=number)
        return value if _is_sound(text) else mend(value)
    except RecursionError:
        raise ValueError("JSON nested too deeply") from None


def is_deeper(value: Any, levels: int) -> bool:
    """Whether lists and objects stand in each other in more than so many levels."""
    level = [value]
    for _ in range(levels + 1):
        nests = [item for item in level if isinstance(item, dict | list | tuple)]
        if not nests:
            return False
        level = [inner for nest in nests for inner in _inside(nest)]
    return True


def _inside(item: Any) -> Iterable[Any]:
    return item.values() if isinstance(item, dict) else item


def _mend_text(text: str) -> str:
    if text.isascii():
        return text.replace("\0", REPLACEMENT)
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return joined.replace("\0", REPLACEMENT)


def _is_sound(text: str | bytes) -> bool:
    """Whether no text in this JSON can need mending: it escapes no character and is valid UTF-8."""
    try:
        if isinstance(text, str):
            return "\\u" not in text and bool(text.encode())
        return b"\\u" not in text and b"\0" not in text and bool(text.decode())
    except UnicodeError:
        return False


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("the number is too large")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
