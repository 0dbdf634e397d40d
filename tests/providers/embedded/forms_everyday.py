"""Forms of many trades, as different authors would declare them, to try the embedded provider on."""

from datetime import date, time
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, Field

from tests.providers.embedded.talk import tool


class Table(BaseModel):
    party_size: int = Field(ge=1, le=20, description="Number of guests")
    day: str = Field(description="Date of the reservation, YYYY-MM-DD")
    at: str = Field(description="Time of arrival, HH:MM")
    name: str = Field(description="Name for the reservation")
    outdoor: bool = Field(default=False, description="Whether to sit outdoors on the terrace")


class Ticket(BaseModel):
    email: str = Field(description="Email address for updates")
    category: Literal["billing", "technical", "account", "other"]
    priority: Literal["low", "normal", "urgent"] = Field(
        default="normal", description="How urgent the matter is"
    )
    description: str = Field(min_length=5, description="What went wrong, in the customer's own words")


class Cabin(StrEnum):
    economy = "economy"
    premium = "premium_economy"
    business = "business"
    first = "first"


class Flight(BaseModel):
    origin: str = Field(description="City or airport of departure")
    destination: str = Field(description="City or airport to fly to")
    departure_date: date = Field(description="Day of the outbound flight")
    return_date: date | None = Field(default=None, description="Day of the return flight, if any")
    adults: int = Field(ge=1, le=9, description="Number of adult passengers")
    children: int = Field(default=0, ge=0, le=8, description="Number of children")
    cabin: Cabin = Field(description="Cabin class")


class Dates(BaseModel):
    check_in: date = Field(description="Check-in date")
    check_out: date = Field(description="Check-out date")


class Budget(BaseModel):
    min: float | None = Field(default=None, ge=0, description="Lowest price per night in USD")
    max: float | None = Field(default=None, ge=0, description="Highest price per night in USD")


class Distance(BaseModel):
    airport: float | None = Field(default=None, description="Greatest distance from the airport in miles")
    city_center: float | None = Field(
        default=None, description="Greatest distance from the city center in miles"
    )


class Amenities(BaseModel):
    amenities: list[
        Literal[
            "free_wifi",
            "free_breakfast",
            "indoor_pool",
            "outdoor_pool",
            "fitness_center",
            "pet_friendly",
            "free_parking",
            "ev_charging",
        ]
    ] = Field(min_length=1, description="Amenities that the hotel must have")


class Room(BaseModel):
    room_type: Literal["one bed", "two beds", "suite"] = Field(description="Kind of room")


class Nothing(BaseModel):
    pass


class Visit(BaseModel):
    patient_name: str = Field(description="Patient's full name")
    date_of_birth: date
    reason: str = Field(description="Reason for the visit")
    visit_type: Literal["in_person", "video"] = Field(
        description="in_person (at the clinic) or video (from home)"
    )
    preferred_date: date = Field(description="Preferred day of the appointment")
    new_patient: bool = Field(description="True if this is the patient's first visit")


class Pizza(BaseModel):
    size: Literal["small", "medium", "large"]
    toppings: list[
        Literal["mushrooms", "olives", "pepperoni", "onions", "extra_cheese", "ham", "pineapple"]
    ] = Field(default_factory=list, description="Toppings")
    quantity: int = Field(ge=1, le=20, description="How many pizzas")
    delivery: Literal["delivery", "pickup"] = Field(description="Whether to deliver it or have it picked up")


class Loan(BaseModel):
    amount: int = Field(ge=1000, le=100000, description="Amount to borrow in US dollars")
    term_months: int = Field(ge=6, le=84, description="Repayment term in months")
    annual_income: int = Field(ge=0, description="Gross annual income in US dollars")
    purpose: Literal["car", "home_improvement", "debt_consolidation", "other"] = Field(
        description="What the loan is for"
    )
    homeowner: bool = Field(description="Whether the applicant owns their home")


class Address(BaseModel):
    street: str = Field(description="Street and house number")
    city: str
    state: str = Field(description="Two-letter state code", min_length=2, max_length=2)
    zip_code: str = Field(pattern=r"^\d{5}$", description="ZIP code")


class Delivery(BaseModel):
    recipient: str = Field(description="Full name of the recipient")
    address: Address
    phone: str | None = Field(default=None, description="Phone number for the courier")


