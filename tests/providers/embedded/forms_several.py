"""Nodes with several tools, and tools with one field."""

import datetime
from typing import Literal

from pydantic import BaseModel, Field

from tests.providers.embedded.forms_everyday import STOP
from tests.providers.embedded.talk import tool


class Balance(BaseModel):
    account: Literal["checking", "savings", "credit_card"] = Field(description="Account to look at")


class Card(BaseModel):
    last_four: str = Field(pattern=r"^\d{4}$", description="Last four digits of the card")
    reason: Literal["lost", "stolen", "damaged"] = Field(description="Why the card is blocked")


class Pay(BaseModel):
    payee: str = Field(description="Who is paid")
    amount: float = Field(gt=0, description="Amount in dollars")
    on: datetime.date = Field(description="Day of the payment")


class Agent(BaseModel):
    pass


BANK = (
    tool("show_balance", Balance, "Show the balance of an account."),
    tool("block_card", Card, "Block a card that is lost, stolen or damaged."),
    tool("pay_bill", Pay, "Pay a bill."),
    tool("talk_to_agent", Agent, "Hand over to a human agent."),
)


class Search(BaseModel):
    city: str = Field(description="City of the hotel")
    check_in: datetime.date = Field(description="Check-in date")
    nights: int = Field(ge=1, description="Number of nights")
    rooms: int = Field(default=1, ge=1, description="Number of rooms")


class Cancel(BaseModel):
    booking_code: str = Field(description="Booking code")


class Review(BaseModel):
    pass


HOTEL = (
    tool("search_hotels", Search, "Search for hotels."),
    tool("cancel_booking", Cancel, "Cancel a booking."),
    tool("show_bookings", Review, "Show the customer's bookings."),
)


class Addr(BaseModel):
    street: str | None = Field(default=None, description="New street")
    city: str | None = Field(default=None, description="New city")
    state: str | None = Field(default=None, description="New state, two-letter code")
    zip_code: str | None = Field(default=None, description="New ZIP code")


class Mail(BaseModel):
    email: str = Field(description="New email address")


PROFILE = (
    tool("update_address", Addr, "Change the address."),
    tool("update_email", Mail, "Change the email address."),
    STOP,
)


class Dob(BaseModel):
    name: str = Field(description="Your full name")
    date_of_birth: datetime.date = Field(description="Your date of birth")
    state: str = Field(max_length=2, min_length=2, description="State you live in")
    smoker: bool = Field(description="Whether you smoke")
    height_in: int = Field(ge=36, le=96, description="Height in inches")


LIFE = (tool("life_quote", Dob, "Quote life insurance."),)


class When(BaseModel):
    day: datetime.date = Field(description="Day of the appointment")


WHEN = (tool("book", When, "Book an appointment."),)


class Past(BaseModel):
    day: datetime.date = Field(description="Day on which it happened")


PAST = (tool("report", Past, "Report an incident."),)


class Mon(BaseModel):
    month: str = Field(pattern=r"^\d{4}-\d{2}$", description="Month in which it happened")


PMON = (tool("report", Mon, "Report an incident."),)
