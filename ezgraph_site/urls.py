"""Addresses of this site."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from conversations.observing.page import metrics
from ezgraph_site import health

handler500 = "ezgraph_site.error_pages.server_error"

urlpatterns = [
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("demo/", include("ezgraph_site.demo.urls")),
    path("", include("conversations.urls")),
    path("", RedirectView.as_view(url="/chat/quote/")),
]
