"""Offices and authorities: parcels, visas, taxes, leave, declared as their authors might."""

import datetime
from typing import Literal

from pydantic import BaseModel, Field

from tests.providers.embedded.talk import tool


class Parcel(BaseModel):
    weight_kg: float = Field(gt=0, le=70, description="Weight of the parcel in kilograms")
    destination_country: str = Field(description="Country to which the parcel goes")
    speed: Literal["standard", "express"] = Field(description="Shipping speed")
    insured: bool = Field(description="Whether the parcel should be insured")


PARCEL = tool("quote_parcel", Parcel, "Quote the price of sending a parcel.")


class Visa(BaseModel):
    nationality: str = Field(description="Nationality of the traveller")
    purpose: Literal["tourism", "business", "study"] = Field(description="Purpose of the trip")
    arrival: datetime.date = Field(description="Day of arrival")
    days: int = Field(ge=1, le=365, description="Length of stay in days")


VISA = tool("apply_visa", Visa, "Apply for a visa.")


class Tutor(BaseModel):
    subject: Literal["math", "physics", "chemistry", "english"] = Field(description="Subject")
    grade: int = Field(ge=1, le=12, description="School grade of the pupil")
    sessions_per_week: int = Field(ge=1, le=7, description="Sessions a week")
    online: bool = Field(description="Whether lessons are online")


TUTOR = tool("find_tutor", Tutor, "Find a tutor.")


class Salary(BaseModel):
    employer: str = Field(description="Name of the employer")
    gross_monthly: float = Field(description="Gross monthly salary in dollars")
    filing_status: Literal["single", "married_jointly", "head_of_household"] = Field(
        description="Tax filing status"
    )
    state: str = Field(description="State of residence", min_length=2, max_length=2)


TAX = tool("estimate_tax", Salary, "Estimate the tax.")


class Storage(BaseModel):
    unit_size: Literal["5x5", "5x10", "10x10", "10x20"] = Field(description="Size of the unit in feet")
    climate_control: bool = Field(description="Whether climate control is needed")
    months: int = Field(ge=1, description="For how many months")
    start: datetime.date = Field(description="First day")


STORAGE = tool("rent_storage", Storage, "Rent a storage unit.")


class Photo(BaseModel):
    event: Literal["wedding", "birthday", "corporate", "portrait"] = Field(description="Occasion")
    date: datetime.date = Field(description="Date of the shoot")
    hours: float = Field(gt=0, le=12, description="How many hours")
    location: str = Field(description="City of the shoot")
    album: bool = Field(default=False, description="Whether a printed album is wanted")


PHOTO = tool("book_photographer", Photo, "Book a photographer.")


class Blood(BaseModel):
    donor_name: str = Field(description="Donor's full name")
    blood_type: Literal["A+", "A-", "B+", "B-", "AB+", "AB-", "O+", "O-"] = Field(description="Blood type")
    weight_lbs: int = Field(ge=80, le=500, description="Weight in pounds")
    recent_travel: bool = Field(description="Whether the donor has travelled abroad in the last three months")


BLOOD = tool("register_donor", Blood, "Register a blood donor.")


class Alarm(BaseModel):
    time: datetime.time = Field(description="Time of the alarm")
    repeat: Literal["once", "daily", "weekdays"] = Field(description="How often it repeats")
    label: str | None = Field(default=None, description="Label")


ALARM = tool("set_alarm", Alarm, "Set an alarm.")


class Book(BaseModel):
    title: str = Field(description="Title of the book")
    format: Literal["paperback", "hardcover", "ebook"] = Field(description="Format")
    copies: int = Field(default=1, ge=1, description="Number of copies")


BOOK = tool("order_book", Book, "Order a book.")


class Energy(BaseModel):
    usage_kwh: int = Field(ge=1, description="Monthly usage in kWh")
    home_type: Literal["apartment", "house"] = Field(description="Kind of home")
    solar: bool = Field(description="Whether there are solar panels")
    zip: str = Field(pattern=r"^\d{5}$", description="ZIP code")


ENERGY = tool("compare_energy", Energy, "Compare energy tariffs.")


class Child(BaseModel):
    child_name: str = Field(description="Child's full name")
    birth_date: datetime.date
    start_month: str = Field(pattern=r"^\d{4}-\d{2}$", description="Month in which care should start")
    days: list[Literal["monday", "tuesday", "wednesday", "thursday", "friday"]] = Field(
        min_length=1, description="Days of care"
    )


CHILD = tool("register_child", Child, "Register a child for day care.")


class Guest(BaseModel):
    name: str = Field(description="Guest's name")
    age: int = Field(ge=0, description="Guest's age")


class Cabin(BaseModel):
    guests: list[Guest] = Field(min_length=1, description="Guests with their ages")
    nights: int = Field(ge=1, description="Number of nights")


CABIN = tool("book_cabin", Cabin, "Book a cabin.")


class Vacation(BaseModel):
    employee_id: str = Field(description="Employee number")
    first_day: datetime.date = Field(description="First day off")
    last_day: datetime.date = Field(description="Last day off")
    kind: Literal["vacation", "sick", "parental"] = Field(description="Kind of leave")


LEAVE = tool("request_leave", Vacation, "Request leave.")


class Filters(BaseModel):
    min_rating: float | None = Field(default=None, ge=0, le=5, description="Lowest star rating")
    max_price: float | None = Field(default=None, description="Highest price in dollars")
    cuisine: Literal["thai", "sushi", "burger", "pizza"] | None = Field(default=None, description="Cuisine")


FILTERS = tool("filter_restaurants", Filters, "Filter the restaurants.")


class Nothing(BaseModel):
    pass


STOP = tool("terminate_session", Nothing, "End the conversation when the customer asks to stop.")
