"""Addresses of the conversations app: the REST API, the chat page, and what describes the WebSocket."""

from django.urls import include, path

from conversations.chat.page.documents import asyncapi

urlpatterns = [
    path("api/v1/", include("conversations.api.urls")),
    path("asyncapi.json", asyncapi, name="asyncapi"),
    path("", include("conversations.chat.urls")),
]
