"""Addresses of the conversations app: the REST API, the chat page, and what describes the WebSocket."""

from django.urls import include, path

from conversations.api.base.views import Nothing
from conversations.chat.page.documents import asyncapi

urlpatterns = [
    path("api/v1", Nothing.as_view()),  # or Django would lead on to what is none either
    path("api/v1/", include("conversations.api.urls")),
    path("asyncapi.json", asyncapi, name="asyncapi"),
    path("", include("conversations.chat.urls")),
]
