"""Let the newest sessions of a client be found at once, and leave visitors' sessions out of that index."""

import django.db.models.deletion
from django.db import migrations, models

from conversations.indexing import AddIndexBesideWriters, RemoveForeignKeyIndexBesideWriters


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("conversations", "0022_scheduledwork")]

    operations = [
        AddIndexBesideWriters(
            model_name="session",
            index=models.Index(
                condition=models.Q(("client__isnull", False)),
                fields=["client", "updated_at"],
                name="session_client_at",
            ),
        ),
        RemoveForeignKeyIndexBesideWriters(
            model_name="session",
            name="client",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="sessions",
                to="conversations.apiclient",
            ),
            index="conversations_session_client_id_bea04294",
        ),
    ]
