"""Let sessions be found by their customer's names, and those that wait for staff by their status."""

from django.db import migrations, models

ADD_SEARCH = """
CREATE INDEX session_customer_words ON conversations_session
USING gin (to_tsvector('simple', translate(
    external_user || ' ' || coalesce(external_id, '') || ' ' || external_name || ' ' || external_email,
    '@._-/+:', '       '
)))
WHERE external_user <> '' OR external_id IS NOT NULL OR external_name <> '' OR external_email <> ''
"""


def add_search(apps, schema_editor):
    """Words of customers' names are found by an index, on PostgreSQL."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(ADD_SEARCH)


def remove_search(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX session_customer_words")


class Migration(migrations.Migration):
    dependencies = [("conversations", "0008_certainty_and_search")]

    operations = [
        migrations.AddIndex(
            model_name="session",
            index=models.Index(
                fields=["updated_at"],
                name="session_handed_over_at",
                condition=models.Q(status="handed_over"),
            ),
        ),
        migrations.RunPython(add_search, remove_search),
    ]
