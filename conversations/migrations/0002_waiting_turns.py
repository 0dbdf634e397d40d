import django.utils.timezone
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def accepted_when_started(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Turns did not wait before: each was accepted when it was started."""
    turns = apps.get_model("conversations", "Turn").objects.using(editor.connection.alias)
    turns.update(accepted_at=models.F("started_at"))


class Migration(migrations.Migration):
    dependencies = [("conversations", "0001_initial")]

    operations = [
        migrations.AddField("turn", "config", models.JSONField(blank=True, null=True)),
        migrations.AddField("turn", "interruptions", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("turn", "schema_version", models.PositiveIntegerField(default=1)),
        migrations.AddField(
            "turn",
            "accepted_at",
            models.DateTimeField(default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.RunPython(accepted_when_started, migrations.RunPython.noop),
        migrations.AlterField("turn", "started_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddIndex(
            "turn",
            models.Index(
                condition=models.Q(("status__in", ("queued", "interrupted"))),
                fields=["session", "number"],
                name="turn_due",
            ),
        ),
    ]
