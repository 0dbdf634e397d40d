"""Addresses of the chat page."""

from django.urls import path

from conversations.chat.views import chat

urlpatterns = [path("chat/<slug:graph>/", chat, name="chat")]
