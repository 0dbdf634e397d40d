"""Call rows of graph settings as the menu does: graphs."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("conversations", "0026_session_origin")]

    operations = [
        migrations.AlterModelOptions(name="graphsettings", options={"verbose_name_plural": "graphs"}),
    ]
