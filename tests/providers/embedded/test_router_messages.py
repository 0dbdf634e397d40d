"""How often the embedded provider sends a customer where a person would: the figures that are promised."""

from collections import Counter
from collections.abc import Callable

import pytest

from providers.adapters.embedded import EmbeddedProvider
from providers.adapters.embedded.decisions import SENSE_MODEL, WORDS_MODEL, SentenceModel, installed_model
from providers.ports import DecideReply, DecideRequest
from providers.questions import Choice, ChoiceAnswer
from tests.providers.embedded.router_messages import (
    BARE,
    BUILT_ON,
    DESTINATION,
    HELD_OUT,
    TERSE,
    Labelled,
)

with_sense = pytest.mark.skipif(installed_model() is None, reason="the extra `semantic` is not installed")

WORDS_SHARE, SENSE_SHARE = 0.60, 0.85
CALIBRATION = 0.2
"""How far the mean of the highest probabilities may be from the share that is right."""


def words_alone() -> None:
    """No sentence model."""


async def answers(
    messages: tuple[Labelled, ...], question: Choice, model: Callable[[], SentenceModel | None]
) -> list[tuple[Labelled, ChoiceAnswer]]:
    provider = EmbeddedProvider("embedded", sentence_model=model)
    answered = []
    for message in messages:
        request = DecideRequest(state={"request": message.text}, questions={"destination": question})
        reply = await provider.decide(request)
        assert isinstance(reply, DecideReply), reply
        assert reply.model == (WORDS_MODEL if model() is None else SENSE_MODEL)
        answered.append((message, reply.answers["destination"]))
    return answered


def share_right(answered: list[tuple[Labelled, ChoiceAnswer]]) -> float:
    return sum(message.label == answer.choice for message, answer in answered) / len(answered)


def misses(answered: list[tuple[Labelled, ChoiceAnswer]]) -> str:
    wrong = [(message, answer) for message, answer in answered if message.label != answer.choice]
    return "\n".join(f"{message.label} but {answer.choice}: {message.text}" for message, answer in wrong)


def test_there_are_sixty_messages_in_at_least_five_languages_for_every_label() -> None:
    messages = (*BUILT_ON, *HELD_OUT)
    assert len({message.text for message in messages}) == 60
    assert len(BUILT_ON) == len(HELD_OUT)
    assert len({message.language for message in messages}) >= 5
    assert set(Counter(message.label for message in messages)) == set(DESTINATION.labels)


@pytest.mark.parametrize("messages", [BUILT_ON, HELD_OUT], ids=["built on", "held out"])
async def test_words_alone_find_most_labels(messages: tuple[Labelled, ...]) -> None:
    answered = await answers(messages, DESTINATION, words_alone)
    assert share_right(answered) >= WORDS_SHARE, misses(answered)


@with_sense
@pytest.mark.parametrize("messages", [BUILT_ON, HELD_OUT], ids=["built on", "held out"])
async def test_the_sense_of_sentences_finds_nearly_all(messages: tuple[Labelled, ...]) -> None:
    answered = await answers(messages, DESTINATION, installed_model)
    assert share_right(answered) >= SENSE_SHARE, misses(answered)


@pytest.mark.parametrize("question", [TERSE, BARE], ids=["terse", "bare"])
async def test_labels_are_found_whatever_words_describe_them(question: Choice) -> None:
    answered = await answers((*BUILT_ON, *HELD_OUT), question, words_alone)
    assert share_right(answered) >= WORDS_SHARE, misses(answered)


@with_sense
@pytest.mark.parametrize("question", [TERSE, BARE], ids=["terse", "bare"])
async def test_their_sense_is_found_whatever_words_describe_them(question: Choice) -> None:
    answered = await answers((*BUILT_ON, *HELD_OUT), question, installed_model)
    assert share_right(answered) >= SENSE_SHARE, misses(answered)


@pytest.mark.parametrize(
    "model", [words_alone, pytest.param(installed_model, marks=with_sense)], ids=["words", "sense"]
)
async def test_probabilities_are_about_as_high_as_they_are_right(
    model: Callable[[], SentenceModel | None],
) -> None:
    answered = await answers((*BUILT_ON, *HELD_OUT), DESTINATION, model)
    sure = [answer.probabilities[answer.choice] for _, answer in answered]
    assert abs(sum(sure) / len(sure) - share_right(answered)) <= CALIBRATION
    surest = sorted(answered, key=lambda pair: -max(pair[1].probabilities.values()))[:20]
    assert share_right(surest) >= 0.9, misses(surest)
