"""Whole conversations: tools that look things up, offer rows, change what is booked, or end something."""

import datetime
import json
from typing import Any, Literal

from pydantic import BaseModel, Field

from tests.providers.embedded.talk import rejected, tool


class Nothing(BaseModel):
    """A tool without arguments."""


class SailingWish(BaseModel):
    destination: Literal["visby", "gdansk", "riga"] = Field(description="Port of arrival")
    day: datetime.date = Field(description="Day of departure")


class SailingBooking(BaseModel):
    sailing_id: str = Field(description="Id of the sailing")
    passengers: int = Field(ge=1, le=9, description="Number of passengers")
    name: str = Field(description="Name of the person who travels")


FIND_SAILINGS = tool("find_sailings", SailingWish, "Find sailings on a day.")
BOOK_SAILING = tool("book_sailing", SailingBooking, "Book one of the sailings found.")


def sailings(arguments: dict[str, Any]) -> str:
    """Three sailings of the day asked for."""
    rows = [
        {"sailing_id": "f-801", "ship": "Aurora", "departs": "07:45", "price": 62.0},
        {"sailing_id": "f-802", "ship": "Borealis", "departs": "13:30", "price": 48.0},
        {"sailing_id": "f-803", "ship": "Aurora", "departs": "21:15", "price": 55.0},
    ]
    return json.dumps({"day": arguments["day"], "sailings": rows})


class FlatWish(BaseModel):
    rooms: int = Field(ge=1, le=9, description="Number of rooms")


class Viewing(BaseModel):
    flat_id: str = Field(description="The flat to view")
    email: str = Field(
        description="E-mail address for the confirmation", json_schema_extra={"format": "email"}
    )


FIND_FLATS = tool("find_flats", FlatWish, "Search flats by number of rooms.")
BOOK_VIEWING = tool("book_viewing", Viewing, "Arrange a viewing of a flat.")


def flats(_: dict[str, Any]) -> str:
    """Three flats."""
    rows = [
        {"id": "k2", "street": "Maple Street 4", "rent": 900, "district": "Northside"},
        {"id": "k5", "street": "Harbour Road 11", "rent": 1150, "district": "Docks"},
        {"id": "k9", "street": "Maple Lane 2", "rent": 1020, "district": "Southside"},
    ]
    return json.dumps({"flats": rows})


class Flyers(BaseModel):
    copies: int = Field(ge=1, description="Number of copies")
    paper: Literal["matte", "glossy"] = Field(description="Kind of paper")
    needed_by: datetime.date = Field(description="Day on which you need them")


PRINT = tool("order_flyers", Flyers, "Order printed flyers.")


def few_copies(arguments: dict[str, Any]) -> str:
    """At most 500 copies."""
    return rejected("We print at most 500 copies.") if arguments["copies"] > 500 else "OK"


class Groom(BaseModel):
    pet_name: str = Field(description="Name of the dog")
    breed: str = Field(description="Breed of the dog")
    day: datetime.date = Field(description="Day of the visit")


GROOM = tool("book_grooming", Groom, "Book a visit at the dog salon.")


def no_huskies(arguments: dict[str, Any]) -> str:
    """A reason that names what was sent, but no field."""
    return rejected("Sorry, we do not take a Husky.") if "husky" in arguments["breed"].lower() else "OK"


class Outage(BaseModel):
    service: Literal["internet", "television", "landline"] = Field(description="Service that is out")
    since: str = Field(description="Since when it is out")


class PlanChange(BaseModel):
    plan: Literal["basic", "family", "unlimited"] = Field(description="Plan to change to")


OUTAGE = tool("report_outage", Outage, "Report an outage of a service.")
CHANGE_PLAN = tool("change_plan", PlanChange, "Change the customer's plan.")
TO_PERSON = tool("hand_to_agent", Nothing, "Hand the conversation to a human agent.")
DROP = tool("drop_request", Nothing, "The customer gives up the request and does not want it any more.")


class Taste(BaseModel):
    cuisine: Literal["thai", "italian", "mexican", "indian"] = Field(description="Kind of cuisine")
    spicy: bool = Field(description="Whether it may be spicy")


class Elsewhere(BaseModel):
    topic: str = Field(description="What the customer wants to talk about instead")


TASTE = tool("save_taste", Taste, "Save what the customer likes to eat.")
NO_TASTE = tool("no_taste", Nothing, "The customer has no preference.")
REROUTE = tool("reroute", Elsewhere, "The customer wants to do something else first.")


class StayChange(BaseModel):
    guests: int | None = Field(default=None, ge=1, le=8, description="Number of guests")
    extras: list[Literal["breakfast", "parking", "sauna"]] | None = Field(
        default=None, description="Extras of the stay"
    )


CHANGE_STAY = tool("change_stay", StayChange, "Change the booked stay.")


class Acceptance(BaseModel):
    package: Literal["bronze", "silver", "gold"] = Field(description="The package that you take")


class PackageChange(BaseModel):
    hours: Literal[10, 20, 40] | None = Field(default=None, description="Hours of lessons")
    car: Literal["manual", "automatic"] | None = Field(default=None, description="Gearbox of the car")


ACCEPT = tool("accept_package", Acceptance, "Accept one of the three packages.")
CHANGE_PACKAGE = tool("change_package", PackageChange, "Change the packages: hours or gearbox.")


class Pledge(BaseModel):
    amount: int = Field(ge=5, description="Amount of the donation in dollars")
    rhythm: Literal["once", "monthly", "yearly"] = Field(description="How often you give it")
    donor: str = Field(description="Full name of the donor")


PLEDGE = tool("save_pledge", Pledge, "Save a donation to the animal shelter.")


class Lesson(BaseModel):
    instrument: Literal["piano", "violin", "guitar"] = Field(description="Instrument to learn")
    weekday: Literal["monday", "wednesday", "friday"] = Field(description="Day of the lesson")
    starts: datetime.time = Field(description="Time at which the lesson starts")
    pupil: str = Field(description="Full name of the pupil")


LESSON = tool("book_lesson", Lesson, "Book a music lesson.")


class Table(BaseModel):
    name: str = Field(description="Name for the reservation")
    guests: int = Field(ge=1, le=12, description="Number of guests")
    arrival: datetime.datetime = Field(description="Day and time of arrival")


TABLE = tool("reserve_table", Table, "Reserve a table.")


class Instrument(BaseModel):
    maker: str = Field(description="Maker of the instrument", examples=["Yamaha", "Steinway"])
    year: int = Field(ge=1800, le=2030, description="Year in which it was built")


VALUE = tool("value_instrument", Instrument, "Value an instrument.")
