"""Whole conversations, turn by turn: what is called, and what the customer reads."""

import json

from providers.ports import ChatMessage, ChatRole
from tests.providers.embedded import forms_talks as forms
from tests.providers.embedded.talk import Talk, rejected


def test_a_sailing_is_taken_by_its_price_after_a_question_that_nobody_can_answer() -> None:
    talk = Talk(forms.FIND_SAILINGS, forms.BOOK_SAILING, handlers={"find_sailings": forms.sailings})
    talk.opens()
    reply = talk.says("A ferry to Visby next Friday please")
    assert [call.name for call in talk.turn] == ["find_sailings"]
    assert "Borealis" in reply
    assert "f-80" not in reply
    talk.says("how long does the crossing take?")
    assert talk.turn == []
    talk.says("the cheapest one, there are three of us")
    assert talk.turn == []
    talk.says("Nora Lind")
    assert talk.last == {"sailing_id": "f-802", "passengers": 3, "name": "Nora Lind"}


def test_two_rows_that_fit_are_asked_about_and_another_day_looks_again() -> None:
    talk = Talk(forms.FIND_SAILINGS, forms.BOOK_SAILING, handlers={"find_sailings": forms.sailings})
    talk.says("to Riga tomorrow")
    reply = talk.says("the Aurora, two passengers, my name is Olle Berg")
    assert talk.turn == []
    assert "9:15" in reply
    assert "7:45" in reply
    talk.says("do you have anything on January 20th?")
    assert talk.last == {"destination": "riga", "day": "2026-01-20"}
    talk.says("quarter past nine in the evening suits us")
    assert talk.last == {"sailing_id": "f-803", "passengers": 2, "name": "Olle Berg"}


def test_a_flat_is_taken_by_a_word_of_its_row_and_another_one_after_it() -> None:
    talk = Talk(forms.FIND_FLATS, forms.BOOK_VIEWING, handlers={"find_flats": forms.flats})
    talk.says("I'm looking for a flat with 3 rooms")
    reply = talk.says("a@b.org")
    assert talk.turn == []
    assert "Harbour Road" in reply
    reply = talk.says("the one in Maple")
    assert talk.turn == []
    talk.says("Maple Lane")
    assert talk.last == {"flat_id": "k9", "email": "a@b.org"}
    talk.says("actually, the second one")
    assert talk.last == {"flat_id": "k5", "email": "a@b.org"}


def test_a_bare_number_mends_the_field_that_the_reason_is_about() -> None:
    talk = Talk(forms.PRINT, handlers={"order_flyers": forms.few_copies})
    talk.says("800 glossy flyers by February 2nd")
    assert talk.turn
    reply = talk.says("what does it cost?")
    assert talk.turn == []
    talk.says("hm, then make it 450")
    assert talk.last == {"copies": 450, "paper": "glossy", "needed_by": "2026-02-02"}
    reply = talk.says("thanks, bye")
    assert talk.turn == []
    assert "change" not in reply


def test_a_reason_that_repeats_what_was_sent_asks_for_it_again() -> None:
    talk = Talk(forms.GROOM, handlers={"book_grooming": forms.no_huskies})
    talk.says("My dog is called Balto, he is a Husky, next Monday would be good")
    talk.says("Husky")
    assert talk.calls
    reply = talk.says("oh")
    assert "breed" in reply
    assert "name of the dog" not in reply
    talk.says("he is a Samoyed")
    assert talk.last == {"pet_name": "Balto", "breed": "Samoyed", "day": "2026-01-19"}


def test_giving_up_asking_for_a_person_and_reporting_reach_their_tools() -> None:
    tools = (forms.OUTAGE, forms.CHANGE_PLAN, forms.TO_PERSON, forms.DROP)
    for text, wanted in (
        ("never mind, it works again", "drop_request"),
        ("forget it", "drop_request"),
        ("I changed my mind, leave it", "drop_request"),
        ("can I speak to a real person?", "hand_to_agent"),
        ("put me on the family plan", "change_plan"),
    ):
        talk = Talk(*tools)
        talk.says("my internet is down")
        talk.says(text)
        assert [call.name for call in talk.turn] == [wanted], text


