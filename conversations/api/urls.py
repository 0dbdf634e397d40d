"""Addresses of the API, version 1."""

from django.urls import path, re_path

from conversations.api.graphs import GraphsView, GraphView
from conversations.api.openapi.views import openapi, redoc, swagger
from conversations.api.sessions import EndView, MessagesView, SessionsView, SessionView
from conversations.api.turns import CancelView, RetryView, TurnsView, TurnView
from conversations.api.views import Nothing

urlpatterns = [
    path("openapi.json", openapi, name="openapi"),
    path("docs", swagger, name="swagger"),
    path("redoc", redoc, name="redoc"),
    path("graphs", GraphsView.as_view()),
    path("graphs/<str:name>", GraphView.as_view()),
    path("sessions", SessionsView.as_view()),
    path("sessions/<str:session_id>", SessionView.as_view()),
    path("sessions/<str:session_id>/messages", MessagesView.as_view()),
    path("sessions/<str:session_id>/end", EndView.as_view()),
    path("sessions/<str:session_id>/turns", TurnsView.as_view()),
    path("sessions/<str:session_id>/turns/<int:number>", TurnView.as_view(), name="turn"),
    path("sessions/<str:session_id>/turns/<int:number>/retry", RetryView.as_view()),
    path("sessions/<str:session_id>/turns/<int:number>/cancel", CancelView.as_view()),
    re_path("", Nothing.as_view()),
]
