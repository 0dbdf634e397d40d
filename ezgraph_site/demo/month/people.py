"""Invented people and the moods in which they stop."""

from random import Random
from typing import Any, Final

from django.contrib.auth import get_user_model

FIRST_NAMES: Final = (
    *("Amara", "Ben", "Carla", "Dmitri", "Elena", "Farid", "Grace", "Hugo", "Ines", "Jonas", "Kavya", "Liam"),
    *("Mei", "Noah", "Olivia", "Pedro", "Quinn", "Rosa", "Samir", "Tara", "Umar", "Vera", "Wendy", "Yusuf"),
)
LAST_NAMES: Final = (
    *("Abbott", "Becker", "Castillo", "Dawson", "Eriksen", "Foster", "Greene", "Hassan", "Ibarra", "Jensen"),
    *("Kowalski", "Larsen", "Moreno", "Novak", "Okafor", "Petrov", "Quintana", "Rossi", "Sato", "Turner"),
)

GOODBYES: Final = ("I'd rather stop here, goodbye", "Never mind, goodbye", "Not today, bye")


def name(random: Random) -> str:
    """First and last name."""
    return f"{random.choice(FIRST_NAMES)} {random.choice(LAST_NAMES)}"


def colleague(username: str, first_name: str) -> Any:
    """The account of somebody of staff, made where it is missing; nobody can log in with it."""
    names = {"first_name": first_name, "last_name": "Demo"}
    account, _ = get_user_model().objects.get_or_create(
        username=username, defaults={"is_active": False, **names}
    )
    return account


def patience(random: Random, lines: tuple[str, ...], staying: float) -> tuple[str, ...]:
    """The lines that somebody says who goes on after each with this probability; some say goodbye."""
    said: list[str] = []
    for line in lines:
        said.append(line)
        if random.random() > staying:
            if random.random() < 0.3:
                said.append(random.choice(GOODBYES))
            break
    return tuple(said)
