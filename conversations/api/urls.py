"""Addresses of the API, version 1."""

from django.urls import path, re_path

from conversations.api.base.views import Nothing
from conversations.api.decisions.views import DecisionsView, DecisionView, ReviewsView
from conversations.api.graphs import GraphsView, GraphView
from conversations.api.openapi.views import openapi, redoc, swagger
from conversations.api.providers.views import ProvidersView, ProviderTestView
from conversations.api.runs import RunsView
from conversations.api.sessions import EndView, MessagesView, SessionsView, SessionView
from conversations.api.turns import CancelView, RetryView, TurnsView, TurnView
from conversations.api.usage import UsageView
from conversations.api.webhooks.views import DeliveriesView, ReplayView, RotateView, WebhooksView, WebhookView

urlpatterns = [
    path("openapi.json", openapi, name="openapi"),
    path("docs", swagger, name="swagger"),
    path("redoc", redoc, name="redoc"),
    path("graphs", GraphsView.as_view()),
    path("graphs/<str:name>", GraphView.as_view()),
    path("runs", RunsView.as_view()),
    path("sessions", SessionsView.as_view()),
    path("sessions/<str:session_id>", SessionView.as_view()),
    path("sessions/<str:session_id>/messages", MessagesView.as_view()),
    path("sessions/<str:session_id>/end", EndView.as_view()),
    path("sessions/<str:session_id>/turns", TurnsView.as_view()),
    path("sessions/<str:session_id>/turns/<int:number>", TurnView.as_view(), name="turn"),
    path("sessions/<str:session_id>/turns/<int:number>/retry", RetryView.as_view()),
    path("sessions/<str:session_id>/turns/<int:number>/cancel", CancelView.as_view()),
    path("decisions", DecisionsView.as_view()),
    path("decisions/<str:decision_id>", DecisionView.as_view()),
    path("decisions/<str:decision_id>/reviews", ReviewsView.as_view()),
    path("providers", ProvidersView.as_view()),
    path("providers/<str:name>/test", ProviderTestView.as_view()),
    path("usage", UsageView.as_view()),
    path("webhooks", WebhooksView.as_view()),
    path("webhooks/<str:webhook_id>", WebhookView.as_view()),
    path("webhooks/<str:webhook_id>/rotate", RotateView.as_view()),
    path("webhooks/<str:webhook_id>/deliveries", DeliveriesView.as_view()),
    path("webhooks/<str:webhook_id>/deliveries/<int:delivery>/replay", ReplayView.as_view()),
    re_path("", Nothing.as_view()),
]
