"""Django's admin under this site's name."""

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig


class BackOffice(AdminSite):
    """The admin site at which the apps register."""

    site_header = "EZGraph"
    site_title = "EZGraph"
    index_title = "Back office"
    # Lists need the width; the first page and the crumbs lead everywhere.
    enable_nav_sidebar = False


class BackOfficeConfig(AdminConfig):
    """Takes the place of `django.contrib.admin` among the apps."""

    default_site = "ezgraph_site.back_office.BackOffice"
