"""Rounds and turns: rejections, candidates, ids, hand-overs, and what is never called twice."""

import json
from typing import Any, Literal

from pydantic import BaseModel, Field

from providers.ports import ChatMessage, ChatReply, ChatRole
from tests.providers.embedded.forms_everyday import BUDGET, RETURN, ROOM, STOP, TABLE, Nothing
from tests.providers.embedded.talk import Talk, rejected, tool


class Car(BaseModel):
    year: int = Field(ge=1990, le=2035, description="Model year")
    make: str
    model: str
    trim: str | None = Field(default=None, description="Trim level, if known")


class Use(BaseModel):
    vehicle_id: str = Field(description="Id of the vehicle")
    ownership: Literal["own", "finance", "lease"] = Field(
        description="Ownership",
        json_schema_extra={"x-options": {"own": "paid off", "finance": "still paying it off"}},
    )
    annual_mileage: int = Field(ge=1000, le=60000, description="Miles driven in a year")


class Doctor(BaseModel):
    specialty: str = Field(description="Kind of doctor")


class Slot(BaseModel):
    doctor_id: str = Field(description="Id of the doctor")
    day: str = Field(description="Day of the appointment, YYYY-MM-DD")


class Draft(BaseModel):
    draft: str = Field(description="The presentation", json_schema_extra={"x-compose": True})


FIND_CAR = tool("find_car", Car, "Look the car up.")
SAVE_USE = tool("save_use", Use, "Save how the car is used.")
FIND_DOCTORS = tool("find_doctors", Doctor, "Find doctors of a specialty.")
BOOK_SLOT = tool("book_slot", Slot, "Book an appointment.")


def camry(arguments: dict[str, Any]) -> str:
    if "trim" not in arguments:
        trims = [{"trim": "LE"}, {"trim": "SE"}, {"trim": "XSE"}]
        return rejected("That car comes in several trims.", needs_trim=True, candidates=trims)
    return json.dumps({"vehicle": {"id": f"camry-{arguments['trim'].lower()}"}})


def test_it_offers_the_candidates_of_a_rejection_and_takes_the_one_chosen() -> None:
    talk = Talk(FIND_CAR, SAVE_USE, handlers={"find_car": camry})
    reply = talk.says("a 2019 Toyota Camry")
    assert "LE, SE or XSE" in reply
    talk.says("the second one")
    assert talk.last == {"year": 2019, "make": "Toyota", "model": "Camry", "trim": "SE"}


def test_it_takes_an_id_from_the_result_and_values_from_the_message_before() -> None:
    talk = Talk(FIND_CAR, SAVE_USE, handlers={"find_car": camry})
    talk.says("2019 Toyota Camry LE, still paying it off, twelve thousand miles a year")
    assert [call.name for call in talk.turn] == ["find_car", "save_use"]
    assert talk.last == {"vehicle_id": "camry-le", "ownership": "finance", "annual_mileage": 12000}


def test_it_asks_for_what_the_customer_knows_before_an_id_that_a_tool_will_find() -> None:
    reply = Talk(FIND_CAR, SAVE_USE).says("it's leased")
    assert "model year" in reply
    assert "id" not in reply.lower().split()


def test_it_lets_the_customer_choose_by_name_where_a_result_lists_ids() -> None:
    doctors = {"doctors": [{"id": "d1", "name": "Dr. Lee"}, {"id": "d2", "name": "Dr. Novak"}]}
    talk = Talk(FIND_DOCTORS, BOOK_SLOT, handlers={"find_doctors": lambda _: json.dumps(doctors)})
    talk.opens()
    reply = talk.says("I need a dermatologist")
    assert "Dr. Lee" in reply
    assert "Dr. Novak" in reply
    assert "d1" not in reply
    talk.says("Novak, next Tuesday")
    assert talk.last == {"doctor_id": "d2", "day": "2026-01-20"}


def test_it_says_why_a_call_was_refused_and_does_not_call_the_same_again() -> None:
    talk = Talk(TABLE, handlers={"reserve_table": lambda _: rejected("We are closed on Fridays.")})
    reply = talk.says("A table for two tomorrow at 8pm, name is Ana Costa")
    assert len(talk.calls) == 1
    assert "We are closed on Fridays." in reply
    talk.says("please")
    assert len(talk.calls) == 1
    talk.says("Saturday then")
    assert talk.last is not None
    assert talk.last["day"] == "2026-01-17"
    assert talk.last["party_size"] == 2


def test_it_speaks_of_a_validation_fault_without_its_notation() -> None:
    fault = "party_size: Input should be less than or equal to 12 [type=less_than_equal]"
    talk = Talk(TABLE, handlers={"reserve_table": lambda _: rejected(fault)})
    reply = talk.says("A table for 14 guests tomorrow at 8pm, name is Ana Costa")
    assert "party_size" not in reply
    assert "type=" not in reply
    assert "The number of guests should be at most 12." in reply


