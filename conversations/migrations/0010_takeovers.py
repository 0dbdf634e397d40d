"""What staff write while they answer in the machine's place, and the turns that they answer."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0009_finding_sessions"),
    ]

    operations = [
        migrations.AddField(
            model_name="message",
            name="client_id",
            field=models.CharField(blank=True, max_length=200, null=True),
        ),
        migrations.AddField(
            model_name="takeover",
            name="shown_name",
            field=models.CharField(blank=True, default="", max_length=320),
        ),
        migrations.AddField(
            model_name="turn",
            name="handed_over",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="message",
            name="author",
            field=models.CharField(blank=True, default="", max_length=320),
        ),
        migrations.AlterField(
            model_name="message",
            name="turn",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="messages",
                to="conversations.turn",
            ),
        ),
        migrations.AlterField(
            model_name="takeover",
            name="ended_by_name",
            field=models.CharField(blank=True, default="", max_length=320),
        ),
        migrations.AlterField(
            model_name="takeover",
            name="staff_name",
            field=models.CharField(max_length=320),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.UniqueConstraint(
                condition=models.Q(("client_id__isnull", False)),
                fields=("session", "client_id"),
                name="message_client_id_unique",
            ),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("turn__isnull", False), models.Q(("author", ""), _negated=True), _connector="OR"
                ),
                name="message_of_turn_or_staff",
            ),
        ),
    ]
