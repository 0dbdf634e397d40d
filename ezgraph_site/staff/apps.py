"""The Django app of the back office's own people."""

from django.apps import AppConfig


class StaffConfig(AppConfig):
    """Accounts and roles, in the back office's theme."""

    name = "ezgraph_site.staff"
    label = "site_staff"
    verbose_name = "Staff"
