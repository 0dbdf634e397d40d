"""Let test sessions be found at once, which figures leave out."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("conversations", "0014_what_failed")]

    operations = [
        migrations.AddIndex(
            model_name="session",
            index=models.Index(
                condition=models.Q(("is_test", True)), fields=["updated_at"], name="session_test_at"
            ),
        ),
    ]
