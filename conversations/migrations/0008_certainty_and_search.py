"""Fill in how certain earlier decisions were, and let words of messages be found."""

from django.db import migrations

FILL_CERTAINTY = """
UPDATE conversations_decision SET certainty = COALESCE(
    (SELECT MIN(CASE WHEN kind = 'noul' AND probability < 0.5 THEN 1 - probability ELSE probability END)
     FROM conversations_decisionanswer WHERE decision_id = conversations_decision.id), 0)
"""

ADD_SEARCH = """
CREATE INDEX message_visible_words ON conversations_message
USING gin (to_tsvector('simple', text)) WHERE number IS NOT NULL
"""


def add_search(apps, schema_editor):
    """Words of visible messages are found by an index, on PostgreSQL."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(ADD_SEARCH)


def remove_search(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX message_visible_words")


class Migration(migrations.Migration):
    dependencies = [("conversations", "0007_back_office")]

    operations = [
        migrations.RunSQL(FILL_CERTAINTY, migrations.RunSQL.noop),
        migrations.RunPython(add_search, remove_search),
    ]
