"""Offices and authorities: parcels, visas, taxes, leave."""

from typing import Any

from tests.providers.embedded import forms_offices as forms

ANSWERS: list[tuple[Any, str, dict[str, Any]]] = [
    (
        forms.PARCEL,
        "A 3.5 kg parcel to Germany, express, insured",
        {"weight_kg": 3.5, "destination_country": "Germany", "speed": "express", "insured": True},
    ),
    (
        forms.PARCEL,
        "send a package of two kilos to Japan with standard shipping, no insurance",
        {"weight_kg": 2, "destination_country": "Japan", "speed": "standard", "insured": False},
    ),
    (
        forms.PARCEL,
        "it weighs 12kg and goes to Brazil, standard, uninsured",
        {"weight_kg": 12, "destination_country": "Brazil", "speed": "standard", "insured": False},
    ),
    (
        forms.VISA,
        "nationality: Indian, business trip, arriving next Monday, staying for two weeks",
        {"nationality": "Indian", "purpose": "business", "arrival": "2026-01-19", "days": 14},
    ),
    (
        forms.TUTOR,
        "physics for 9th grade, twice... 2 sessions a week, online",
        {"subject": "physics", "grade": 9, "sessions_per_week": 2, "online": True},
    ),
    (
        forms.TUTOR,
        "My daughter in grade 5 needs math help, three sessions per week, not online",
        {"subject": "math", "grade": 5, "sessions_per_week": 3, "online": False},
    ),
    (
        forms.TAX,
        "I work for Acme Corp, $6,200 a month gross, single, living in Texas",
        {"employer": "Acme Corp", "gross_monthly": 6200, "filing_status": "single", "state": "TX"},
    ),
    (
        forms.TAX,
        "employer is Globex, 4500 dollars gross per month, married filing jointly, Ohio",
        {"employer": "Globex", "gross_monthly": 4500, "filing_status": "married_jointly", "state": "OH"},
    ),
    (
        forms.STORAGE,
        "a 10x10 unit with climate control for 6 months starting Feb 1",
        {"unit_size": "10x10", "climate_control": True, "months": 6, "start": "2026-02-01"},
    ),
    (
        forms.STORAGE,
        "5x5, no climate control, three months, from tomorrow",
        {"unit_size": "5x5", "climate_control": False, "months": 3, "start": "2026-01-16"},
    ),
    (
        forms.PHOTO,
        "wedding in Savannah on June 20, 8 hours, with a printed album",
        {"event": "wedding", "date": "2026-06-20", "hours": 8, "location": "Savannah", "album": True},
    ),
    (
        forms.PHOTO,
        "portrait shoot tomorrow in Tucson for an hour and a half",
        {"event": "portrait", "date": "2026-01-16", "hours": 1.5, "location": "Tucson"},
    ),
    (
        forms.BLOOD,
        "Name: Luis Vega, type A+, weight 180 lbs, and I haven't travelled abroad",
        {"donor_name": "Luis Vega", "blood_type": "A+", "weight_lbs": 180, "recent_travel": False},
    ),
    (forms.ALARM, "wake me at 6:30 am on weekdays", {"time": "06:30", "repeat": "weekdays"}),
    (
        forms.ALARM,
        "set an alarm for quarter past seven in the morning, daily",
        {"time": "07:15", "repeat": "daily"},
    ),
    (forms.ALARM, "alarm at 22:00 once", {"time": "22:00", "repeat": "once"}),
    (
        forms.BOOK,
        '"The Left Hand of Darkness" in paperback, two copies',
        {"title": "The Left Hand of Darkness", "format": "paperback", "copies": 2},
    ),
    (forms.BOOK, "the ebook, title: Dune", {"title": "Dune", "format": "ebook"}),
    (
        forms.ENERGY,
        "about 450 kWh a month, apartment, no solar panels, 60614",
        {"usage_kwh": 450, "home_type": "apartment", "solar": False, "zip": "60614"},
    ),
    (
        forms.ENERGY,
        "we use 900 kwh monthly, it's a house with solar, zip 85004",
        {"usage_kwh": 900, "home_type": "house", "solar": True, "zip": "85004"},
    ),
    (
        forms.CHILD,
        "Mia Torres, born 2 June 2023, starting September 2026, Monday, Tuesday and Friday",
        {
            "child_name": "Mia Torres",
            "birth_date": "2023-06-02",
            "start_month": "2026-09",
            "days": ["monday", "tuesday", "friday"],
        },
    ),
    (
        forms.LEAVE,
        "vacation from July 6 to July 17, employee number 40917",
        {"employee_id": "40917", "first_day": "2026-07-06", "last_day": "2026-07-17", "kind": "vacation"},
    ),
    (
        forms.LEAVE,
        "I'm sick today and tomorrow, my employee number is E-221",
        {"employee_id": "E-221", "first_day": "2026-01-15", "last_day": "2026-01-16", "kind": "sick"},
    ),
    (forms.FILTERS, "thai places under $25", {"max_price": 25, "cuisine": "thai"}),
    (forms.FILTERS, "at least 4 stars", {"min_rating": 4}),
    (
        forms.FILTERS,
        "sushi, four stars or more, at most 40 dollars",
        {"min_rating": 4, "max_price": 40, "cuisine": "sushi"},
    ),
]