def test_it_does_not_repeat_an_accepted_call() -> None:
    talk = Talk(ROOM, STOP)
    talk.says("a suite please")
    talk.says("a suite, as I said")
    talk.says("thanks")
    assert [call.name for call in talk.calls] == ["capture_room_type"]


def test_it_calls_again_with_what_was_corrected() -> None:
    talk = Talk(RETURN)
    talk.says("order A-10233 arrived broken, money back on the card")
    talk.says("sorry, store credit")
    assert talk.last == {"order_number": "A-10233", "reason": "damaged", "refund": "store_credit"}


def test_a_change_names_only_what_changes() -> None:
    talk = Talk(BUDGET)
    talk.says("between 500 and 800")
    talk.says("max 750")
    assert talk.last == {"max": 750}


def test_the_newer_end_of_a_range_outdoes_an_older_one_that_contradicts_it() -> None:
    talk = Talk(BUDGET, handlers={"capture_budget": lambda _: rejected("The lowest is above the highest.")})
    talk.says("min 800, max 500")
    talk.says("max 700")
    assert talk.last == {"max": 700}


def test_it_confirms_what_an_internal_message_states_and_asks_on() -> None:
    reply = Talk(FIND_CAR).opens("The driver Jamie Rivera was saved. Ask for the car now.")
    assert reply.startswith("The driver Jamie Rivera was saved.")
    assert "Ask for" not in reply
    assert reply.count("?") == 1


def test_it_only_asks_after_a_seed() -> None:
    reply = Talk(FIND_CAR).opens("Start")
    assert "Start" not in reply
    assert reply.endswith("?")


def test_it_presents_data_of_an_internal_message_without_notation() -> None:
    data = {"tiers": [{"name": "Saver", "price": 99.96}, {"name": "Shield", "price": 182.17}], "id": "x1"}
    reply = Talk(ROOM).opens(f"The prices are ready.\n{json.dumps(data)}")
    assert "– Saver: price $99.96" in reply
    assert "$182.17" in reply
    assert not set('{}"[]') & set(reply)


def test_it_reads_a_message_that_the_framework_repeats_to_it() -> None:
    talk = Talk(ROOM)
    talk.messages.append(ChatMessage(role=ChatRole.HUMAN, text="a suite please"))
    talk.messages.append(ChatMessage(role=ChatRole.AI, text="One moment."))
    talk.opens("a suite please")
    assert talk.last == {"room_type": "suite"}


def test_it_puts_the_newest_internal_message_into_a_composed_field() -> None:
    publish = tool("publish", Draft, "Publish the presentation.")
    talk = Talk(publish)
    talk.opens("Two hotels were found: Harbor Inn and Maple Lodge.")
    assert talk.last == {"draft": "Two hotels were found: Harbor Inn and Maple Lodge."}
    assert len(talk.calls) == 1


def test_it_ends_only_when_it_is_asked_to() -> None:
    for text in ("bye", "please stop", "I'm done, thanks", "cancel everything"):
        talk = Talk(ROOM, STOP)
        talk.says(text)
        assert [call.name for call in talk.turn] == ["terminate_session"], text
    for text in ("don't stop", "a non-stop flight", "is there a bus stop?"):
        talk = Talk(ROOM, STOP)
        talk.says(text)
        assert talk.turn == [], text


def test_without_tools_it_says_goodbye_where_the_prompt_asks_for_it() -> None:
    reply = Talk(prompt="Say goodbye to the customer in one short sentence.").opens()
    assert "Goodbye" in reply


def test_it_never_asks_more_than_two_things() -> None:
    reply = Talk(TABLE).opens()
    assert "number of guests" in reply
    assert "date of the reservation" in reply
    assert "time" not in reply


async def test_a_stream_gives_the_text_in_pieces_and_then_the_same_reply() -> None:
    from providers.adapters.embedded import EmbeddedProvider
    from providers.ports import ChatRequest, TextDelta
    from tests.providers.embedded.talk import THURSDAY

    message = ChatMessage(role=ChatRole.HUMAN, text="hello")
    request = ChatRequest(messages=(message,), tools=(TABLE,), today=THURSDAY)
    items = [item async for item in EmbeddedProvider("embedded").chat_stream(request)]
    whole = await EmbeddedProvider("embedded").chat(request)
    assert isinstance(whole, ChatReply)
    assert items[-1] == whole
    assert all(isinstance(item, TextDelta) for item in items[:-1])
    assert "".join(item.text for item in items[:-1] if isinstance(item, TextDelta)) == whole.text
    assert len(items) > 2


def test_a_tool_without_fields_is_called_only_when_the_message_asks_for_it() -> None:
    revise = tool("revise_coverage", Nothing, "Go back and choose the coverage anew.")
    talk = Talk(ROOM, revise)
    talk.says("hello there")
    assert talk.turn == []
    talk.says("I would like to go back and change the coverage")
    assert [call.name for call in talk.turn] == ["revise_coverage"]