def test_no_preference_and_something_else_reach_their_tools() -> None:
    tools = (forms.TASTE, forms.NO_TASTE, forms.REROUTE)
    for text, wanted in (
        ("I don't mind, surprise me", "no_taste"),
        ("whatever, it's all the same to me", "no_taste"),
        ("I'd like to do something else first, my address has changed", "reroute"),
    ):
        talk = Talk(*tools)
        talk.opens()
        talk.says(text)
        assert [call.name for call in talk.turn] == [wanted], text
    talk = Talk(*tools)
    talk.opens()
    talk.says("Thai, and it may be really hot and spicy")
    assert talk.turn[0].arguments == {"cuisine": "thai", "spicy": True}
    assert len(talk.turn) == 1
    for text in ("lovely weather today", "how are you?", "what would you eat?"):
        talk.says(text)
        assert talk.turn == [], text


def test_what_is_booked_now_comes_from_the_newest_data() -> None:
    data = json.dumps({"guests": 2, "extras": ["parking"]})
    talk = Talk(forms.CHANGE_STAY, prompt=f"The stay as it is booked: {data}")
    talk.says("can we add breakfast?")
    assert talk.last == {"extras": ["parking", "breakfast"]}
    talk = Talk(forms.CHANGE_STAY, prompt=f"The stay as it is booked: {data}")
    talk.says("we don't need the parking")
    assert talk.last == {"extras": []}
    talk.says("and we'll be four")
    assert talk.last == {"guests": 4}


def test_accepting_without_saying_which_asks_which() -> None:
    talk = Talk(forms.ACCEPT, forms.CHANGE_PACKAGE)
    talk.opens("Three packages are ready: bronze, silver and gold.")
    reply = talk.says("I accept")
    assert talk.turn == []
    assert "bronze, silver or gold" in reply
    talk.says("the last one")
    assert [(call.name, call.arguments) for call in talk.turn] == [("accept_package", {"package": "gold"})]


def test_pointing_does_not_change_the_packages() -> None:
    talk = Talk(forms.ACCEPT, forms.CHANGE_PACKAGE)
    talk.opens("Three packages are ready: bronze, silver and gold.")
    talk.says("I'll take the second one")
    assert [(call.name, call.arguments) for call in talk.turn] == [("accept_package", {"package": "silver"})]


def test_several_values_are_confirmed_and_a_plain_answer_replaces_a_wrong_one() -> None:
    talk = Talk(forms.PLEDGE)
    talk.opens()
    reply = talk.says("50 dollars every month")
    assert "50" in reply
    assert "monthly" in reply
    talk.says("sorry, 15 dollars")
    talk.says("Tomas Reyes")
    assert talk.last == {"amount": 15, "rhythm": "monthly", "donor": "Tomas Reyes"}


def test_a_question_that_failed_twice_comes_alone_with_an_example() -> None:
    talk = Talk(forms.LESSON)
    talk.says("violin on Wednesdays")
    first = talk.says("hm")
    second = talk.says("well, dunno")
    assert first.count("?") >= 1
    assert "pm" in second
    assert "pupil" not in second
    assert first != second
    talk.says("half past four")
    talk.says("Ida Sommer")
    assert talk.last is not None
    assert talk.last["starts"][:5] == "16:30"


def test_none_of_the_rows_leads_back_to_what_found_them() -> None:
    talk = Talk(forms.FIND_SAILINGS, forms.BOOK_SAILING, handlers={"find_sailings": forms.sailings})
    talk.says("to Riga tomorrow")
    reply = talk.says("neither of those")
    assert talk.turn == []
    assert "day of departure" in reply
    talk.says("the 20th of January")
    assert talk.last == {"destination": "riga", "day": "2026-01-20"}


def test_a_reason_without_a_subject_asks_which_answer_changes() -> None:
    answers = iter([rejected("Not possible right now."), "OK"])
    talk = Talk(forms.LESSON, handlers={"book_lesson": lambda _: next(answers)})
    reply = talk.says("piano on Friday at 5 pm for Ida Sommer")
    assert "What would you like to change – the instrument" in reply
    talk.says("ok then 6 pm")
    assert talk.last is not None
    assert talk.last["starts"][:5] == "18:00"


