"""Services: classes, refills, leases, subscriptions."""

from typing import Any

from tests.providers.embedded import forms_services as forms

ANSWERS: list[tuple[Any, str, dict[str, Any]]] = [
    (
        forms.PETINS,
        "My dog Rex is 3 years old and vaccinated. Accident and illness please",
        {"pet_name": "Rex", "species": "dog", "age": 3, "vaccinated": True, "plan": "accident_and_illness"},
    ),
    (
        forms.PETINS,
        "I have a cat called Luna, two years, not vaccinated, accidents only",
        {"pet_name": "Luna", "species": "cat", "age": 2, "vaccinated": False, "plan": "accident_only"},
    ),
    (
        forms.PETINS,
        "The pet's name is Buddy, he's a dog, 7, fully vaccinated, only accidents",
        {"pet_name": "Buddy", "species": "dog", "age": 7, "vaccinated": True, "plan": "accident_only"},
    ),
    (forms.CLASS, "Two spots in yoga next Thursday", {"class_type": "yoga", "day": "2026-01-22", "spots": 2}),
    (
        forms.CLASS,
        "book me one spot for boxing tomorrow",
        {"class_type": "boxing", "day": "2026-01-16", "spots": 1},
    ),
    (forms.CLASS, "pilatis on Jan 30, 3 spots", {"class_type": "pilates", "day": "2026-01-30", "spots": 3}),
    (
        forms.CLASS,
        "spinning this Saturday for two",
        {"class_type": "spinning", "day": "2026-01-17", "spots": 2},
    ),
    (
        forms.RX,
        "Refill RX-55821, I'll collect it tomorrow at the mall pharmacy, generic is fine",
        {"rx_number": "RX-55821", "pharmacy": "mall", "pickup_date": "2026-01-16", "generic_ok": True},
    ),
    (
        forms.RX,
        "prescription RX-10022, downtown, on Monday, no generics please",
        {"rx_number": "RX-10022", "pharmacy": "downtown", "pickup_date": "2026-01-19", "generic_ok": False},
    ),
    (
        forms.RX,
        "My number is RX-777. North pharmacy, day after tomorrow, a generic is not ok",
        {"rx_number": "RX-777", "pharmacy": "north", "pickup_date": "2026-01-17", "generic_ok": False},
    ),
    (
        forms.LEASE,
        "I want to move in on March 1st for a year, at most $2,200 a month, and I have a cat",
        {"move_in": "2026-03-01", "lease_months": 12, "monthly_rent_max": 2200, "pets": True},
    ),
    (
        forms.LEASE,
        "move in Feb 15, six months, max rent 1800, no pets, furnished",
        {
            "move_in": "2026-02-15",
            "lease_months": 6,
            "monthly_rent_max": 1800,
            "pets": False,
            "furnished": True,
        },
    ),
    (
        forms.LEASE,
        "from April 1, 18 months lease, up to 2500 dollars rent, no pets, unfurnished",
        {
            "move_in": "2026-04-01",
            "lease_months": 18,
            "monthly_rent_max": 2500,
            "pets": False,
            "furnished": False,
        },
    ),
    (
        forms.NET,
        "300 Mbps, I'll install it myself, no router, starting February 1",
        {"speed": 300, "installation": "self", "router": False, "start_date": "2026-02-01"},
    ),
    (
        forms.NET,
        "the 1000 one with a router, a technician should come, start next Tuesday",
        {"speed": 1000, "installation": "technician", "router": True, "start_date": "2026-01-20"},
    ),
    (
        forms.NET,
        "100, technician, router included, asap",
        {"speed": 100, "installation": "technician", "router": True, "start_date": "2026-01-15"},
    ),
    (forms.SURVEY, "5 stars, I'd recommend you", {"rating": 5, "recommend": True}),
    (forms.SURVEY, "two stars and I would not recommend it", {"rating": 2, "recommend": False}),
    (
        forms.SURVEY,
        "I give it a four. Yes I'd recommend you. Comment: the staff were kind",
        {"rating": 4, "recommend": True, "comment": "the staff were kind"},
    ),
    (
        forms.LUGGAGE,
        "Flight UA482, my black bag didn't arrive, one bag, call 312-555-0101",
        {"flight_number": "UA482", "bag_color": "black", "bags": 1, "contact_phone": "312-555-0101"},
    ),
    (
        forms.LUGGAGE,
        "two red suitcases missing from DL1190, phone (404) 555-7788",
        {"flight_number": "DL1190", "bag_color": "red", "bags": 2, "contact_phone": "(404) 555-7788"},
    ),
    (
        forms.ROOF,
        "Metal roof, built in 1987, about 2,400 square feet, and it's leaking",
        {"roof_type": "metal", "year_built": 1987, "square_feet": 2400, "leaking": True},
    ),
    (
        forms.ROOF,
        "shingle, house from 2005, 1800 sq ft, no leaks",
        {"roof_type": "shingle", "year_built": 2005, "square_feet": 1800, "leaking": False},
    ),
    (
        forms.ROOF,
        "it's a flat roof of 900 square feet, the house was built in nineteen seventy two, not leaking",
        {"roof_type": "flat", "year_built": 1972, "square_feet": 900, "leaking": False},
    ),
    (
        forms.COFFEE,
        "a large latte with oat milk to go",
        {"drink": "latte", "size": "L", "milk": "oat", "to_go": True},
    ),
    (
        forms.COFFEE,
        "small espresso, no milk, for here",
        {"drink": "espresso", "size": "S", "milk": "none", "to_go": False},
    ),
    (
        forms.COFFEE,
        "medium capuccino, soy, to go please",
        {"drink": "cappuccino", "size": "M", "milk": "soy", "to_go": True},
    ),
    (
        forms.AUTO,
        "2015 Honda Civic with 88,000 miles needs an oil change next Wednesday",
        {
            "year": 2015,
            "make": "Honda",
            "model": "Civic",
            "mileage": 88000,
            "service": "oil_change",
            "date": "2026-01-21",
        },
    ),
    (
        forms.AUTO,
        "my ford f-150 from 2020, 45k miles, brake inspection on February 3",
        {
            "year": 2020,
            "make": "Ford",
            "model": "F-150",
            "mileage": 45000,
            "service": "brake_inspection",
            "date": "2026-02-03",
        },
    ),
    (
        forms.AUTO,
        "tire rotation for a 2018 Subaru Outback, sixty thousand miles, tomorrow",
        {
            "year": 2018,
            "make": "Subaru",
            "model": "Outback",
            "mileage": 60000,
            "service": "tire_rotation",
            "date": "2026-01-16",
        },
    ),
    (
        forms.WED,
        "Anna Bell and Tom Reed, September 12th 2026, beach, about 90 guests",
        {
            "couple_names": ["Anna Bell", "Tom Reed"],
            "wedding_date": "2026-09-12",
            "guest_count": 90,
            "venue": "beach",
        },
    ),
    (
        forms.WED,
        "garden wedding on June 6 for 150 people, names: Kim and Lou",
        {"couple_names": ["Kim", "Lou"], "wedding_date": "2026-06-06", "guest_count": 150, "venue": "garden"},
    ),
    (
        forms.TRIP,
        "Colorado in July for 5 nights, just the two of us as a couple",
        {"state": "CO", "month": "2026-07", "nights": 5, "traveler_type": "couple"},
    ),
    (
        forms.TRIP,
        "a solo trip to Maine next October, one week... I mean 7 nights",
        {"state": "ME", "month": "2026-10", "nights": 7, "traveler_type": "solo"},
    ),
    (
        forms.TRIP,
        "family vacation in HI, December 2026, ten nights",
        {"state": "HI", "month": "2026-12", "nights": 10, "traveler_type": "family"},
    ),
    (forms.SUBS, "switch me to the family plan with 5 seats", {"plan": "family", "seats": 5}),
    (forms.SUBS, "turn off auto renewal", {"auto_renew": False}),
    (forms.SUBS, "I'm a student now, make it the student plan", {"plan": "student"}),
]

NOTHING_TO_CALL = [
    (forms.PETINS, "I love my dog so much"),
    (forms.CLASS, "what classes are there?"),
    (forms.RX, "I need my medicine"),
    (forms.LEASE, "is it furnished?"),
    (forms.NET, "is 300 Mbps enough?"),
    (forms.SURVEY, "hi"),
    (forms.LUGGAGE, "my bag is lost"),
    (forms.ROOF, "can you come today?"),
    (forms.COFFEE, "good morning"),
    (forms.AUTO, "my car makes noise"),
    (forms.WED, "we are getting married!"),
    (forms.TRIP, "I want a vacation"),
    (forms.SUBS, "how much is the family plan?"),
    (forms.SUBS, "thanks"),
]
