"""The wordings of a car insurance conversation, on tools declared for this test."""

from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field

from tests.providers.embedded.talk import Talk, rejected, tool


class Driver(BaseModel):
    full_name: str = Field(min_length=2, description="Full name of the driver")
    date_of_birth: str = Field(description="Date of birth, YYYY-MM-DD")
    license_state: str = Field(pattern="^[A-Za-z]{2}$", description="U.S. state that issued the license")
    license_status: Literal["valid", "permit", "suspended"] = Field(description="Status of the license")
    years_licensed: int = Field(ge=0, description="How many years the driver has been licensed")


class Use(BaseModel):
    ownership: Literal["own", "finance", "lease"] = Field(
        description="Ownership of the car",
        json_schema_extra={
            "x-options": {"own": "paid off, it is mine", "finance": "still paying it off, car loan"}
        },
    )
    annual_mileage: int = Field(ge=1000, le=60000, description="Miles driven in a year")
    parking: Literal["garage", "driveway", "street"] = Field(description="Where it is parked overnight")


class Incident(BaseModel):
    type: Literal["at-fault-accident", "not-at-fault-accident", "violation", "comprehensive-claim"] = Field(
        description="What kind of incident it was",
        json_schema_extra={
            "x-options": {
                "at-fault-accident": "accident that was my fault, I hit somebody",
                "not-at-fault-accident": "not my fault, somebody hit me, I was rear-ended",
                "violation": "speeding ticket, citation, ran a red light",
                "comprehensive-claim": "theft, hail, windshield, hit a deer",
            }
        },
    )
    month: str = Field(pattern=r"^\d{4}-\d{2}$", description="Month in which it happened")


class History(BaseModel):
    currently_insured: bool = Field(description="Whether the driver is insured now")
    coverage_lapse: bool = Field(description="Whether there was a gap in coverage")
    incidents: list[Incident] = Field(description="Accidents, violations and claims of the last five years")


class Coverage(BaseModel):
    liability: Literal["state-minimum", "standard", "premium"] = Field(description="Liability level")
    collision_deductible: Literal[250, 500, 1000] | None = Field(description="Collision deductible")
    comprehensive_deductible: Literal[250, 500, 1000] | None = Field(description="Comprehensive deductible")
    extras: list[Literal["rental", "roadside"]] = Field(default=[], description="Extras")
    start_date: str = Field(description="Day on which the policy starts, YYYY-MM-DD")


class Change(BaseModel):
    collision_deductible: Literal[250, 500, 1000] | None = None
    comprehensive_deductible: Literal[250, 500, 1000] | None = None
    start_date: str | None = Field(default=None, description="New start date, YYYY-MM-DD")


class Accept(BaseModel):
    tier: Literal["saver", "selected", "shield"] = Field(description="Which of the three prices is taken")


class Nothing(BaseModel):
    pass


DRIVER = tool("capture_driver", Driver, "Save the driver.")
USE = tool("capture_use", Use, "Save how the car is used.")
HISTORY = tool("capture_history", History, "Save the history.")
COVERAGE = tool("select_coverage", Coverage, "Save the coverage.")
QUOTE = (
    tool("adjust_quote", Change, "Change the quote and price it again."),
    tool("accept_quote", Accept, "Take one of the offers."),
    tool("revise_coverage", Nothing, "Go back and choose the coverage anew."),
)
JAMIE = {
    "full_name": "Jamie Rivera",
    "date_of_birth": "1993-03-05",
    "license_state": "OR",
    "license_status": "valid",
    "years_licensed": 10,
}


@pytest.mark.parametrize(
    "message",
    [
        "I'm Jamie Rivera, born March 5th 1993, Oregon license, valid, about ten years",
        "my name is jamie rivera, 03/05/1993, valid oregon license for 10 years",
        "Name: Jamie Rivera. Licensed in OR for ten years, valid. Born 5 March '93",
        "10 years licensed, valid license from Oregon, Jamie Rivera, 1993-03-05",
        "Hi! This is Jamie Rivera, DOB 5 March 1993, I've had a valid Oregon license for 10 years",
        "jamie rivera here, i'm Jamie Rivera born on the 5th of march 1993, oregn, valid, ten years",
    ],
)
def test_it_reads_the_driver_from_one_message(message: str) -> None:
    talk = Talk(DRIVER)
    talk.says(message)
    assert talk.last == JAMIE


def test_it_reads_the_driver_answer_by_answer_and_out_of_order() -> None:
    talk = Talk(DRIVER)
    talk.opens()
    for answer in ("Oregon", "Jamie Rivera", "valid", "10", "March 5th 1993"):
        talk.says(answer)
    assert talk.last == JAMIE


@pytest.mark.parametrize(
    ("correction", "changed"),
    [
        ("sorry, I meant 1994", {"date_of_birth": "1994-03-05"}),
        ("actually it's Washington", {"license_state": "WA"}),
        ("no wait, 12 years", {"years_licensed": 12}),
        ("correction: it's a permit", {"license_status": "permit"}),
        ("sorry, March 6", {"date_of_birth": "1993-03-06"}),
    ],
)
def test_a_correction_replaces_the_earlier_answer(correction: str, changed: dict[str, Any]) -> None:
    talk = Talk(DRIVER)
    talk.says("I'm Jamie Rivera, born March 5th 1993, Oregon license, valid, ten years")
    talk.says(correction)
    assert talk.last == JAMIE | changed