class Expense(BaseModel):
    amount: float = Field(gt=0, description="Amount spent in USD")
    spent_on: date = Field(description="Day of the expense")
    category: Literal["meals", "travel", "lodging", "supplies"] = Field(description="Kind of expense")
    merchant: str = Field(description="Where the money was spent")


class Pet(BaseModel):
    species: Literal["dog", "cat", "rabbit"] = Field(description="Kind of animal")
    has_garden: bool = Field(description="Whether the applicant has a garden or yard")
    has_children: bool = Field(description="Whether there are children in the household")
    hours_alone: int = Field(ge=0, le=24, description="Hours a day that the animal would be alone")


class Move(BaseModel):
    from_city: str = Field(description="City to move from")
    to_city: str = Field(description="City to move to")
    move_date: date = Field(description="Day of the move")
    bedrooms: int = Field(ge=0, le=10, description="Number of bedrooms")
    packing: bool = Field(description="Whether packing help is wanted")


class Line(BaseModel):
    product: str = Field(description="What is ordered")
    quantity: int = Field(ge=1)


class Order(BaseModel):
    lines: list[Line] = Field(min_length=1, description="Products ordered")
    gift_wrap: bool = Field(default=False, description="Gift wrapping")


class Job(BaseModel):
    first_name: str
    last_name: str
    email: str = Field(json_schema_extra={"format": "email"})
    phone: str
    years_of_experience: int = Field(ge=0, le=60, description="Years of professional experience")
    remote: bool = Field(description="Whether remote work is wanted")
    expected_salary: int = Field(description="Expected yearly salary in dollars")


class Gym(BaseModel):
    plan: Literal["basic", "plus", "unlimited"] = Field(description="Membership plan")
    billing: Literal["monthly", "yearly"] = Field(description="How often the member pays")
    start: date = Field(description="First day of the membership")
    personal_trainer: bool = Field(default=False, description="Whether a personal trainer is wanted")


class Return(BaseModel):
    order_number: str = Field(description="Order number, such as A-10233")
    reason: Literal["damaged", "wrong_item", "changed_mind", "late"] = Field(
        json_schema_extra={
            "x-options": {
                "damaged": "arrived broken or defective",
                "wrong_item": "not what was ordered",
                "changed_mind": "no longer wanted",
                "late": "arrived too late",
            }
        }
    )
    refund: Literal["card", "store_credit"] = Field(
        description="card (money back to the card) or store_credit (credit for the next purchase)"
    )


class Meeting(BaseModel):
    title: str = Field(description="Title of the meeting")
    starts_at: time = Field(description="Start time")
    on: date = Field(description="Day of the meeting")
    duration_minutes: int = Field(ge=5, le=480, description="Length in minutes")
    attendees: list[str] = Field(description="Names of the people to invite")


STOP = tool("terminate_session", Nothing, "End the conversation when the customer asks to stop.")
TABLE = tool("reserve_table", Table, "Reserve a table at the restaurant.")
TICKET = tool("open_ticket", Ticket, "Open a support ticket.")
FLIGHT = tool("search_flights", Flight, "Search for flights.")
DATES = tool("capture_dates", Dates, "Save the dates of the stay.")
BUDGET = tool("capture_budget", Budget, "Save the price range per night.")
DISTANCE = tool("capture_distance", Distance, "Save how far the hotel may be.")
AMENITIES = tool("capture_amenities", Amenities, "Save the amenities wanted.")
NO_AMENITIES = tool("capture_no_amenity_preference", Nothing, "The guest has no preference about amenities.")
ROOM = tool("capture_room_type", Room, "Save the room type.")
VISIT = tool("book_visit", Visit, "Book a doctor's appointment.")
PIZZA = tool("order_pizza", Pizza, "Place a pizza order.")
LOAN = tool("apply_for_loan", Loan, "Submit a loan application.")
DELIVERY = tool("save_delivery", Delivery, "Save where to deliver the parcel.")
EXPENSE = tool("file_expense", Expense, "File an expense claim.")
PET = tool("apply_to_adopt", Pet, "Apply to adopt an animal.")
MOVE = tool("quote_move", Move, "Quote a house move.")
ORDER = tool("place_order", Order, "Order products.")
JOB = tool("apply_for_job", Job, "Apply for the job.")
GYM = tool("join_gym", Gym, "Start a gym membership.")
RETURN = tool("return_item", Return, "Return an item for a refund.")
MEETING = tool("schedule_meeting", Meeting, "Put a meeting into the calendar.")
