"""Errands: rentals, claims, transfers, repairs, declared as their authors might."""

import datetime
from typing import Literal

from pydantic import BaseModel, Field

from tests.providers.embedded.talk import tool


class CarRental(BaseModel):
    pickup_location: str = Field(description="City where the car is picked up")
    pickup_date: datetime.date = Field(description="First day of the rental")
    return_date: datetime.date = Field(description="Last day of the rental")
    car_class: Literal["compact", "suv", "van", "convertible"] = Field(description="Class of car")
    driver_age: int = Field(ge=18, le=99, description="Age of the driver")
    child_seat: bool = Field(default=False, description="Whether a child seat is needed")


CARRENT = tool("rent_car", CarRental, "Rent a car.")


class Claim(BaseModel):
    policy_number: str = Field(description="Policy number")
    incident_date: datetime.date = Field(description="Day of the incident")
    damage_type: Literal["water", "fire", "theft", "storm"] = Field(description="What caused the damage")
    estimated_loss: float = Field(ge=0, description="Estimated loss in dollars")
    police_report: bool = Field(description="Whether a police report was filed")


CLAIM = tool("file_claim", Claim, "File a home insurance claim.")


class Transfer(BaseModel):
    amount: float = Field(gt=0, description="Amount to send in dollars")
    recipient_name: str = Field(description="Name of the person who receives the money")
    account: Literal["checking", "savings"] = Field(description="Account to take the money from")
    when: datetime.date = Field(description="Day on which to send it")


TRANSFER = tool("transfer_money", Transfer, "Send money to somebody.")


class Repair(BaseModel):
    appliance: Literal["washing_machine", "dishwasher", "refrigerator", "oven"] = Field(
        description="Appliance to repair"
    )
    brand: str = Field(description="Brand of the appliance")
    age_years: int = Field(ge=0, le=40, description="Age of the appliance in years")
    under_warranty: bool = Field(description="Whether it is still under warranty")
    visit_date: datetime.date = Field(description="Preferred day for the technician")


REPAIR = tool("book_repair", Repair, "Send a technician.")


class Homes(BaseModel):
    city: str = Field(description="City to search in")
    min_price: int | None = Field(default=None, description="Lowest price")
    max_price: int | None = Field(default=None, description="Highest price")
    bedrooms: int | None = Field(default=None, description="At least so many bedrooms")
    features: list[Literal["garage", "garden", "pool", "fireplace", "basement"]] = Field(
        default_factory=list, description="Features wanted"
    )


HOMES = tool("search_homes", Homes, "Search for homes for sale.")


class Taxi(BaseModel):
    pickup: str = Field(description="Address or place of pickup")
    dropoff: str = Field(description="Address or place to go to")
    time: str = Field(description="Pickup time, HH:MM")
    passengers: int = Field(ge=1, le=6, description="How many passengers")


TAXI = tool("order_taxi", Taxi, "Order a taxi.")


class Prefs(BaseModel):
    newsletter: bool | None = Field(default=None, description="Whether to get the newsletter")
    sms: bool | None = Field(default=None, description="Whether to get text messages")
    language: Literal["en", "de", "fr"] | None = Field(
        default=None, description="en (English), de (German) or fr (French)"
    )


PREFS = tool("update_preferences", Prefs, "Change contact preferences.")


class Enrol(BaseModel):
    student: str = Field(description="Full name of the student")
    course: Literal["spanish", "french", "german", "japanese"] = Field(description="Language course")
    level: Literal["beginner", "intermediate", "advanced"] = Field(
        json_schema_extra={
            "x-options": {
                "beginner": "never learned it before",
                "intermediate": "can hold a simple conversation",
                "advanced": "speaks it well",
            }
        }
    )
    weekday: Literal["monday", "tuesday", "wednesday", "thursday"] = Field(
        description="Day of the week of the class"
    )


ENROL = tool("enrol_student", Enrol, "Enrol a student in a course.")


class Bike(BaseModel):
    bikes: int = Field(ge=1, le=10, description="Number of bikes")
    hours: int = Field(ge=1, le=72, description="Hours of rental")
    helmet: bool = Field(description="Whether helmets are wanted")
    kind: Literal["city", "mountain", "electric"] = Field(description="Kind of bike")


BIKE = tool("rent_bikes", Bike, "Rent bikes.")


class Catering(BaseModel):
    guests: int = Field(ge=10, le=500, description="Number of guests")
    event_date: datetime.date = Field(description="Date of the event")
    cuisine: Literal["italian", "mexican", "indian", "vegan"] = Field(description="Cuisine")
    budget_per_person: float = Field(description="Budget per person in dollars")
    allergies: list[str] = Field(description="Allergies of the guests")


CATER = tool("order_catering", Catering, "Order catering.")


class Mortgage(BaseModel):
    home_price: int = Field(ge=10000, description="Price of the home")
    down_payment: int = Field(ge=0, description="Down payment in dollars")
    credit_score: int = Field(ge=300, le=850, description="Credit score")
    employment: Literal["employed", "self_employed", "retired", "unemployed"] = Field(
        description="Employment status"
    )
    first_time_buyer: bool = Field(description="Whether this is the first home that the applicant buys")


MORTGAGE = tool("prequalify", Mortgage, "Check what mortgage the applicant can get.")


class Donate(BaseModel):
    amount: int = Field(ge=1, description="Donation in dollars")
    frequency: Literal["once", "monthly", "yearly"] = Field(description="How often to give")
    anonymous: bool = Field(description="Whether the donor wants to stay anonymous")


DONATE = tool("donate", Donate, "Make a donation.")


class Contact(BaseModel):
    first_name: str
    last_name: str
    email: str
    birthday: datetime.date
    marital_status: Literal["single", "married", "divorced", "widowed"]
    dependents: int = Field(ge=0, description="Number of dependents")


CONTACT = tool("save_profile", Contact, "Save the member's profile.")


class Health(BaseModel):
    smoker: bool = Field(description="Whether the applicant smokes")
    height_cm: int = Field(ge=100, le=250, description="Height in centimeters")
    weight_kg: int = Field(ge=30, le=300, description="Weight in kilograms")
    conditions: list[Literal["diabetes", "asthma", "hypertension", "heart_disease"]] = Field(
        description="Known medical conditions"
    )


HEALTH = tool("health_profile", Health, "Save health details.")


class Nothing(BaseModel):
    pass


STOP = tool("terminate_session", Nothing, "End the conversation when the customer asks to stop.")
