"""Integrations and their keys."""

from datetime import datetime

from django.db import models


class KeyState(models.TextChoices):
    """How a key stands. One that was revoked is told so, even where it would be over by now anyway."""

    ALIVE = "alive", "Works"
    EXPIRED = "expired", "Expired"
    REVOKED = "revoked", "Revoked"


class ApiClient(models.Model):
    """An integration. It owns sessions; its keys come and go."""

    name = models.CharField(max_length=100, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "API client"

    def __str__(self) -> str:
        return self.name


class ApiKey(models.Model):
    """A key of a client. Only its SHA-256 is stored; `prefix` is what people recognise it by.

    `name` says what it is for, "" where nobody said. What it allows and how long it may live holds for its
    whole life, save that its end may be brought forward: another key is issued for anything else.
    """

    client = models.ForeignKey(ApiClient, on_delete=models.CASCADE, related_name="keys")
    name = models.CharField(max_length=100, default="", db_default="", blank=True)
    prefix = models.CharField(max_length=16)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "API key"
        permissions = [
            ("revoke_apikey", "Can revoke API keys"),
            ("grant_admin_scope", "Can give API keys the scope admin"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)" if self.name else f"{self.prefix}…"

    def state_at(self, moment: datetime) -> KeyState:
        """How it stands at a moment."""
        if self.revoked_at is not None:
            return KeyState.REVOKED
        if self.expires_at is not None and self.expires_at <= moment:
            return KeyState.EXPIRED
        return KeyState.ALIVE


def keys_in(state: KeyState, moment: datetime) -> models.Q:
    """The condition for keys that stand so at a moment, as `ApiKey.state_at` tells of one."""
    match state:
        case KeyState.REVOKED:
            return models.Q(revoked_at__isnull=False)
        case KeyState.EXPIRED:
            return models.Q(revoked_at__isnull=True, expires_at__lte=moment)
        case KeyState.ALIVE:
            in_time = models.Q(expires_at__isnull=True) | models.Q(expires_at__gt=moment)
            return models.Q(revoked_at__isnull=True) & in_time
