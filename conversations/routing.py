"""Addresses of WebSockets, and the application that serves them."""

from channels.routing import URLRouter
from django.urls import path, re_path

from conversations.chat.consumer import ChatConsumer
from conversations.chat.nowhere import NowhereConsumer
from conversations.chat.without_redis import closing_without_redis
from conversations.staff.consumer import StaffConsumer

websocket_urlpatterns = [
    path("ws/chat/", ChatConsumer.as_asgi()),
    path("ws/staff/", StaffConsumer.as_asgi()),
    re_path("", NowhereConsumer.as_asgi()),
]

websockets = closing_without_redis(URLRouter(websocket_urlpatterns))
"""Serves them; a project that has WebSockets of its own makes a router of the patterns and its own."""
