"""What staff set for one graph."""

from django.db import models


class GraphSettings(models.Model):
    """One row a graph, made with defaults where missing.

    `public` lets visitors without an API key start sessions. Empty provider or model means that
    the graph's own applies. `thresholds` are the numbers that staff set in place of the nodes' own: an
    object by node of objects by name.
    """

    graph = models.CharField(max_length=64, unique=True)
    public = models.BooleanField(default=True)
    chat_provider = models.CharField(max_length=64, default="", blank=True)
    chat_model = models.CharField(max_length=200, default="", blank=True)
    decision_provider = models.CharField(max_length=64, default="", blank=True)
    decision_model = models.CharField(max_length=200, default="", blank=True)
    thresholds = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name_plural = "graph settings"

    def __str__(self) -> str:
        return self.graph
