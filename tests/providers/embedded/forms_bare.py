"""Tools without descriptions of their fields, in plain JSON Schema."""

from typing import Any

from providers.ports import ToolSpec


def form(tool: str, purpose: str, required: list[str], **properties: Any) -> ToolSpec:
    """A tool from bare JSON Schema."""
    parameters = {"type": "object", "properties": properties, "required": required}
    return ToolSpec(name=tool, description=purpose, parameters=parameters)


TEXT = {"type": "string"}
WHOLE = {"type": "integer"}
NUMBER = {"type": "number"}
TRUTH = {"type": "boolean"}
DAY = {"type": "string", "format": "date"}


def one_of(*values: str) -> dict[str, Any]:
    """An enumeration."""
    return {"type": "string", "enum": list(values)}


def many(item: dict[str, Any]) -> dict[str, Any]:
    """A list."""
    return {"type": "array", "items": item}


BOOKT = form(
    "book_table",
    "Book a table",
    ["guests", "date", "time"],
    guests=WHOLE,
    date=DAY,
    time={"type": "string", "format": "time"},
    specialRequests=TEXT,
)
FLY = form(
    "search_flight",
    "Find flights",
    ["from", "to", "departureDate", "passengers"],
    **{
        "from": TEXT,
        "to": TEXT,
        "departureDate": DAY,
        "returnDate": DAY,
        "passengers": WHOLE,
        "class": one_of("economy", "business"),
    },
)
HOTEL = form(
    "find_hotel",
    "Find a hotel",
    ["city", "checkIn", "checkOut"],
    city=TEXT,
    checkIn=DAY,
    checkOut=DAY,
    minPrice=NUMBER,
    maxPrice=NUMBER,
    stars={"type": "integer", "minimum": 1, "maximum": 5},
    amenities=many(one_of("pool", "wifi", "parking", "gym", "spa")),
)
DOC = form(
    "make_appointment",
    "Make a doctor's appointment",
    ["patientName", "phone", "reason", "preferredDate"],
    patientName=TEXT,
    phone=TEXT,
    reason=TEXT,
    preferredDate=DAY,
)
PIZZA = form(
    "order_pizza",
    "Order pizza",
    ["size", "crust", "quantity", "address"],
    size=one_of("small", "medium", "large"),
    crust=one_of("thin", "thick", "stuffed"),
    quantity=WHOLE,
    toppings=many(TEXT),
    address=TEXT,
)
LOAN = form(
    "loan",
    "Apply for a loan",
    ["loanAmount", "income", "employmentStatus", "hasCoSigner"],
    loanAmount=NUMBER,
    income=NUMBER,
    employmentStatus=one_of("full_time", "part_time", "self_employed", "unemployed"),
    hasCoSigner=TRUTH,
)
ADDR = form(
    "save_address",
    "Save an address",
    ["street", "city", "state", "zip"],
    street=TEXT,
    city=TEXT,
    state=TEXT,
    zip=TEXT,
)
EXP = form(
    "add_expense",
    "Add an expense",
    ["amount", "category", "date"],
    amount=NUMBER,
    category=one_of("food", "transport", "hotel", "other"),
    date=DAY,
    description=TEXT,
)
SUP = form(
    "create_ticket",
    "Create a support ticket",
    ["email", "product", "issue", "severity"],
    email=TEXT,
    product=one_of("app", "website", "device"),
    issue=TEXT,
    severity=one_of("low", "medium", "high", "critical"),
)
EVT = form(
    "register",
    "Register for the event",
    ["fullName", "email", "ticketType", "dietaryRestrictions"],
    fullName=TEXT,
    email=TEXT,
    ticketType=one_of("standard", "vip", "student"),
    dietaryRestrictions=many(one_of("vegetarian", "vegan", "gluten_free", "halal", "kosher")),
)
CAR = form(
    "car_quote",
    "Quote for a car",
    ["year", "make", "model", "mileage", "accidents"],
    year=WHOLE,
    make=TEXT,
    model=TEXT,
    mileage=WHOLE,
    accidents={"type": "integer", "minimum": 0},
)
RENT = form(
    "rent_car",
    "Rent a car",
    ["pickupDate", "returnDate", "carType", "driverAge"],
    pickupDate=DAY,
    returnDate=DAY,
    carType=one_of("economy", "suv", "luxury"),
    driverAge=WHOLE,
    insurance=TRUTH,
)
