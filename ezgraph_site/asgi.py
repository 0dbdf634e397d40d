"""The application that Daphne serves: HTTP by Django, WebSockets by Channels."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ezgraph_site.settings")

# First, because it loads the apps that the imports of consumers need.
http_application = get_asgi_application()

from conversations.engine import graphs  # noqa: E402 - the apps come first
from conversations.observing.middleware import observing_sockets  # noqa: E402 - the apps come first
from conversations.routing import websockets  # noqa: E402 - the apps come first

graphs.served()  # a faulty graph ends the start, not the first customer's message

application = ProtocolTypeRouter(
    {
        "http": http_application,
        "websocket": observing_sockets(websockets),
    }
)
