"""Times over REST: in UTC wherever the site is, all in one form, and in an order that can be."""

from datetime import UTC, datetime

import pytest

from conversations.api.webhooks.serializers import AttemptSerializer
from conversations.testing import says
from conversations.webhooks.attempts import Attempt
from tests.conversations.api.client import visitor

pytestmark = pytest.mark.django_db(transaction=True)


async def test_times_are_told_in_utc_wherever_the_site_is(model, api_key, settings):
    settings.TIME_ZONE = "Asia/Kolkata"
    model.then(says("Hello"))
    api, session = await visitor()
    assert await api.get(session) == 200
    times = [api.body["created_at"], api.body["updated_at"]]
    assert await api.post(f"{session}/turns", {"message": "Hi"}) == 200
    assert await api.get(f"{session}/messages") == 200
    times += [message["at"] for message in api.body["messages"]]
    keyed = await api_key("admin")
    assert await keyed.get("/usage") == 200
    times += [keyed.body["since"], keyed.body["until"]]
    assert all(time.endswith("Z") for time in times), times


async def test_a_session_is_not_changed_before_it_is_there(model):
    api, session = await visitor()
    assert await api.get(session) == 200
    assert api.body["created_at"] == api.body["updated_at"]


def test_an_attempt_s_time_has_the_form_of_all_others():
    attempt = Attempt(at=datetime(2026, 5, 1, 8, 30, tzinfo=UTC), ms=3, status=204)
    assert AttemptSerializer(attempt.as_json()).data["at"] == "2026-05-01T08:30:00Z"
