"""Leisure and home: treatments, groceries, plans, plumbers, declared as their authors might."""

import datetime
from typing import Literal

from pydantic import BaseModel, Field

from tests.providers.embedded.talk import tool


class Spa(BaseModel):
    treatment: Literal["massage", "facial", "sauna"] = Field(description="Treatment")
    minutes: Literal[30, 60, 90] = Field(description="Length in minutes")
    date: datetime.date = Field(description="Day of the treatment")
    time: str = Field(description="Start time, HH:MM")


SPA = tool("book_spa", Spa, "Book a spa treatment.")


class Grocery(BaseModel):
    items: list[str] = Field(description="Items to buy")
    delivery_date: datetime.date = Field(description="Day of delivery")
    leave_at_door: bool = Field(description="Whether to leave it at the door")


GROC = tool("order_groceries", Grocery, "Order groceries.")


class School(BaseModel):
    parent_name: str = Field(description="Parent's full name")
    child_age: int = Field(ge=3, le=18, description="Age of the child")
    grade: Literal["kindergarten", "elementary", "middle", "high"] = Field(description="School level")
    siblings_enrolled: bool = Field(description="Whether siblings are already enrolled")


SCHOOL = tool("apply_school", School, "Apply to the school.")


class Invoice(BaseModel):
    client: str = Field(description="Name of the client")
    total: float = Field(gt=0, description="Invoice total in dollars")
    due: datetime.date = Field(description="Due date")
    paid: bool = Field(default=False, description="Whether it has been paid")


INV = tool("create_invoice", Invoice, "Create an invoice.")


class Phone(BaseModel):
    plan: Literal["5GB", "20GB", "unlimited"] = Field(description="Data plan")
    lines: int = Field(ge=1, le=10, description="Number of lines")
    keep_number: bool = Field(description="Whether to keep the current number")
    contract: Literal[12, 24] = Field(description="Contract length in months")


PHONE = tool("order_phone_plan", Phone, "Order a phone plan.")


class Travel(BaseModel):
    destination: str = Field(description="Destination country")
    start: datetime.date = Field(description="First day of the trip")
    end: datetime.date = Field(description="Last day of the trip")
    travellers: int = Field(ge=1, description="How many people travel")
    winter_sports: bool = Field(description="Whether winter sports should be covered")


TRAV = tool("travel_insurance", Travel, "Quote travel insurance.")


class Plumb(BaseModel):
    problem: Literal["leak", "clog", "no_hot_water", "other"] = Field(
        json_schema_extra={
            "x-options": {
                "leak": "water drips or leaks",
                "clog": "blocked drain or toilet",
                "no_hot_water": "water stays cold",
            }
        }
    )
    urgency: Literal["today", "this_week", "flexible"] = Field(description="How soon somebody has to come")
    zip_code: str = Field(pattern=r"^\d{5}$", description="ZIP code")
    phone: str = Field(description="Phone number")


PLUMB = tool("request_plumber", Plumb, "Request a plumber.")


class Nothing(BaseModel):
    pass


STOP = tool("terminate_session", Nothing, "End the conversation when the customer asks to stop.")
