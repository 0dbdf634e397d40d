from django.db import migrations, models

from conversations import clock


class Migration(migrations.Migration):
    dependencies = [("conversations", "0024_what_events_mean")]

    operations = [
        # The column stays as it is: only who fills it is another, so no table is made anew.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="session",
                    name="created_at",
                    field=models.DateTimeField(default=clock.now, editable=False),
                ),
            ],
        ),
    ]