@pytest.mark.parametrize(
    ("message", "use"),
    [
        ("it's leased, 12k a year, driveway", ("lease", 12000, "driveway")),
        ("still paying it off, twelve thousand miles a year, I park on the "
        "street", ("finance", 12000, "street")),
        ("I own it, around 8,000 miles, and I keep it in my garage", ("own", 8000, "garage")),
        ("I have a car loan. I drive about 15k miles a year and park in the "
        "driveway", ("finance", 15000, "driveway")),
        ("garage, own, 10000", ("own", 10000, "garage")),
    ],
)  # fmt: skip
def test_it_reads_the_use_of_the_car(message: str, use: tuple[str, int, str]) -> None:
    talk = Talk(USE)
    talk.says(message)
    assert talk.last == dict(zip(("ownership", "annual_mileage", "parking"), use, strict=True))


TICKET = {"type": "violation", "month": "2025-05"}
BENDER = "at-fault-accident"


@pytest.mark.parametrize(
    ("message", "insured", "lapse", "incidents"),
    [
        ("fully insured, never a gap, no accidents, one speeding ticket last May", True, False, [TICKET]),
        ("insured, no lapse, clean record", True, False, []),
        ("currently without insurance and there was a gap, no incidents", False, True, []),
        (
            "I'm insured, never had a lapse, two fender benders, both my fault, in March 2024 and June 2025",
            True,
            False,
            [{"type": BENDER, "month": "2024-03"}, {"type": BENDER, "month": "2025-06"}],
        ),
        (
            "insured without a gap. Somebody hit me in March 2024.",
            True,
            False,
            [{"type": "not-at-fault-accident", "month": "2024-03"}],
        ),
        (
            "uninsured right now, yes a lapse, a speeding ticket in 05/2025 and a hail claim in June 2025",
            False,
            True,
            [TICKET, {"type": "comprehensive-claim", "month": "2025-06"}],
        ),
    ],
)
def test_it_reads_the_history(message: str, insured: bool, lapse: bool, incidents: list[Any]) -> None:
    talk = Talk(HISTORY)
    talk.says(message)
    assert talk.last == {"currently_insured": insured, "coverage_lapse": lapse, "incidents": incidents}


def test_it_asks_when_an_incident_happened_and_takes_the_answer() -> None:
    talk = Talk(HISTORY)
    reply = talk.says("insured, no lapse, one speeding ticket")
    assert talk.last is None
    assert "month" in reply
    talk.says("last May")
    assert talk.last == {"currently_insured": True, "coverage_lapse": False, "incidents": [TICKET]}


@pytest.mark.parametrize(
    ("message", "liability", "collision", "comprehensive", "extras", "start"),
    [
        ("standard, liability only, start next Monday", "standard", None, None, [], "2026-01-19"),
        ("state minimum, 500 on both plus rental, "
        "tomorrow", "state-minimum", 500, 500, ["rental"], "2026-01-16"),
        ("premium, 250 collision and 1000 comprehensive, asap", "premium", 250, 1000, [], "2026-01-15"),
        ("standard, no collision, 500 comprehensive, roadside, Feb "
        "1", "standard", None, 500, ["roadside"], "2026-02-01"),
    ],
)  # fmt: skip
def test_it_reads_the_coverage(
    message: str, liability: str, collision: int, comprehensive: int, extras: list[str], start: str
) -> None:
    talk = Talk(COVERAGE)
    talk.says(message)
    assert talk.last is not None
    assert talk.last.get("extras", []) == extras
    assert {key: value for key, value in talk.last.items() if key != "extras"} == {
        "liability": liability,
        "collision_deductible": collision,
        "comprehensive_deductible": comprehensive,
        "start_date": start,
    }


def test_it_mends_a_refused_coverage() -> None:
    def lender(arguments: dict[str, Any]) -> str:
        both = arguments["collision_deductible"] and arguments["comprehensive_deductible"]
        return "OK" if both else rejected("The lender requires collision and comprehensive coverage.")

    talk = Talk(COVERAGE, handlers={"select_coverage": lender})
    reply = talk.says("standard, liability only, next Monday")
    assert "lender requires" in reply
    assert "deductible" in reply
    talk.says("500 on both plus rental")
    assert talk.last is not None
    assert (talk.last["collision_deductible"], talk.last["comprehensive_deductible"]) == (500, 500)
    assert talk.last["extras"] == ["rental"]


@pytest.mark.parametrize(
    ("message", "name", "arguments"),
    [
        ("what if I took 1000 "
        "instead", "adjust_quote", {"collision_deductible": 1000, "comprehensive_deductible": 1000}),
        ("and with a collision deductible of 250?", "adjust_quote", {"collision_deductible": 250}),
        ("start on February 3rd", "adjust_quote", {"start_date": "2026-02-03"}),
        ("I'll take the middle one", "accept_quote", {"tier": "selected"}),
        ("the second one", "accept_quote", {"tier": "selected"}),
        ("the selected one please", "accept_quote", {"tier": "selected"}),
        ("shield", "accept_quote", {"tier": "shield"}),
        ("I want to go back and choose the coverage anew", "revise_coverage", {}),
    ],
)  # fmt: skip
def test_it_takes_the_right_tool_of_the_quote(message: str, name: str, arguments: dict[str, Any]) -> None:
    talk = Talk(*QUOTE)
    talk.opens("Your prices: saver $99.96, selected $140.43, shield $182.17 a month.")
    talk.says(message)
    assert [(call.name, call.arguments) for call in talk.turn] == [(name, arguments)]


@pytest.mark.parametrize("message", ["hmm", "what does shield mean?", "thanks", "I don't know yet"])
def test_it_accepts_nothing_that_was_not_said(message: str) -> None:
    talk = Talk(*QUOTE)
    talk.opens("Your prices: saver $99.96, selected $140.43, shield $182.17 a month.")
    talk.says(message)
    assert talk.turn == []
