"""What a service answers, read by the paths of its map into an answer of the port.

Numbers are handed on as they are, for the check of answers to judge; only what a service leaves out is
put in here, and probabilities that are say that they are derived.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from providers.adapters.http.options import AnswerMap
from providers.adapters.http.paths import value_at
from providers.adapters.http.variables import SIDES, YES
from providers.errors import ErrorCode, ProviderFault
from providers.questions import Choice, Noul, Question, Score, spread
from providers.wire.levels import nearest_level


def answer_of(question: Question, document: Any, paths: AnswerMap) -> dict[str, Any]:
    """Return the fields of the answer in `document`. Raises `ProviderFault` where there is none."""
    parts = {name: _part(document, getattr(paths, name)) for name in AnswerMap.model_fields}
    match question:
        case Choice():
            return _choice(question.labels, parts)
        case Score():
            return _score(question.criteria, parts)
        case Noul():
            return _noul(parts)
        case _:
            assert_never(question)


def text_of(document: Any, paths: AnswerMap) -> str:
    """Return what the service says. Raises `ProviderFault` where that is no text."""
    text = _part(document, paths.text)
    if not isinstance(text, str):
        raise _lacking("a text")
    return text


def _part(document: Any, path: str | None) -> Any:
    return None if path is None else value_at(path, document)


def _choice(labels: Sequence[str], parts: Mapping[str, Any]) -> dict[str, Any]:
    choice, probabilities, confidence = parts["choice"], parts["probabilities"], parts["confidence"]
    if isinstance(probabilities, list) and len(probabilities) == len(labels):
        probabilities = dict(zip(labels, probabilities, strict=True))
    derived = False
    known = _in_order(probabilities, labels)
    if choice is None and known:
        choice = labels[known.index(max(known))]
    if choice is None and probabilities is None:
        raise _lacking("a choice or probabilities")
    if probabilities is None and choice in labels:
        probabilities = spread(labels, choice, confidence if _is_probability(confidence) else 1)
        derived = True
    elif confidence is None and known and choice in labels:
        confidence = probabilities[choice]
    return {
        "choice": choice,
        "probabilities": probabilities,
        "derived": derived,
        "confidence": confidence,
    }


def _score(levels: Sequence[Any], parts: Mapping[str, Any]) -> dict[str, Any]:
    score, probabilities, confidence = parts["score"], parts["probabilities"], parts["confidence"]
    last = len(levels) - 1
    derived = False
    if isinstance(probabilities, dict):
        numbers = [str(level) for level in range(len(levels))]
        probabilities = _in_order(probabilities, numbers) or _in_order(probabilities, levels) or probabilities
    known = probabilities if _are_probabilities(probabilities) else None
    if score is None and known:
        score = min(math.fsum(level * probability for level, probability in enumerate(known)), last)
    if score is None and probabilities is None:
        raise _lacking("a score or probabilities")
    if probabilities is None and _is_number(score) and 0 <= score <= last:
        probabilities = _around(score, len(levels), confidence)
        derived = True
    elif confidence is None and known:
        confidence = max(known)
    return {
        "score": score,
        "legend": tuple(levels),
        "probabilities": probabilities,
        "derived": derived,
        "confidence": confidence,
    }


def _noul(parts: Mapping[str, Any]) -> dict[str, Any]:
    if parts["noul"] is not None:
        return {"noul": parts["noul"]}
    probabilities = _choice(SIDES, parts)["probabilities"]
    return {"noul": probabilities.get(YES) if isinstance(probabilities, dict) else None}


def _around(score: float, levels: int, confidence: Any) -> list[float]:
    """Return probabilities that fit a score alone, or with a confidence in the level that is nearest."""
    if _is_probability(confidence):
        names = [str(level) for level in range(levels)]
        return list(spread(names, names[nearest_level(score)], confidence).values())
    return [max(0.0, 1 - abs(score - level)) for level in range(levels)]


def _in_order(probabilities: Any, keys: Sequence[Any]) -> list[float] | None:
    """Return sound probabilities over exactly these keys, in their order; else None."""
    if not isinstance(probabilities, dict) or not all(isinstance(key, str) for key in keys):
        return None
    if probabilities.keys() != set(keys):
        return None
    values = [probabilities[key] for key in keys]
    return values if _are_probabilities(values) else None


def _are_probabilities(values: Any) -> bool:
    return isinstance(values, list) and bool(values) and all(map(_is_probability, values))


def _is_probability(value: Any) -> bool:
    return _is_number(value) and 0 <= value <= 1


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _lacking(part: str) -> ProviderFault:
    return ProviderFault(ErrorCode.BAD_RESPONSE, f"The service's answer lacks {part} where the map looks.")
