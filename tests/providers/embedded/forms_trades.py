"""Forms of trades and offices that no other test has: the tests' own, written before they were tried."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from tests.providers.embedded.talk import tool

DAY: dict[str, Any] = {"format": "date"}
EMAIL: dict[str, Any] = {"format": "email"}
CLOCK: dict[str, Any] = {"format": "time"}


class Tattoo(BaseModel):
    full_name: str = Field(description="Your full name")
    placement: Literal["arm", "leg", "back", "chest", "neck"] = Field(description="Where on the body")
    size_cm: int = Field(ge=2, le=60, description="How large it should be, in centimeters")
    colored: bool = Field(description="Whether it should be in color")


class Chimney(BaseModel):
    flues: int = Field(ge=1, le=8, description="How many flues there are")
    last_sweep: str | None = Field(
        description="When the chimney was last swept, null if never", json_schema_extra=DAY
    )
    visit_on: str = Field(description="The day of the visit", json_schema_extra=DAY)


class Boat(BaseModel):
    length_m: float = Field(ge=2, le=40, description="Length of the boat in meters")
    kind: Literal["sailing", "motor", "rowing"] = Field(description="What kind of boat it is")
    from_month: str = Field(description="The first month", pattern="^[0-9]{4}-[0-9]{2}$")
    electricity: bool = Field(description="Whether you need electricity at the berth")


class Choir(BaseModel):
    voice: Literal["soprano", "alto", "tenor", "bass"] = Field(
        description="Your voice: soprano (high, woman), alto (low, woman), tenor (high, man), bass (low, man)"
    )
    reads_music: bool = Field(description="Whether you can read music")
    years_sung: int = Field(ge=0, le=80, description="How many years you have sung in choirs")
    email: str = Field(description="Your email address", json_schema_extra=EMAIL)


class Recycling(BaseModel):
    address: str = Field(description="The address of the pickup")
    things: list[Literal["furniture", "electronics", "metal", "garden_waste", "paint"]] = Field(
        min_length=1, description="What is to be picked up"
    )
    pickup_on: str = Field(description="The day of the pickup", json_schema_extra=DAY)


class Hall(BaseModel):
    event: str = Field(description="What you celebrate")
    guests: int = Field(ge=10, le=120, description="How many guests will come")
    held_on: str = Field(description="The date of the event", json_schema_extra=DAY)
    starts_at: str = Field(description="When it begins", json_schema_extra=CLOCK)


class Bees(BaseModel):
    hives: int = Field(ge=1, le=200, description="The number of hives")
    first_time: bool = Field(description="Whether you keep bees for the first time")
    state: str = Field(pattern="^[A-Z]{2}$", description="The U.S. state where the hives stand")


class Piano(BaseModel):
    make: str = Field(description="The make of the piano", examples=["Steinway", "Yamaha", "Bechstein"])
    kind: Literal["grand", "upright"] = Field(description="Whether it is a grand or an upright")
    last_tuned_year: int | None = Field(
        ge=1950, le=2030, description="The year of the last tuning, null if unknown"
    )
    phone: str = Field(description="A phone number to reach you", pattern="^[0-9 +()-]{7,20}$")


class Witness(BaseModel):
    seen_on: str = Field(description="The day you saw it happen", json_schema_extra=DAY)
    seen_at: str = Field(description="The time you saw it", json_schema_extra=CLOCK)
    injured: int = Field(ge=0, description="How many people were hurt")
    what_happened: str = Field(min_length=10, description="What happened, in your own words")


class Ferry(BaseModel):
    route: Literal["north", "south", "island"] = Field(
        description="The route: north (to Norwick), south (to Sanders), island (round trip)"
    )
    adults: int = Field(ge=1, le=9, description="How many adults")
    vehicle: Literal["car", "motorbike", "bicycle"] | None = Field(
        description="The vehicle you bring, null on foot"
    )
    sails_on: str = Field(description="The day of the crossing", json_schema_extra=DAY)


TATTOO = tool("book_tattoo", Tattoo, "Book a session at the tattoo studio.")
CHIMNEY = tool("book_sweep", Chimney, "Book the chimney sweep.")
BOAT = tool("rent_berth", Boat, "Rent a berth in the marina.")
CHOIR = tool("join_choir", Choir, "Sign up for the choir.")
RECYCLING = tool("book_pickup", Recycling, "Book a pickup of bulky waste.")
HALL = tool("rent_hall", Hall, "Rent the village hall.")
BEES = tool("register_hives", Bees, "Register beehives.")
PIANO = tool("tune_piano", Piano, "Order a piano tuner.")
WITNESS = tool("save_statement", Witness, "Save the statement of a witness.")
FERRY = tool("book_crossing", Ferry, "Book a ferry crossing.")
