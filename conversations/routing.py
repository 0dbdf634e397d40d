"""Addresses of WebSockets."""

from django.urls import path, re_path

from conversations.chat.consumer import ChatConsumer
from conversations.chat.nowhere import NowhereConsumer
from conversations.staff.consumer import StaffConsumer

websocket_urlpatterns = [
    path("ws/chat/", ChatConsumer.as_asgi()),
    path("ws/staff/", StaffConsumer.as_asgi()),
    re_path("", NowhereConsumer.as_asgi()),
]
