"""A page that cannot be made says so in words for its reader, and never how it failed."""

import pytest
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import AsyncClient
from django.urls import path

from conversations.models import Session
from ezgraph_site.urls import handler500
from ezgraph_site.urls import urlpatterns as addresses_of_the_site

FAULTS = {
    "away": OperationalError("connection to server at 10.0.0.7 refused"),
    "used-up": InterfaceError("the pool is used up"),
    "broken": RuntimeError("secret words"),
}


def breaking(request: HttpRequest, fault: str) -> HttpResponse:
    if fault == "mistaken":
        Session.objects.extra(where=["no_such_column"]).exists()
    raise FAULTS[fault]


urlpatterns = [path("breaking/<fault>/", breaking), *addresses_of_the_site]
__all__ = ["handler500"]

pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("fault", ["away", "used-up"])
async def test_without_the_database_a_page_may_be_asked_for_again_soon(fault: str):
    response = await AsyncClient(raise_request_exception=False).get(f"/breaking/{fault}/")

    assert response.status_code == 503
    assert response["Retry-After"] == "5"
    assert b"One moment, please" in response.content
    assert b"10.0.0.7" not in response.content


@pytest.mark.parametrize("fault", ["broken", "mistaken"])
async def test_any_other_fault_is_said_to_be_ours(fault: str):
    response = await AsyncClient(raise_request_exception=False).get(f"/breaking/{fault}/")

    assert response.status_code == 500
    assert b"Something went wrong here" in response.content
    assert b"secret words" not in response.content
