"""Integrations and their keys."""

from django.db import models


class ApiClient(models.Model):
    """An integration. It owns sessions; its keys come and go."""

    name = models.CharField(max_length=100, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class ApiKey(models.Model):
    """A key of a client. Only its SHA-256 is stored; `prefix` is what people recognise it by."""

    client = models.ForeignKey(ApiClient, on_delete=models.CASCADE, related_name="keys")
    prefix = models.CharField(max_length=16)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.prefix}…"
