"""Offer the least certain decisions for review first, the newest of them before others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("conversations", "0012_what_replays_cost")]

    operations = [
        migrations.RemoveIndex(model_name="decision", name="decision_node_certainty"),
        migrations.RemoveIndex(model_name="decision", name="decision_certainty"),
        migrations.AddIndex(
            model_name="decision",
            index=models.Index(fields=["graph", "node", "certainty", "-at"], name="decision_node_certainty"),
        ),
        migrations.AddIndex(
            model_name="decision",
            index=models.Index(fields=["certainty", "-at"], name="decision_certainty"),
        ),
        migrations.AddIndex(
            model_name="review",
            index=models.Index(
                condition=models.Q(("agrees", False)), fields=["decision"], name="review_disagrees"
            ),
        ),
    ]
