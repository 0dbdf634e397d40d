"""The application that Daphne serves: HTTP by Django, WebSockets by Channels."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import URLPattern

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ezgraph_site.settings")

# First, because it loads the apps that the imports of consumers need.
http_application = get_asgi_application()

websocket_urlpatterns: list[URLPattern] = []

application = ProtocolTypeRouter({"http": http_application, "websocket": URLRouter(websocket_urlpatterns)})
