"""Services: classes, refills, leases, subscriptions, declared as their authors might."""

import datetime
from typing import Literal

from pydantic import BaseModel, Field

from tests.providers.embedded.talk import tool


class Insurance(BaseModel):
    pet_name: str = Field(description="Name of the pet")
    species: Literal["dog", "cat"]
    age: int = Field(ge=0, le=30, description="Age of the pet in years")
    vaccinated: bool = Field(description="Whether the pet is vaccinated")
    plan: Literal["accident_only", "accident_and_illness"] = Field(
        description="accident_only (only accidents) or accident_and_illness (accidents and illnesses)"
    )


PETINS = tool("insure_pet", Insurance, "Insure a pet.")


class Gym(BaseModel):
    class_type: Literal["yoga", "spinning", "pilates", "boxing"] = Field(description="Kind of class")
    day: datetime.date = Field(description="Day of the class")
    spots: int = Field(ge=1, le=5, description="Number of spots to book")


CLASS = tool("book_class", Gym, "Book a fitness class.")


class Prescription(BaseModel):
    rx_number: str = Field(description="Prescription number, such as RX-55821")
    pharmacy: Literal["downtown", "north", "mall"] = Field(description="Pharmacy where it is collected")
    pickup_date: datetime.date = Field(description="Day of collection")
    generic_ok: bool = Field(description="Whether a generic medicine is acceptable")


RX = tool("refill_prescription", Prescription, "Refill a prescription.")


class Lease(BaseModel):
    move_in: datetime.date = Field(description="Move-in date")
    lease_months: int = Field(ge=1, le=36, description="Length of the lease in months")
    monthly_rent_max: int = Field(description="Highest monthly rent in dollars")
    pets: bool = Field(description="Whether there are pets")
    furnished: bool | None = Field(default=None, description="Whether the flat should be furnished")


LEASE = tool("find_apartment", Lease, "Find an apartment to rent.")


class Internet(BaseModel):
    speed: Literal[100, 300, 1000] = Field(description="Download speed in Mbps")
    installation: Literal["self", "technician"] = Field(
        description="self (install it yourself) or technician (a technician comes)"
    )
    router: bool = Field(description="Whether a router should be included")
    start_date: datetime.date = Field(description="Day on which the service starts")


NET = tool("order_internet", Internet, "Order internet service.")


class Survey(BaseModel):
    rating: int = Field(ge=1, le=5, description="Rating from 1 to 5 stars")
    recommend: bool = Field(description="Whether they would recommend us")
    comment: str | None = Field(default=None, description="Comment")


SURVEY = tool("save_feedback", Survey, "Save the feedback.")


class Luggage(BaseModel):
    flight_number: str = Field(pattern=r"^[A-Z]{2}\d{2,4}$", description="Flight number")
    bag_color: str = Field(description="Color of the bag")
    bags: int = Field(ge=1, description="How many bags are missing")
    contact_phone: str = Field(description="Phone number")


LUGGAGE = tool("report_lost_luggage", Luggage, "Report lost luggage.")


class Roof(BaseModel):
    roof_type: Literal["shingle", "tile", "metal", "flat"] = Field(description="Type of roof")
    year_built: int = Field(ge=1800, le=2030, description="Year in which the house was built")
    square_feet: int = Field(ge=100, description="Size of the roof in square feet")
    leaking: bool = Field(description="Whether it is leaking")


ROOF = tool("quote_roof", Roof, "Quote a roof repair.")


class Coffee(BaseModel):
    drink: Literal["espresso", "latte", "cappuccino", "tea"]
    size: Literal["S", "M", "L"] = Field(
        json_schema_extra={"x-options": {"S": "small", "M": "medium", "L": "large"}}
    )
    milk: Literal["whole", "oat", "soy", "none"] = Field(description="Kind of milk")
    to_go: bool = Field(description="Whether it is to go")


COFFEE = tool("order_coffee", Coffee, "Order a coffee.")


class Auto(BaseModel):
    year: int = Field(ge=1980, le=2030)
    make: str
    model: str
    mileage: int = Field(ge=0, description="Miles on the odometer")
    service: Literal["oil_change", "tire_rotation", "brake_inspection"] = Field(description="Service wanted")
    date: datetime.date = Field(description="Day of the appointment")


AUTO = tool("schedule_service", Auto, "Schedule car service.")


class Wed(BaseModel):
    couple_names: list[str] = Field(description="Names of the couple")
    wedding_date: datetime.date
    guest_count: int = Field(ge=1, description="Expected number of guests")
    venue: Literal["garden", "ballroom", "beach"]


WED = tool("hold_venue", Wed, "Hold a wedding venue.")


class Trip(BaseModel):
    state: str = Field(description="U.S. state to visit, two-letter code")
    month: str = Field(description="Month of travel, YYYY-MM")
    nights: int = Field(ge=1, description="Number of nights")
    traveler_type: Literal["solo", "couple", "family"] = Field(description="Who travels")


TRIP = tool("plan_trip", Trip, "Plan a trip.")


class Subs(BaseModel):
    plan: Literal["basic", "family", "student"] | None = Field(default=None, description="Plan")
    seats: int | None = Field(default=None, ge=1, description="Number of seats")
    auto_renew: bool | None = Field(default=None, description="Whether the subscription renews by itself")


SUBS = tool("change_subscription", Subs, "Change the subscription.")


class Nothing(BaseModel):
    pass


STOP = tool("terminate_session", Nothing, "End the conversation when the customer asks to stop.")
