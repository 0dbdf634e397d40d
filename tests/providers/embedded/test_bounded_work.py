"""However long and however hostile a talk is, a round costs little, and nobody else waits for it."""

import asyncio
import threading
import time

import pytest

from providers.adapters.embedded import EmbeddedProvider, workers
from providers.ports import ChatMessage, ChatReply, ChatRequest, ChatRole, ToolCall, ToolSpec
from tests.providers.embedded.forms_everyday import FLIGHT, ORDER, TICKET
from tests.providers.embedded.forms_services import AUTO
from tests.providers.embedded.talk import THURSDAY, Talk

MESSAGES, LENGTH = 40, 4_000

WORST_SECONDS = 0.5
"""Twice the 250 ms of processor time that a round may take, for slower machines than ours."""
TYPICAL_SECONDS = 0.06
"""Four times the 15 ms of a usual round."""

UNITS = {
    "prose": "I would like to fly from Boston to Rome next Monday, for about $1,200 with 2 bags. ",
    "digits": "1234567890",
    "single digits": "1 2 3 4 5 6 7 8 9 0 ",
    "commas": ",",
    "listed letters": "a,",
    "brackets": "[{(",
    "half a list": "[1,[2,[",
    "names": "Anna Maria Lopez, ",
    "titles": "Dr. ",
    "one word": "x",
    "one capital word": "A",
    "blanks": " ",
    "new lines": "\n",
    "dates": "5/3/1993 ",
    "ranges": "from 5 to ",
    "sums": "$1,000.50 ",
    "measures": "5 kg ",
    "numbers in words": "twenty one hundred ",
    "negations": "not no never ",
    "half addresses": "a.b@",
    "phone numbers": "+49 176 555 ",
    "hesitation": "well, ok, ",
    "quotation marks": '"',
    "list lines": "- apple\n",
}


def _seconds(*messages: ChatMessage, tools: tuple[ToolSpec, ...]) -> float:
    """Processor time of one round, all threads together."""
    request = ChatRequest(messages=messages, tools=tools, today=THURSDAY)
    begun = time.process_time()
    reply = asyncio.run(EmbeddedProvider("embedded").chat(request))
    spent = time.process_time() - begun
    assert isinstance(reply, ChatReply), reply
    return spent


def _says(text: str) -> ChatMessage:
    return ChatMessage(role=ChatRole.HUMAN, text=text)


def _hostile(unit: str, begins: str = "") -> str:
    return (begins + unit * LENGTH)[:LENGTH]


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    """Libraries and word lists are loaded once a process."""
    _seconds(_says("5 kg, next Monday, Anna Lopez, $5, yes"), tools=(FLIGHT, ORDER, TICKET, AUTO))


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS.keys())
@pytest.mark.parametrize("form", [FLIGHT, ORDER, AUTO], ids=lambda form: form.name)
def test_forty_messages_of_four_thousand_characters_cost_a_moment(form: ToolSpec, unit: str) -> None:
    talk = [
        message
        for number in range(MESSAGES)
        for message in (
            ChatMessage(role=ChatRole.AI, text="Could you tell me your full name?"),
            _says(_hostile(unit, f"{number} ")),
        )
    ]
    assert _seconds(*talk, tools=(form,)) < WORST_SECONDS


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS.keys())
def test_long_texts_of_assistants_and_tools_cost_a_moment(unit: str) -> None:
    talk = [_says("hello")]
    for number in range(MESSAGES):
        call = ToolCall(id=str(number), name="look_up", arguments={"number": number})
        text = _hostile(unit, f"{number} ")
        talk += [
            ChatMessage(role=ChatRole.AI, tool_calls=(call,)),
            ChatMessage(role=ChatRole.TOOL, tool_call_id=call.id, text=text),
            ChatMessage(role=ChatRole.AI, text=text),
            _says("ok"),
        ]
    assert _seconds(*talk, tools=(FLIGHT,)) < WORST_SECONDS


def test_a_usual_round_costs_a_few_milliseconds() -> None:
    texts = [f"I want to fly from Boston to Rome on March {day}th, two of us, economy" for day in range(4, 9)]
    assert min(_seconds(_says(text), tools=(FLIGHT, TICKET)) for text in texts) < TYPICAL_SECONDS


def test_the_beginning_of_a_long_message_counts() -> None:
    talk = Talk(FLIGHT)
    reply = talk.says(
        "I want to fly from Boston to Rome on March 5th. " + "The sky was grey all week. " * 200
    )
    assert "Boston" in reply
    assert "March 5" in reply


def test_a_long_remark_is_handed_on_whole() -> None:
    story = "The screen of my laptop flickers whenever I open the lid " + "and then it goes dark " * 90
    talk = Talk(TICKET)
    talk.opens()
    talk.says(story)
    talk.says("lena@example.org")
    talk.says("technical")
    assert talk.calls, talk.messages[-1].text
    assert talk.calls[-1].arguments["description"] == story.strip()  # type: ignore[index]


async def test_the_loop_goes_on_while_a_reply_is_worked_out() -> None:
    talk = tuple(_says(_hostile("5 kg from ", f"{number} loop ")) for number in range(MESSAGES))
    request = ChatRequest(messages=talk, tools=(FLIGHT,), today=THURSDAY)
    reply = asyncio.create_task(EmbeddedProvider("embedded").chat(request))
    rounds = 0
    while not reply.done():
        await asyncio.sleep(0)
        rounds += 1
    assert rounds > 10


async def test_its_threads_end_when_told_and_start_again_when_needed() -> None:
    def running() -> set[str]:
        return {thread.name for thread in threading.enumerate() if thread.name.startswith("embedded")}

    assert await workers.off_the_loop(lambda: threading.current_thread().name) in running()
    workers.shut_down()
    assert not running()
    assert (await workers.off_the_loop(lambda: threading.current_thread().name)).startswith("embedded")
