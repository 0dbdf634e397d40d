"""Addresses of the chat page."""

from django.templatetags.static import static
from django.urls import path
from django.views.generic import RedirectView

from conversations.chat.page.views import chat

urlpatterns = [
    path("chat/<slug:graph>/", chat, name="chat"),
    # Browsers ask for it by themselves, where a page names no icon or theirs takes no drawing.
    path("favicon.ico", RedirectView.as_view(url=static("conversations/icon.svg"))),
]
