"""Addresses of the chat page."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
