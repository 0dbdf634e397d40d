"""Schemas without descriptions: names and types alone have to do."""

from typing import Any

import pytest

from tests.providers.embedded import forms_bare as forms
from tests.providers.embedded.forms_everyday import STOP
from tests.providers.embedded.talk import Talk

CONVERSATIONS: list[tuple[Any, list[str], dict[str, Any]]] = [
    (forms.BOOKT, ["table for 3 on Jan 22 at 6:30 pm"], {"guests": 3, "date": "2026-01-22", "time": "18:30"}),
    (forms.BOOKT, ["tomorrow at 8pm, five people"], {"guests": 5, "date": "2026-01-16", "time": "20:00"}),
    (
        forms.FLY,
        ["from Paris to Rome on May 4 for two passengers"],
        {"from": "Paris", "to": "Rome", "departureDate": "2026-05-04", "passengers": 2},
    ),
    (
        forms.FLY,
        [
            "I want to fly to Tokyo from Seattle, leaving April 10 and returning "
            "April 24, business, just 1 passenger"
        ],
        {
            "from": "Seattle",
            "to": "Tokyo",
            "departureDate": "2026-04-10",
            "returnDate": "2026-04-24",
            "passengers": 1,
            "class": "business",
        },
    ),
    (
        forms.FLY,
        ["LAX to JFK next Monday, 4 passengers"],
        {"from": "LAX", "to": "JFK", "departureDate": "2026-01-19", "passengers": 4},
    ),
    (
        forms.HOTEL,
        ["Hotel in Vienna from June 1 to June 5 under $200 with pool and wifi"],
        {
            "city": "Vienna",
            "checkIn": "2026-06-01",
            "checkOut": "2026-06-05",
            "maxPrice": 200,
            "amenities": ["pool", "wifi"],
        },
    ),
    (
        forms.HOTEL,
        ["4 star hotel in Madrid, March 10 - March 12, between 100 and 180 dollars"],
        {
            "city": "Madrid",
            "checkIn": "2026-03-10",
            "checkOut": "2026-03-12",
            "minPrice": 100,
            "maxPrice": 180,
            "stars": 4,
        },
    ),
    (
        forms.HOTEL,
        ["Berlin, 2/1/2026 to 2/3/2026, gym and spa"],
        {"city": "Berlin", "checkIn": "2026-02-01", "checkOut": "2026-02-03", "amenities": ["gym", "spa"]},
    ),
    (
        forms.DOC,
        ["My name is Alan Grant, phone 555-201-3344, I have a sore throat, next Wednesday please"],
        {
            "patientName": "Alan Grant",
            "phone": "555-201-3344",
            "reason": "I have a sore throat",
            "preferredDate": "2026-01-21",
        },
    ),
    (
        forms.PIZZA,
        ["2 large thin crust pizzas with olives and ham to 77 Pine Street"],
        {
            "size": "large",
            "crust": "thin",
            "quantity": 2,
            "toppings": ["olives", "ham"],
            "address": "77 Pine Street",
        },
    ),
    (
        forms.PIZZA,
        ["one medium stuffed crust pizza, deliver to 8 Lake Road"],
        {"size": "medium", "crust": "stuffed", "quantity": 1, "address": "8 Lake Road"},
    ),
    (
        forms.LOAN,
        ["I need a $20,000 loan, my income is $65,000, I work full time and I have a co-signer"],
        {"loanAmount": 20000, "income": 65000, "employmentStatus": "full_time", "hasCoSigner": True},
    ),
    (
        forms.LOAN,
        ["loan amount 5000, income 30k, part time, no cosigner"],
        {"loanAmount": 5000, "income": 30000, "employmentStatus": "part_time", "hasCoSigner": False},
    ),
    (
        forms.ADDR,
        ["221 Baker Street, Springfield, IL 62701"],
        {"street": "221 Baker Street", "city": "Springfield", "state": "IL", "zip": "62701"},
    ),
    (
        forms.ADDR,
        ["street is 9 Birch Ave, city is Denver, state is Colorado, zip is 80202"],
        {"street": "9 Birch Ave", "city": "Denver", "state": "CO", "zip": "80202"},
    ),
    (
        forms.EXP,
        ["I paid 18.75 for a taxi, transport, yesterday"],
        {"amount": 18.75, "category": "transport", "date": "2026-01-14"},
    ),
    (forms.EXP, ["$42 food on Jan 10"], {"amount": 42, "category": "food", "date": "2026-01-10"}),
    (
        forms.SUP,
        ["The app crashes whenever I open settings, severity high, max@corp.com"],
        {
            "email": "max@corp.com",
            "product": "app",
            "issue": "The app crashes whenever I open settings, severity high",
            "severity": "high",
        },
    ),
    (
        forms.SUP,
        ["critical: website shows a blank page since this morning. reach me at li@x.io"],
        {
            "email": "li@x.io",
            "product": "website",
            "issue": "critical: website shows a blank page since this morning.",
            "severity": "critical",
        },
    ),
    (
        forms.EVT,
        ["I'm Rosa Diaz, rosa@diaz.org, a VIP ticket, vegan and gluten free"],
        {
            "fullName": "Rosa Diaz",
            "email": "rosa@diaz.org",
            "ticketType": "vip",
            "dietaryRestrictions": ["vegan", "gluten_free"],
        },
    ),
    (
        forms.EVT,
        ["Tom Ash, tom@ash.net, student, no dietary restrictions"],
        {"fullName": "Tom Ash", "email": "tom@ash.net", "ticketType": "student", "dietaryRestrictions": []},
    ),
    (
        forms.CAR,
        ["2016 Mazda 3 with 70,000 miles, no accidents"],
        {"year": 2016, "make": "Mazda", "model": "3", "mileage": 70000, "accidents": 0},
    ),
    (
        forms.CAR,
        ["a 2020 Honda CR-V, mileage 35k, two accidents"],
        {"year": 2020, "make": "Honda", "model": "CR-V", "mileage": 35000, "accidents": 2},
    ),
    (
        forms.RENT,
        ["an SUV from Feb 3 until Feb 8, I'm 41, with insurance"],
        {
            "pickupDate": "2026-02-03",
            "returnDate": "2026-02-08",
            "carType": "suv",
            "driverAge": 41,
            "insurance": True,
        },
    ),
    (
        forms.RENT,
        ["luxury car, pick up tomorrow, return on Sunday, driver age 52, no insurance"],
        {
            "pickupDate": "2026-01-16",
            "returnDate": "2026-01-18",
            "carType": "luxury",
            "driverAge": 52,
            "insurance": False,
        },
    ),
    (
        forms.BOOKT,
        ["I want a table", "4", "next Friday", "7:30"],
        {"guests": 4, "date": "2026-01-16", "time": "19:30"},
    ),
    (
        forms.FLY,
        ["Oslo", "Bergen", "March 1", "2"],
        {"from": "Oslo", "to": "Bergen", "departureDate": "2026-03-01", "passengers": 2},
    ),
    (
        forms.HOTEL,
        ["Lyon", "May 1", "May 3"],
        {"city": "Lyon", "checkIn": "2026-05-01", "checkOut": "2026-05-03"},
    ),
    (
        forms.HOTEL,
        ["Nice, July 10 to 14", "actually July 15"],
        {"city": "Nice", "checkIn": "2026-07-10", "checkOut": "2026-07-15"},
    ),
    (
        forms.DOC,
        ["Alan Grant", "555 201 3344", "my knee hurts", "Monday"],
        {
            "patientName": "Alan Grant",
            "phone": "555 201 3344",
            "reason": "my knee hurts",
            "preferredDate": "2026-01-19",
        },
    ),
    (
        forms.PIZZA,
        ["large", "thin", "3", "12 Hill Road"],
        {"size": "large", "crust": "thin", "quantity": 3, "address": "12 Hill Road"},
    ),
    (
        forms.LOAN,
        ["10000", "50000", "self employed", "yes"],
        {"loanAmount": 10000, "income": 50000, "employmentStatus": "self_employed", "hasCoSigner": True},
    ),
    (
        forms.LOAN,
        ["I'd like 8k", "income's 44 thousand", "unemployed right now", "no"],
        {"loanAmount": 8000, "income": 44000, "employmentStatus": "unemployed", "hasCoSigner": False},
    ),
    (
        forms.ADDR,
        ["9 Birch Ave", "Denver", "CO", "80202"],
        {"street": "9 Birch Ave", "city": "Denver", "state": "CO", "zip": "80202"},
    ),
    (forms.EXP, ["12.50", "food", "today"], {"amount": 12.5, "category": "food", "date": "2026-01-15"}),
    (
        forms.SUP,
        ["max@corp.com", "device", "it doesn't turn on", "high"],
        {"email": "max@corp.com", "product": "device", "issue": "it doesn't turn on", "severity": "high"},
    ),
    (
        forms.EVT,
        ["Rosa Diaz", "rosa@diaz.org", "vip", "none"],
        {"fullName": "Rosa Diaz", "email": "rosa@diaz.org", "ticketType": "vip", "dietaryRestrictions": []},
    ),
    (
        forms.CAR,
        ["2018", "Ford", "Focus", "90000", "none"],
        {"year": 2018, "make": "Ford", "model": "Focus", "mileage": 90000, "accidents": 0},
    ),
    (
        forms.RENT,
        ["Feb 3", "Feb 8", "economy", "30"],
        {"pickupDate": "2026-02-03", "returnDate": "2026-02-08", "carType": "economy", "driverAge": 30},
    ),
]

NOTHING_TO_CALL = [
    (forms.BOOKT, "hi"),
    (forms.FLY, "where can I fly to?"),
    (forms.HOTEL, "I need a hotel"),
    (forms.DOC, "good morning"),
    (forms.PIZZA, "what toppings do you have?"),
    (forms.LOAN, "am I eligible?"),
    (forms.ADDR, "I moved"),
    (forms.EXP, "hello"),
    (forms.SUP, "help!"),
    (forms.EVT, "tell me about the event"),
    (forms.CAR, "I have a car"),
    (forms.RENT, "is insurance included?"),
]


@pytest.mark.parametrize(("form", "messages", "arguments"), CONVERSATIONS)
def test_it_fills_a_bare_form(form: Any, messages: list[str], arguments: dict[str, Any]) -> None:
    talk = Talk(form, STOP)
    if len(messages) > 1:
        talk.opens()
    for message in messages:
        talk.says(message)
    assert talk.calls[-1].arguments == arguments


@pytest.mark.parametrize(("form", "message"), NOTHING_TO_CALL)
def test_it_calls_nothing_where_nothing_was_answered(form: Any, message: str) -> None:
    talk = Talk(form, STOP)
    talk.says(message)
    assert talk.turn == []
