"""What an answer of a replay cost, who gave it, and whether it leads elsewhere."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0010_takeovers"),
    ]

    operations = [
        migrations.AddField(
            model_name="replayitem",
            name="answered_by",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        migrations.AddField(
            model_name="replayitem",
            name="changed",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="replayitem",
            name="cost",
            field=models.DecimalField(blank=True, decimal_places=6, max_digits=12, null=True),
        ),
        migrations.AddField(
            model_name="replayitem",
            name="input_tokens",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="replayitem",
            name="output_tokens",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="replayitem",
            name="source",
            field=models.CharField(blank=True, default="", max_length=16),
        ),
    ]
