"""Addresses of the conversations app: the REST API and the chat page."""

from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("conversations.api.urls")),
    path("", include("conversations.chat.urls")),
]
