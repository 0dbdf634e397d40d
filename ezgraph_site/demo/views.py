"""The demo pages. They bring nothing from elsewhere, and obey the content policy of the chat page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from conversations.chat.page.content_policy import content_policy
from conversations.engine import graphs


@dataclass(frozen=True)
class Car:
    """A car of the shop. `price` is in whole US dollars, `colour` the name of a class of the style sheet."""

    name: str
    year: int
    miles: int
    price: int
    colour: str

    @property
    def miles_text(self) -> str:
        """As 41,200."""
        return f"{self.miles:,}"

    @property
    def price_text(self) -> str:
        """As $18,900."""
        return f"${self.price:,}"


CARS: Final = (
    Car("Toyota Camry SE", 2019, 41_200, 18_900, "teal"),
    Car("Honda Civic LX", 2021, 22_700, 19_450, "amber"),
    Car("Subaru Outback", 2020, 35_900, 23_700, "rust"),
    Car("Ford Escape SEL", 2018, 58_300, 14_250, "slate"),
    Car("Mazda CX-5 Touring", 2022, 17_800, 25_900, "plum"),
    Car("Hyundai Elantra", 2020, 29_600, 15_800, "moss"),
)


@require_safe
async def shop(request: HttpRequest) -> HttpResponse:
    """A shop with the first conversation of this site in its corner."""
    chats = [graph for graph in graphs.served().values() if graph.response_mode == "chat"]
    context = {"here": "shop", "cars": CARS, "graph": chats[0].name if chats else ""}
    return _page(request, "demo/shop.html", context)


@require_safe
async def every_graph(request: HttpRequest) -> HttpResponse:
    """Every conversation of this site, side by side."""
    return _page(request, "demo/all.html", {"here": "all", "graphs": list(graphs.served().values())})


def _page(request: HttpRequest, template: str, context: Mapping[str, object]) -> HttpResponse:
    response = render(request, template, dict(context))
    response["Content-Security-Policy"] = content_policy(request.get_host())
    response["Cache-Control"] = "no-cache"
    return response
