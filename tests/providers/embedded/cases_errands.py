"""Errands: rentals, claims, transfers, repairs: what a customer writes, and the call that must come of it."""

from typing import Any

from tests.providers.embedded import forms_errands as forms

ANSWERS: list[tuple[Any, str, dict[str, Any]]] = [
    (
        forms.CARRENT,
        "I need an SUV in Phoenix from March 2 to March 9, I'm 34 years old",
        {
            "pickup_location": "Phoenix",
            "pickup_date": "2026-03-02",
            "return_date": "2026-03-09",
            "car_class": "suv",
            "driver_age": 34,
        },
    ),
    (
        forms.CARRENT,
        "A compact car, picked up in Tampa tomorrow and returned next "
        "Wednesday. Driver is 28. We need a child seat",
        {
            "pickup_location": "Tampa",
            "pickup_date": "2026-01-16",
            "return_date": "2026-01-21",
            "car_class": "compact",
            "driver_age": 28,
            "child_seat": True,
        },
    ),
    (
        forms.CARRENT,
        "van, Las Vegas, 5/1/2026 until 5/4/2026, age 45, no child seat",
        {
            "pickup_location": "Las Vegas",
            "pickup_date": "2026-05-01",
            "return_date": "2026-05-04",
            "car_class": "van",
            "driver_age": 45,
            "child_seat": False,
        },
    ),
    (
        forms.CARRENT,
        "convertable in Miami, Feb 10-12, I'm twenty six",
        {
            "pickup_location": "Miami",
            "pickup_date": "2026-02-10",
            "return_date": "2026-02-12",
            "car_class": "convertible",
            "driver_age": 26,
        },
    ),
    (
        forms.CLAIM,
        "Policy number HX-88213. A pipe burst on January 3rd, so water "
        "damage, about $4,500. No police report",
        {
            "policy_number": "HX-88213",
            "incident_date": "2026-01-03",
            "damage_type": "water",
            "estimated_loss": 4500,
            "police_report": False,
        },
    ),
    (
        forms.CLAIM,
        "My policy is 77120456, theft last Friday, around two thousand "
        "dollars, and yes I filed a police report",
        {
            "policy_number": "77120456",
            "incident_date": "2026-01-09",
            "damage_type": "theft",
            "estimated_loss": 2000,
            "police_report": True,
        },
    ),
    (
        forms.CLAIM,
        "storm damage yesterday, est. loss 12k, policy number P-100, there was no police report",
        {
            "policy_number": "P-100",
            "incident_date": "2026-01-14",
            "damage_type": "storm",
            "estimated_loss": 12000,
            "police_report": False,
        },
    ),
    (
        forms.CLAIM,
        "fire on 12/20/2025, policy no. AB1234, loss roughly 30000 dollars, police report was filed",
        {
            "policy_number": "AB1234",
            "incident_date": "2025-12-20",
            "damage_type": "fire",
            "estimated_loss": 30000,
            "police_report": True,
        },
    ),
    (
        forms.TRANSFER,
        "Send $250 to Maria Gomez from my savings tomorrow",
        {"amount": 250, "recipient_name": "Maria Gomez", "account": "savings", "when": "2026-01-16"},
    ),
    (
        forms.TRANSFER,
        "please transfer 1,200.50 dollars from checking to Paul Brown on Jan 31",
        {"amount": 1200.5, "recipient_name": "Paul Brown", "account": "checking", "when": "2026-01-31"},
    ),
    (
        forms.TRANSFER,
        "fifty bucks to Li Na, checking, today",
        {"amount": 50, "recipient_name": "Li Na", "account": "checking", "when": "2026-01-15"},
    ),
    (
        forms.TRANSFER,
        "I want to send three hundred dollars to Ed Stone next Friday out of savings",
        {"amount": 300, "recipient_name": "Ed Stone", "account": "savings", "when": "2026-01-16"},
    ),
    (
        forms.REPAIR,
        "My Bosch dishwasher is broken, it's 6 years old and no longer under "
        "warranty. Can you come on Monday?",
        {
            "appliance": "dishwasher",
            "brand": "Bosch",
            "age_years": 6,
            "under_warranty": False,
            "visit_date": "2026-01-19",
        },
    ),
    (
        forms.REPAIR,
        "washing machine, Samsung, two years old, still under warranty, tomorrow please",
        {
            "appliance": "washing_machine",
            "brand": "Samsung",
            "age_years": 2,
            "under_warranty": True,
            "visit_date": "2026-01-16",
        },
    ),
    (
        forms.REPAIR,
        "the fridge - sorry, the refrigerator - from LG, about 10 years, not under warranty, Jan 22",
        {
            "appliance": "refrigerator",
            "brand": "LG",
            "age_years": 10,
            "under_warranty": False,
            "visit_date": "2026-01-22",
        },
    ),
    (
        forms.HOMES,
        "homes in Boulder under $800k with a garage and a pool",
        {"city": "Boulder", "max_price": 800000, "features": ["garage", "pool"]},
    ),
    (
        forms.HOMES,
        "I'm looking for 3 bedrooms in Raleigh between 300k and 450k",
        {"city": "Raleigh", "min_price": 300000, "max_price": 450000, "bedrooms": 3},
    ),
    (
        forms.HOMES,
        "anything in Portland from 200,000 to 350,000 with a garden",
        {"city": "Portland", "min_price": 200000, "max_price": 350000, "features": ["garden"]},
    ),
    (
        forms.HOMES,
        "at least four bedrooms in Tulsa, max 500000",
        {"city": "Tulsa", "max_price": 500000, "bedrooms": 4},
    ),
    (
        forms.TAXI,
        "A taxi from Central Station to the Grand Hotel at 6:45 am for two passengers",
        {"pickup": "Central Station", "dropoff": "Grand Hotel", "time": "06:45", "passengers": 2},
    ),
    (
        forms.TAXI,
        "pick me up at Harbor Mall at 9 pm, going to Oak Park, 3 of us",
        {"pickup": "Harbor Mall", "dropoff": "Oak Park", "time": "21:00", "passengers": 3},
    ),
    (
        forms.TAXI,
        "from the airport to 12 Elm Street at noon, one passenger",
        {"pickup": "Airport", "dropoff": "12 Elm Street", "time": "12:00", "passengers": 1},
    ),
    (forms.PREFS, "please stop sending me the newsletter", {"newsletter": False}),
    (forms.PREFS, "I'd like text messages in German", {"sms": True, "language": "de"}),
    (forms.PREFS, "no more sms, but yes to the newsletter", {"newsletter": True, "sms": False}),
    (forms.PREFS, "switch to French", {"language": "fr"}),
    (
        forms.ENROL,
        "Enrol Nora Klein in the Japanese course, she has never learned it before, Tuesday class",
        {"student": "Nora Klein", "course": "japanese", "level": "beginner", "weekday": "tuesday"},
    ),
    (
        forms.ENROL,
        "The student is Omar Haddad, spanish, advanced, on wednesdays",
        {"student": "Omar Haddad", "course": "spanish", "level": "advanced", "weekday": "wednesday"},
    ),
    (
        forms.ENROL,
        "French for Tim Low, he can hold a simple conversation. Thursday works",
        {"student": "Tim Low", "course": "french", "level": "intermediate", "weekday": "thursday"},
    ),
    (
        forms.BIKE,
        "Two electric bikes for 4 hours with helmets",
        {"bikes": 2, "hours": 4, "helmet": True, "kind": "electric"},
    ),
    (
        forms.BIKE,
        "we need 5 mountain bikes for a couple of hours, no helmets",
        {"bikes": 5, "hours": 2, "helmet": False, "kind": "mountain"},
    ),
    (
        forms.BIKE,
        "one city bike, 24 hours, helmet yes",
        {"bikes": 1, "hours": 24, "helmet": True, "kind": "city"},
    ),
    (
        forms.CATER,
        "Italian food for 80 guests on June 20th, $35 per person, allergies: nuts and shellfish",
        {
            "guests": 80,
            "event_date": "2026-06-20",
            "cuisine": "italian",
            "budget_per_person": 35,
            "allergies": ["nuts", "shellfish"],
        },
    ),
    (
        forms.CATER,
        "vegan catering, 120 people, April 4 2026, budget of 28 dollars a head, no allergies",
        {
            "guests": 120,
            "event_date": "2026-04-04",
            "cuisine": "vegan",
            "budget_per_person": 28,
            "allergies": [],
        },
    ),
    (
        forms.CATER,
        "mexican, fifty guests, May 1st, 20 per person, nobody has allergies",
        {
            "guests": 50,
            "event_date": "2026-05-01",
            "cuisine": "mexican",
            "budget_per_person": 20,
            "allergies": [],
        },
    ),
    (
        forms.MORTGAGE,
        "The house costs $420,000, we can put 80k down, my credit score is "
        "740, I'm self-employed and it's our first home",
        {
            "home_price": 420000,
            "down_payment": 80000,
            "credit_score": 740,
            "employment": "self_employed",
            "first_time_buyer": True,
        },
    ),
    (
        forms.MORTGAGE,
        "price 350000, down payment 50000, score 690, retired, not our first home",
        {
            "home_price": 350000,
            "down_payment": 50000,
            "credit_score": 690,
            "employment": "retired",
            "first_time_buyer": False,
        },
    ),
    (
        forms.DONATE,
        "I'd like to give $25 monthly, anonymously",
        {"amount": 25, "frequency": "monthly", "anonymous": True},
    ),
    (
        forms.DONATE,
        "100 dollars once, not anonymous",
        {"amount": 100, "frequency": "once", "anonymous": False},
    ),
    (
        forms.DONATE,
        "five hundred a year... I mean yearly, and you may name me, so not anonymous",
        {"amount": 500, "frequency": "yearly", "anonymous": False},
    ),
    (
        forms.CONTACT,
        "I'm Helen O'Brien, helen.ob@mail.net, born July 4th 1976, married, two dependents",
        {
            "first_name": "Helen",
            "last_name": "O'Brien",
            "email": "helen.ob@mail.net",
            "birthday": "1976-07-04",
            "marital_status": "married",
            "dependents": 2,
        },
    ),
    (
        forms.CONTACT,
        "My name is Juan de la Cruz, birthday 1990-11-23, single with no dependents, jdlc@example.com",
        {
            "first_name": "Juan",
            "last_name": "de la Cruz",
            "email": "jdlc@example.com",
            "birthday": "1990-11-23",
            "marital_status": "single",
            "dependents": 0,
        },
    ),
    (
        forms.CONTACT,
        "first name Wei, last name Zhang, wei@z.io, 3 Feb 1988, divorced, 1 dependent",
        {
            "first_name": "Wei",
            "last_name": "Zhang",
            "email": "wei@z.io",
            "birthday": "1988-02-03",
            "marital_status": "divorced",
            "dependents": 1,
        },
    ),
    (
        forms.HEALTH,
        "I don't smoke, I'm 180 cm and 75 kg, no medical conditions",
        {"smoker": False, "height_cm": 180, "weight_kg": 75, "conditions": []},
    ),
    (
        forms.HEALTH,
        "smoker, height 165, weight 82 kg, I have asthma and diabetes",
        {"smoker": True, "height_cm": 165, "weight_kg": 82, "conditions": ["asthma", "diabetes"]},
    ),
    (
        forms.HEALTH,
        "never smoked, 172 centimeters tall, weigh 68 kilos, high blood... hypertension",
        {"smoker": False, "height_cm": 172, "weight_kg": 68, "conditions": ["hypertension"]},
    ),
]

NOTHING_TO_CALL = [
    (forms.CARRENT, "do you have cars?"),
    (forms.CARRENT, "I need a car for my trip"),
    (forms.CLAIM, "someone broke into my house"),
    (forms.TRANSFER, "I'd like to send money"),
    (forms.TRANSFER, "what's my balance?"),
    (forms.REPAIR, "my oven is making noise"),
    (forms.TAXI, "taxi please"),
    (forms.PREFS, "hello, are you there?"),
    (forms.ENROL, "which courses do you have?"),
    (forms.BIKE, "is it raining?"),
    (forms.CATER, "do you do weddings?"),
    (forms.MORTGAGE, "how does a mortgage work?"),
    (forms.DONATE, "I want to help"),
    (forms.CONTACT, "what do you need?"),
]
