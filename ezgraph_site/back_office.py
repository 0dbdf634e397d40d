"""Django's admin under this site's name and in its theme."""

from django.contrib.admin.apps import AdminConfig
from unfold.sites import UnfoldAdminSite


class BackOffice(UnfoldAdminSite):  # type: ignore[misc]  # Unfold has no types
    """The admin site at which the apps register."""

    site_header = "EZGraph"
    site_title = "EZGraph"
    index_title = "Home"
    index_template = "conversations/admin/home/page.html"


class BackOfficeConfig(AdminConfig):
    """Takes the place of `django.contrib.admin` among the apps."""

    default_site = "ezgraph_site.back_office.BackOffice"
