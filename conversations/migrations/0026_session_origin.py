"""Keep how a session came in; of those before it is not known."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("conversations", "0025_session_created_at")]

    operations = [
        migrations.AddField(
            model_name="session",
            name="origin",
            field=models.CharField(
                blank=True,
                choices=[
                    ("chat", "the chat"),
                    ("api", "the API"),
                    ("terminal", "a terminal"),
                    ("fork", "a fork by staff"),
                    ("code", "code of this site"),
                ],
                db_default="",
                default="",
                max_length=16,
            ),
        ),
    ]