NOTHING_TO_CALL = [
    (forms.PARCEL, "where is my parcel?"),
    (forms.VISA, "do I need a visa?"),
    (forms.TUTOR, "my son struggles at school"),
    (forms.STORAGE, "I have too much stuff"),
    (forms.ALARM, "I slept badly"),
    (forms.BOOK, "any good books?"),
    (forms.FILTERS, "I'm hungry"),
    (forms.CHILD, "she is very shy"),
    (forms.CABIN, "is there a lake?"),
    (forms.LEAVE, "I need a break"),
]

CONVERSATIONS: list[tuple[Any, list[str], dict[str, Any]]] = [
    (
        forms.PARCEL,
        ["I want to send a parcel", "four kilograms", "France", "express", "yes"],
        {"weight_kg": 4, "destination_country": "France", "speed": "express", "insured": True},
    ),
    (
        forms.PARCEL,
        ["2 kg to Spain", "the first one", "no"],
        {"weight_kg": 2, "destination_country": "Spain", "speed": "standard", "insured": False},
    ),
    (
        forms.TUTOR,
        ["chemistry", "grade 10", "once a week", "yes online"],
        {"subject": "chemistry", "grade": 10, "sessions_per_week": 1, "online": True},
    ),
    (
        forms.TUTOR,
        ["english, 7th grade", "2", "in person"],
        {"subject": "english", "grade": 7, "sessions_per_week": 2, "online": False},
    ),
    (
        forms.STORAGE,
        ["the biggest... 10x20", "yes please", "a year", "today"],
        {"unit_size": "10x20", "climate_control": True, "months": 12, "start": "2026-01-15"},
    ),
    (
        forms.PHOTO,
        ["birthday on Feb 7", "in Reno", "actually on Feb 8", "3"],
        {"event": "birthday", "date": "2026-02-08", "hours": 3, "location": "Reno"},
    ),
    (
        forms.BLOOD,
        ["Grace Hall", "AB negative", "one hundred forty", "no"],
        {"donor_name": "Grace Hall", "blood_type": "AB-", "weight_lbs": 140, "recent_travel": False},
    ),
    (
        forms.ENERGY,
        ["500", "house", "nope", "94110"],
        {"usage_kwh": 500, "home_type": "house", "solar": False, "zip": "94110"},
    ),
    (forms.BOOK, ["I'd like to order a book", "Dune", "hardcover"], {"title": "Dune", "format": "hardcover"}),
    (
        forms.VISA,
        ["tourism", "Mexican", "May 3rd", "a week"],
        {"nationality": "Mexican", "purpose": "tourism", "arrival": "2026-05-03", "days": 7},
    ),
    (forms.ALARM, ["7 am", "every day"], {"time": "07:00", "repeat": "daily"}),
    (
        forms.LEAVE,
        ["parental leave", "from March 2 until May 29", "E-900"],
        {"employee_id": "E-900", "first_day": "2026-03-02", "last_day": "2026-05-29", "kind": "parental"},
    ),
    (
        forms.CHILD,
        ["Leo Park", "April 9, 2022", "August", "Mondays and Wednesdays"],
        {
            "child_name": "Leo Park",
            "birth_date": "2022-04-09",
            "start_month": "2026-08",
            "days": ["monday", "wednesday"],
        },
    ),
    (
        forms.TAX,
        ["Initech", "5k", "head of household", "California"],
        {"employer": "Initech", "gross_monthly": 5000, "filing_status": "head_of_household", "state": "CA"},
    ),
    (forms.FILTERS, ["pizza", "max 20", "actually 30"], {"max_price": 30}),
    (
        forms.TAX,
        ["single, I live in Nevada", "Acme", "3,800 a month"],
        {"employer": "Acme", "gross_monthly": 3800, "filing_status": "single", "state": "NV"},
    ),
    (
        forms.STORAGE,
        ["5x10 for two months", "no", "next Friday"],
        {"unit_size": "5x10", "climate_control": False, "months": 2, "start": "2026-01-16"},
    ),
    (
        forms.PHOTO,
        ["corporate event", "Boise", "January 30th", "six hours, and yes an album"],
        {"event": "corporate", "date": "2026-01-30", "hours": 6, "location": "Boise", "album": True},
    ),
]
