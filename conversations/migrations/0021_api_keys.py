"""Let API keys say what they are for, and let roles say who revokes them and who gives the scope admin."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("conversations", "0020_webhooks")]

    operations = [
        migrations.AlterModelOptions(name="apiclient", options={"verbose_name": "API client"}),
        migrations.AlterModelOptions(
            name="apikey",
            options={
                "verbose_name": "API key",
                "permissions": [
                    ("revoke_apikey", "Can revoke API keys"),
                    ("grant_admin_scope", "Can give API keys the scope admin"),
                ],
            },
        ),
        migrations.AddField(
            model_name="apikey",
            name="name",
            field=models.CharField(blank=True, db_default="", default="", max_length=100),
        ),
    ]
