"""Addresses of the demo pages."""

from django.urls import path

from ezgraph_site.demo.views import every_graph, shop

urlpatterns = [
    path("", shop, name="demo"),
    path("all/", every_graph, name="demo-all"),
]
