"""Addresses of the chat's WebSockets."""

from django.urls import path

from conversations.chat.consumer import ChatConsumer

websocket_urlpatterns = [path("ws/chat/", ChatConsumer.as_asgi())]