def test_an_amount_that_was_misread_gives_way_to_a_plain_one() -> None:
    talk = Talk(forms.PLEDGE)
    for text in ("monthly", "three", "fifty dollars", "Maria Lopez"):
        talk.says(text)
    assert talk.last == {"amount": 50, "rhythm": "monthly", "donor": "Maria Lopez"}


def test_a_question_about_something_else_is_no_answer() -> None:
    talk = Talk(forms.OUTAGE)
    talk.opens()
    reply = talk.says("I have a question about my bill")
    assert "cannot answer" in reply
    talk.says("my television is out")
    talk.says("since yesterday evening")
    assert talk.last is not None
    assert "yesterday" in talk.last["since"]


def test_a_farewell_after_everything_asks_nothing() -> None:
    talk = Talk(forms.PLEDGE)
    talk.says("50 dollars once, from Maria Lopez")
    assert talk.turn
    reply = talk.says("thank you, bye")
    assert talk.turn == []
    assert "?" not in reply


def test_data_of_the_prompt_outranks_what_an_earlier_call_said() -> None:
    talk = Talk(forms.LESSON)
    talk.says("piano on Friday at 5 pm for Ida Sommer")
    data = json.dumps({"instrument": "violin", "weekday": "friday", "starts": "17:00:00"})
    talk.messages[0] = ChatMessage(role=ChatRole.SYSTEM, text=f"The lesson as it is saved now: {data}")
    talk.says("make it Monday instead")
    assert talk.last is not None
    assert (talk.last["instrument"], talk.last["weekday"]) == ("violin", "monday")


def test_a_message_that_another_stage_sent_on_gets_no_apology() -> None:
    talk = Talk(forms.CHANGE_STAY)
    talk.messages.append(ChatMessage(role=ChatRole.HUMAN, text="let me go back to my booking"))
    talk.messages.append(ChatMessage(role=ChatRole.AI, text="One moment."))
    reply = talk.opens("let me go back to my booking")
    assert reply == "Certainly. What would you like to change?"


def test_the_same_talk_gets_the_same_words() -> None:
    first, second = Talk(forms.LESSON), Talk(forms.LESSON)
    for talk in (first, second):
        talk.opens()
    assert first.says("violin on Fridays") == second.says("violin on Fridays")


def test_the_other_row_replaces_the_one_that_was_taken() -> None:
    rows = {
        "flats": [
            {"id": "a", "street": "Elm Street", "rent_eur": 700},
            {"id": "b", "street": "Oak Street", "rent_eur": 800},
        ]
    }
    talk = Talk(forms.FIND_FLATS, forms.BOOK_VIEWING, handlers={"find_flats": lambda _: json.dumps(rows)})
    reply = talk.says("a flat with 2 rooms, write to a@b.org")
    assert "€700" in reply
    talk.says("the 800 euro one")
    assert talk.last == {"flat_id": "b", "email": "a@b.org"}
    talk.says("no, the other one")
    assert talk.last == {"flat_id": "a", "email": "a@b.org"}


def test_a_day_and_a_time_may_come_one_after_the_other() -> None:
    talk = Talk(forms.TABLE)
    talk.opens()
    talk.says("Max, we are four")
    reply = talk.says("tomorrow")
    assert talk.turn == []
    assert "January 16, 2026 is noted, I only need the time." in reply
    talk.says("8 in the evening")
    assert talk.last == {"name": "Max", "guests": 4, "arrival": "2026-01-16T20:00:00"}


def test_a_no_to_anything_else_is_a_farewell() -> None:
    talk = Talk(forms.CHANGE_PLAN)
    talk.says("the family plan please")
    assert talk.says("nothing, thank you") == "You are welcome. Goodbye!"


def test_a_sentence_is_no_name_where_the_schema_shows_names() -> None:
    talk = Talk(forms.VALUE)
    talk.opens()
    talk.says("it was built in 1987")
    talk.says("I'm not sure who made it at the moment")
    assert talk.turn == []
    talk.says("Yamaha")
    assert talk.last == {"maker": "Yamaha", "year": 1987}
