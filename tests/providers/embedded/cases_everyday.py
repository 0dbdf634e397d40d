"""Everyday bookings, orders and applications: what a customer writes, and the call that must come of it."""

from typing import Any

from tests.providers.embedded import forms_everyday as forms

ANSWERS: list[tuple[Any, str, dict[str, Any]]] = [
    (
        forms.TABLE,
        "A table for four tomorrow at 7pm under the name Rivera",
        {"party_size": 4, "day": "2026-01-16", "at": "19:00", "name": "Rivera"},
    ),
    (
        forms.TABLE,
        "Hi, I'd like to book a table for 2 on Friday at 8:30 pm, name is Ana "
        "Costa, outside on the terrace please",
        {"party_size": 2, "day": "2026-01-16", "at": "20:30", "name": "Ana Costa", "outdoor": True},
    ),
    (
        forms.TABLE,
        "party of six, next Saturday, half past seven in the evening, for John Smith",
        {"party_size": 6, "day": "2026-01-17", "at": "19:30", "name": "John Smith"},
    ),
    (
        forms.TABLE,
        "We are 5 people, Jan 20 at noon. My name is Lee Wong. Not outdoors",
        {"party_size": 5, "day": "2026-01-20", "at": "12:00", "name": "Lee Wong", "outdoor": False},
    ),
    (
        forms.TICKET,
        "My laptop screen keeps flickering since the update. It's technical, "
        "and you can reach me at jo@example.com",
        {
            "email": "jo@example.com",
            "category": "technical",
            "description": "My laptop screen keeps flickering since the update.",
        },
    ),
    (
        forms.TICKET,
        "urgent billing issue: I was charged twice for my order last week. sam.k@mail.co",
        {
            "email": "sam.k@mail.co",
            "category": "billing",
            "priority": "urgent",
            "description": "urgent billing issue: I was charged twice for my order last week.",
        },
    ),
    (
        forms.FLIGHT,
        "I want to fly from Boston to Denver on March 3rd, coming back March "
        "10, two adults and one child, economy",
        {
            "origin": "Boston",
            "destination": "Denver",
            "departure_date": "2026-03-03",
            "return_date": "2026-03-10",
            "adults": 2,
            "children": 1,
            "cabin": "economy",
        },
    ),
    (
        forms.FLIGHT,
        "One way business class flight from New York to San Francisco next Friday for 1 adult",
        {
            "origin": "New York",
            "destination": "San Francisco",
            "departure_date": "2026-01-16",
            "adults": 1,
            "cabin": "business",
        },
    ),
    (
        forms.FLIGHT,
        "leaving Chicago for Miami on 2026-02-14, 3 adults, premium economy",
        {
            "origin": "Chicago",
            "destination": "Miami",
            "departure_date": "2026-02-14",
            "adults": 3,
            "cabin": "premium_economy",
        },
    ),
    (forms.DATES, "3–9 Aug 2027", {"check_in": "2027-08-03", "check_out": "2027-08-09"}),
    (forms.DATES, "from August 1 to August 8, 2027", {"check_in": "2027-08-01", "check_out": "2027-08-08"}),
    (
        forms.DATES,
        "I arrive on Feb 3 and leave on Feb 6",
        {"check_in": "2026-02-03", "check_out": "2026-02-06"},
    ),
    (
        forms.DATES,
        "three nights from March 10th, I mean for 3 nights",
        {"check_in": "2026-03-10", "check_out": "2026-03-13"},
    ),
    (
        forms.DATES,
        "checking in tomorrow for two nights",
        {"check_in": "2026-01-16", "check_out": "2026-01-18"},
    ),
    (forms.DATES, "June 5th through June 9th", {"check_in": "2026-06-05", "check_out": "2026-06-09"}),
    (forms.DATES, "12/24/2026 - 12/27/2026", {"check_in": "2026-12-24", "check_out": "2026-12-27"}),
    (forms.DATES, "30 Feb to 5 Mar 2027", {"check_in": "2027-02-30", "check_out": "2027-03-05"}),
    (forms.BUDGET, "max 700", {"max": 700}),
    (forms.BUDGET, "between $500 and $800 a night", {"min": 500, "max": 800}),
    (forms.BUDGET, "at least 200 but no more than 350 dollars", {"min": 200, "max": 350}),
    (forms.BUDGET, "nothing above $450 please", {"max": 450}),
    (forms.BUDGET, "under 300", {"max": 300}),
    (forms.BUDGET, "100-200", {"min": 100, "max": 200}),
    (forms.BUDGET, "min 800, max 500", {"min": 800, "max": 500}),
    (forms.BUDGET, "from $1,000 to $1.5k", {"min": 1000, "max": 1500}),
    (forms.DISTANCE, "within 5 miles of the airport", {"airport": 5}),
    (forms.DISTANCE, "at most two miles from downtown", {"city_center": 2}),
    (
        forms.DISTANCE,
        "no more than 3 miles to the city center and 10 miles from the airport",
        {"airport": 10, "city_center": 3},
    ),
    (forms.DISTANCE, "airport within -5 miles", {"airport": -5}),
    (forms.DISTANCE, "up to 1.5 miles from the center", {"city_center": 1.5}),
    (forms.AMENITIES, "wifi and parking", {"amenities": ["free_wifi", "free_parking"]}),
    (
        forms.AMENITIES,
        "We need breakfast, a gym and an indoor pool",
        {"amenities": ["free_breakfast", "fitness_center", "indoor_pool"]},
    ),
    (
        forms.AMENITIES,
        "I'm bringing my dog and need to charge my EV",
        {"amenities": ["pet_friendly", "ev_charging"]},
    ),
    (forms.AMENITIES, "free brekfast please", {"amenities": ["free_breakfast"]}),
    (forms.ROOM, "two beds please", {"room_type": "two beds"}),
    (forms.ROOM, "a suite", {"room_type": "suite"}),
    (forms.ROOM, "one bed is enough", {"room_type": "one bed"}),
    (
        forms.VISIT,
        "I'm Maria Lopez, born 12 May 1985. I'd like to see the doctor next "
        "Tuesday in person because of back pain. It's my first visit.",
        {
            "patient_name": "Maria Lopez",
            "date_of_birth": "1985-05-12",
            "reason": "back pain",
            "visit_type": "in_person",
            "preferred_date": "2026-01-20",
            "new_patient": True,
        },
    ),
    (
        forms.PIZZA,
        "two large pizzas with mushrooms and olives, delivery",
        {"size": "large", "toppings": ["mushrooms", "olives"], "quantity": 2, "delivery": "delivery"},
    ),
    (
        forms.PIZZA,
        "I'd like one small pepperoni pizza for pickup",
        {"size": "small", "toppings": ["pepperoni"], "quantity": 1, "delivery": "pickup"},
    ),
    (
        forms.PIZZA,
        "3 medium pizzas, extra cheese and ham, I'll pick it up",
        {"size": "medium", "toppings": ["extra_cheese", "ham"], "quantity": 3, "delivery": "pickup"},
    ),
    (
        forms.PIZZA,
        "a dozen large pizzas with pineapple delivered to the office",
        {"size": "large", "toppings": ["pineapple"], "quantity": 12, "delivery": "delivery"},
    ),
    (
        forms.LOAN,
        "I want to borrow $15,000 over 36 months for a car. I make 72k a year and I own my home",
        {"amount": 15000, "term_months": 36, "annual_income": 72000, "purpose": "car", "homeowner": True},
    ),
    (
        forms.LOAN,
        "twenty thousand dollars for home improvement, term of 48 months, "
        "income is 90,000 and I don't own a home",
        {
            "amount": 20000,
            "term_months": 48,
            "annual_income": 90000,
            "purpose": "home_improvement",
            "homeowner": False,
        },
    ),
    (
        forms.DELIVERY,
        "Send it to Jordan Blake, 42 Maple Street, Portland, OR 97201, phone 503-555-0142",
        {
            "recipient": "Jordan Blake",
            "address": {"street": "42 Maple Street", "city": "Portland", "state": "OR", "zip_code": "97201"},
            "phone": "503-555-0142",
        },
    ),
    (
        forms.DELIVERY,
        "The recipient is Amy Chen. 1200 5th Ave Apt 4, Seattle, Washington 98101",
        {
            "recipient": "Amy Chen",
            "address": {
                "street": "1200 5th Ave Apt 4",
                "city": "Seattle",
                "state": "WA",
                "zip_code": "98101",
            },
        },
    ),
    (
        forms.EXPENSE,
        "I spent $48.20 on lunch at Blue Bottle yesterday, category meals, merchant: Blue Bottle",
        {"amount": 48.2, "spent_on": "2026-01-14", "category": "meals", "merchant": "Blue Bottle"},
    ),
    (
        forms.EXPENSE,
        "amount 120 dollars, travel, on January 9th, merchant is Delta",
        {"amount": 120, "spent_on": "2026-01-09", "category": "travel", "merchant": "Delta"},
    ),
    (
        forms.PET,
        "I'd love a dog. We have a garden, no children, and it would be alone about 3 hours a day",
        {"species": "dog", "has_garden": True, "has_children": False, "hours_alone": 3},
    ),
    (
        forms.PET,
        "a cat, no yard, two kids, alone for five hours",
        {"species": "cat", "has_garden": False, "has_children": True, "hours_alone": 5},
    ),
    (
        forms.MOVE,
        "Moving from Austin to Dallas on May 2nd, three bedrooms, and yes I want help with packing",
        {
            "from_city": "Austin",
            "to_city": "Dallas",
            "move_date": "2026-05-02",
            "bedrooms": 3,
            "packing": True,
        },
    ),
    (
        forms.MOVE,
        "from Salt Lake City to Reno, 2 bedrooms, in two weeks, no packing needed",
        {
            "from_city": "Salt Lake City",
            "to_city": "Reno",
            "move_date": "2026-01-29",
            "bedrooms": 2,
            "packing": False,
        },
    ),
    (
        forms.ORDER,
        "3 blue mugs and 2 notebooks",
        {"lines": [{"product": "blue mugs", "quantity": 3}, {"product": "notebooks", "quantity": 2}]},
    ),
    (
        forms.JOB,
        "I'm Priya Patel, priya@example.org, (415) 555-2671, 8 years of experience, remote, expecting $140k",
        {
            "first_name": "Priya",
            "last_name": "Patel",
            "email": "priya@example.org",
            "phone": "(415) 555-2671",
            "years_of_experience": 8,
            "remote": True,
            "expected_salary": 140000,
        },
    ),
    (
        forms.GYM,
        "the unlimited plan, paid yearly, starting on the 1st of February",
        {"plan": "unlimited", "billing": "yearly", "start": "2026-02-01"},
    ),
    (
        forms.GYM,
        "basic, monthly, start today, with a personal trainer",
        {"plan": "basic", "billing": "monthly", "start": "2026-01-15", "personal_trainer": True},
    ),
    (
        forms.GYM,
        "plus plan billed monthly from next Monday without a trainer",
        {"plan": "plus", "billing": "monthly", "start": "2026-01-19", "personal_trainer": False},
    ),
    (
        forms.RETURN,
        "order A-10233 arrived broken, I want my money back on the card",
        {"order_number": "A-10233", "reason": "damaged", "refund": "card"},
    ),
    (
        forms.RETURN,
        "It is no longer wanted, order number B-77120, store credit is fine",
        {"order_number": "B-77120", "reason": "changed_mind", "refund": "store_credit"},
    ),
    (
        forms.RETURN,
        "You sent the wrong item! Order C-5512. Refund to my card",
        {"order_number": "C-5512", "reason": "wrong_item", "refund": "card"},
    ),
    (
        forms.MEETING,
        "Title: Budget review, tomorrow at 10:30 am for 45 minutes, attendees: Ana, Bo and Cy",
        {
            "title": "Budget review",
            "starts_at": "10:30",
            "on": "2026-01-16",
            "duration_minutes": 45,
            "attendees": ["Ana", "Bo", "Cy"],
        },
    ),
]

NOTHING_TO_CALL = [
    (forms.TABLE, "hello"),
    (forms.TABLE, "What are your opening hours?"),
    (forms.TABLE, "I'd like to reserve a table"),
    (forms.TABLE, "Do you have vegan food?"),
    (forms.TICKET, "hi there"),
    (forms.FLIGHT, "I want to go on holiday"),
    (forms.DATES, "I don't know yet"),
    (forms.BUDGET, "I don't know"),
    (forms.BUDGET, "what is the cheapest price?"),
    (forms.AMENITIES, "what amenities are there?"),
    (forms.DISTANCE, "how far is the airport?"),
    (forms.LOAN, "Can I get a loan?"),
    (forms.DELIVERY, "when will it arrive?"),
    (forms.PET, "I love animals"),
    (forms.ROOM, "which rooms do you have?"),
    (forms.VISIT, "my back hurts"),
    (forms.JOB, "is the salary good?"),
    (forms.EXPENSE, "I bought lunch"),
    (forms.GYM, "how much is the basic plan?"),
    (forms.RETURN, "I want to return something"),
    (forms.ORDER, "I'd like to order something"),
    (forms.MEETING, "set up a meeting"),
    (forms.MOVE, "I'm moving soon"),
]
