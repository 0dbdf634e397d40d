from collections.abc import Callable
from typing import Annotated, Any

import pytest
from pydantic import AfterValidator, BaseModel, Field, RootModel, ValidationError, model_validator

from providers.validation import FieldProblem, fault_texts, field_problems


def _even(value: int) -> int:
    if value % 2:
        raise ValueError("must be even")
    return value


class Driver(BaseModel):
    name: str
    age: Annotated[int, AfterValidator(_even)] = 0


class Party(BaseModel):
    drivers: list[Driver] = Field(default_factory=list)
    seats: int = 5

    @model_validator(mode="after")
    def _seats_suffice(self) -> "Party":
        if len(self.drivers) > self.seats:
            raise AssertionError("there are more drivers than seats")
        return self


def problems(values: Any, validate: Callable[[Any], object] = Party.model_validate) -> list[str]:
    with pytest.raises(ValidationError) as raised:
        validate(values)
    return fault_texts(raised.value)


def test_every_fault_is_told_with_its_path() -> None:
    assert problems({"seats": "many", "drivers": [{"name": "Ada"}, {}]}) == [
        "drivers.1.name: Field required",
        "seats: Input should be a valid integer, unable to parse string as an integer",
    ]


def test_a_validators_own_words_stand_alone() -> None:
    assert problems({"drivers": [{"name": "Ada", "age": 3}]}) == ["drivers.0.age: must be even"]


def test_a_fault_of_the_whole_has_no_path() -> None:
    assert problems({"seats": 0, "drivers": [{"name": "Ada"}]}) == ["there are more drivers than seats"]
    assert problems("text", RootModel[int].model_validate)[0].startswith("Input should be")


def test_a_value_never_stands_in_a_problem() -> None:
    assert "sk-very-secret" not in "".join(problems({"seats": "sk-very-secret"}))


def test_field_and_message_can_be_had_apart() -> None:
    with pytest.raises(ValidationError) as raised:
        Driver.model_validate({})

    assert field_problems(raised.value) == (FieldProblem("name", "Field required"),)
