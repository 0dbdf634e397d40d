"""Let webhooks be told of events, each written in the transaction that makes it true."""

import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0015_test_sessions"),
    ]

    operations = [
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("url", models.CharField(max_length=2000)),
                ("description", models.CharField(blank=True, default="", max_length=200)),
                ("events", models.JSONField()),
                ("enabled", models.BooleanField(default=True)),
                ("sealed", models.TextField(blank=True, default="", editable=False)),
                ("former_until", models.DateTimeField(blank=True, editable=False, null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "client",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="webhooks",
                        to="conversations.apiclient",
                    ),
                ),
            ],
            options={
                "permissions": [("replay_webhook", "Can send webhooks' events again")],
            },
        ),
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("event_id", models.UUIDField()),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("turn.completed", "Turn Completed"),
                            ("turn.failed", "Turn Failed"),
                            ("session.completed", "Session Completed"),
                            ("session.handed_over", "Session Handed Over"),
                            ("decision.fallback", "Decision Fallback"),
                        ],
                        max_length=32,
                    ),
                ),
                ("facts", models.JSONField()),
                ("happened_at", models.DateTimeField(db_index=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("delivered", "Delivered"),
                            ("set_aside", "Set Aside"),
                        ],
                        db_default="waiting",
                        max_length=16,
                    ),
                ),
                ("next_at", models.DateTimeField()),
                ("tries", models.PositiveIntegerField(db_default=0)),
                ("attempts", models.JSONField(db_default=models.Value([], models.JSONField()))),
                ("replayed_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("lease_owner", models.CharField(blank=True, db_default="", max_length=64)),
                ("lease_expires_at", models.DateTimeField(blank=True, null=True)),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhook_deliveries",
                        to="conversations.session",
                    ),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="deliveries",
                        to="conversations.webhook",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "webhook deliveries",
            },
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=models.Q(("url", ""), _negated=True), name="webhook_has_an_address"
            ),
        ),
        migrations.AddIndex(
            model_name="webhookdelivery",
            index=models.Index(
                condition=models.Q(("status", "waiting")), fields=["next_at"], name="delivery_due"
            ),
        ),
        migrations.AddIndex(
            model_name="webhookdelivery",
            index=models.Index(
                condition=models.Q(("status", "waiting")),
                fields=["webhook", "session", "id"],
                name="delivery_order",
            ),
        ),
        migrations.AddIndex(
            model_name="webhookdelivery",
            index=models.Index(fields=["webhook", "-id"], name="delivery_newest"),
        ),
        migrations.AddIndex(
            model_name="webhookdelivery",
            index=models.Index(
                condition=models.Q(("status", "set_aside")),
                fields=["-id"],
                name="delivery_set_aside",
            ),
        ),
        migrations.AddConstraint(
            model_name="webhookdelivery",
            constraint=models.UniqueConstraint(fields=("event_id", "webhook"), name="delivery_event_unique"),
        ),
        migrations.AddConstraint(
            model_name="webhookdelivery",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ["waiting", "delivered", "set_aside"])),
                name="delivery_status_known",
            ),
        ),
    ]
