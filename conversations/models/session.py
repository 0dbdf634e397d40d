"""One customer's run through one graph."""

import uuid

from django.db import models

from conversations import clock
from conversations.models.access import ApiClient
from conversations.models.states import Origin, SessionStatus


class Session(models.Model):
    """A session keeps its graph for life; `cursor` is the id of the node that owns it now.

    `revision` rises with every write and fences writers that lost their lease. `last_seq`
    and `last_number` are the highest numbers given to messages and to visible messages, `last_turn`
    to turns; models see messages from `history_from` on.
    `usage` sums all turns. `token_epoch` makes older visitor tokens void. `external_user` is who the customer
    is to the integration or the host site, which vouch for it where it is verified; name and email are what
    the host site signed besides. `origin` is "" where the session is older than that record; figures leave
    test sessions out. Since `erased_at` nothing is here that the customer said or is known by.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    graph = models.CharField(max_length=64)
    cursor = models.CharField(max_length=64)
    status = models.CharField(max_length=16, choices=SessionStatus.choices, default=SessionStatus.ACTIVE)
    revision = models.PositiveBigIntegerField(default=0)
    schema_version = models.PositiveIntegerField(default=1)
    lease_owner = models.CharField(max_length=64, default="", blank=True)
    lease_expires_at = models.DateTimeField(null=True, blank=True)
    last_seq = models.PositiveBigIntegerField(default=0)
    last_turn = models.PositiveIntegerField(default=0)
    last_number = models.PositiveBigIntegerField(default=0)
    history_from = models.PositiveBigIntegerField(default=0)
    token_epoch = models.PositiveIntegerField(default=0)
    client = models.ForeignKey(
        ApiClient, null=True, blank=True, on_delete=models.PROTECT, related_name="sessions", db_index=False
    )
    external_id = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 - NULL: not set, not unique
    external_user = models.CharField(max_length=200, default="", blank=True)
    external_user_verified = models.BooleanField(default=False)
    external_name = models.CharField(max_length=200, default="", blank=True)
    external_email = models.CharField(max_length=254, default="", blank=True)
    config = models.JSONField(default=dict, blank=True)
    usage = models.JSONField(default=list, blank=True)
    forked_from = models.ForeignKey(
        "conversations.Step", null=True, blank=True, on_delete=models.SET_NULL, related_name="forks"
    )
    origin = models.CharField(max_length=16, choices=Origin.choices, default="", db_default="", blank=True)
    is_test = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=clock.now, editable=False)
    updated_at = models.DateTimeField()
    last_visible_at = models.DateTimeField(null=True, blank=True)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        permissions = [
            ("take_over_session", "Can write to customers in the machine's place"),
            ("end_session", "Can end sessions"),
            ("fork_session", "Can fork sessions into test sessions"),
            ("export_session", "Can export conversations"),
            ("erase_session", "Can erase personal data"),
        ]
        indexes = [
            models.Index(fields=["graph", "status", "updated_at"], name="session_graph_status_at"),
            models.Index(fields=["updated_at"], name="session_updated_at"),
            models.Index(fields=["created_at"], name="session_created_at"),
            # Figures leave test sessions out.
            models.Index(fields=["updated_at"], condition=models.Q(is_test=True), name="session_test_at"),
            models.Index(fields=["external_user"], name="session_external_user"),
            # A client's sessions, and the newest of them: in place of the foreign key's own index, which
            # would hold those of visitors, too, and be written with each of their turns.
            models.Index(
                fields=["client", "updated_at"],
                condition=models.Q(client__isnull=False),
                name="session_client_at",
            ),
            models.Index(
                fields=["updated_at"],
                name="session_handed_over_at",
                condition=models.Q(status=SessionStatus.HANDED_OVER),
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["client", "external_id"],
                condition=models.Q(external_id__isnull=False),
                name="session_external_id_unique",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=SessionStatus.values), name="session_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(lease_owner="") | models.Q(lease_expires_at__isnull=False),
                name="session_lease_expires",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.graph} {self.id}"
