"""The application that Daphne serves: HTTP by Django, WebSockets by Channels."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ezgraph_site.settings")

# First, because it loads the apps that the imports of consumers need.
http_application = get_asgi_application()

from conversations.engine import graphs  # noqa: E402 - the apps come first
from conversations.observing.middleware import observing_sockets  # noqa: E402 - the apps come first
from conversations.routing import websocket_urlpatterns  # noqa: E402 - the apps come first
from ezgraph_site.without_redis import closing_without_redis  # noqa: E402 - after the apps' own

graphs.served()  # a faulty graph ends the start, not the first customer's message

application = ProtocolTypeRouter(
    {
        "http": http_application,
        "websocket": observing_sockets(closing_without_redis(URLRouter(websocket_urlpatterns))),
    }
)
