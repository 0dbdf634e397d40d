"""Let what failed, and what a vendor's request id names, be found among very many calls and decisions."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("conversations", "0013_review_order")]

    operations = [
        migrations.AddIndex(
            model_name="decision",
            index=models.Index(
                condition=models.Q(("failure", ""), _negated=True),
                fields=["failure", "at"],
                name="decision_failure_at",
            ),
        ),
        migrations.AddIndex(
            model_name="modelcall",
            index=models.Index(
                condition=models.Q(("code", ""), _negated=True),
                fields=["provider", "at"],
                name="model_call_failed_provider",
            ),
        ),
        migrations.AddIndex(
            model_name="modelcall",
            index=models.Index(
                condition=models.Q(("code", ""), _negated=True),
                fields=["code", "at"],
                name="model_call_failed_code",
            ),
        ),
        migrations.AddIndex(
            model_name="modelcall",
            index=models.Index(
                condition=models.Q(("request_id", ""), _negated=True),
                fields=["request_id"],
                name="model_call_request_id",
            ),
        ),
    ]
