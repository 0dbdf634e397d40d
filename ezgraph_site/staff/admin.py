"""Accounts and roles in the back office: Django's own pages in its theme."""

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from ezgraph_site.staff.log import LogAdmin
from providers.admin.lists import ListAdmin

__all__ = ["LogAdmin", "RoleAdmin", "StaffUserAdmin"]

admin.site.unregister(User)
admin.site.unregister(Group)


@admin.register(User)
class StaffUserAdmin(UserAdmin, ListAdmin):  # type: ignore[type-arg]  # generic for types only
    """Who may log in, and in which roles."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm


@admin.register(Group)
class RoleAdmin(GroupAdmin, ListAdmin):
    """What a role may do."""
