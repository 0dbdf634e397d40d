import django.core.validators
from decimal import Decimal
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('conversations', '0004_decisions'),
    ]

    operations = [
        migrations.AddField(
            model_name='session',
            name='external_email',
            field=models.CharField(blank=True, default='', max_length=254),
        ),
        migrations.AddField(
            model_name='session',
            name='external_name',
            field=models.CharField(blank=True, default='', max_length=200),
        ),
        migrations.AddField(
            model_name='graphsettings',
            name='allowed_origins',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name='graphsettings',
            name='longest_message',
            field=models.PositiveIntegerField(blank=True, default=None, null=True, validators=[django.core.validators.MinValueValidator(1)]),
        ),
        migrations.AddField(
            model_name='graphsettings',
            name='visitor_messages_per_minute',
            field=models.PositiveIntegerField(default=20, validators=[django.core.validators.MinValueValidator(1)]),
        ),
        migrations.AddField(
            model_name='graphsettings',
            name='visitor_messages_per_day',
            field=models.PositiveIntegerField(default=300, validators=[django.core.validators.MinValueValidator(1)]),
        ),
        migrations.AddField(
            model_name='graphsettings',
            name='address_messages_per_minute',
            field=models.PositiveIntegerField(default=600, validators=[django.core.validators.MinValueValidator(1)]),
        ),
        migrations.AddField(
            model_name='graphsettings',
            name='address_sessions_per_minute',
            field=models.PositiveIntegerField(default=60, validators=[django.core.validators.MinValueValidator(1)]),
        ),
        migrations.AddField(
            model_name='graphsettings',
            name='turns_per_day',
            field=models.PositiveIntegerField(default=20000, validators=[django.core.validators.MinValueValidator(1)]),
        ),
        migrations.AddField(
            model_name='graphsettings',
            name='dollars_per_day',
            field=models.DecimalField(blank=True, decimal_places=2, default=None, max_digits=12, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.01'))]),
        ),
        migrations.AddField(
            model_name='graphsettings',
            name='sealed_identity',
            field=models.TextField(blank=True, default='', editable=False),
        ),
        migrations.AddIndex(
            model_name='turn',
            index=models.Index(fields=['accepted_at'], name='turn_accepted_at'),
        ),
    ]
