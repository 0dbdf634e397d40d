"""Who opens pages."""

from django.contrib.auth.models import Group, Permission, User


def somebody_who_may_do_everything() -> User:
    """Staff with every permission by a role: unlike of a superuser's, the rights are looked up."""
    role, _ = Group.objects.get_or_create(name="everything")
    role.permissions.set(Permission.objects.all())
    somebody, _ = User.objects.get_or_create(username="somebody", defaults={"is_staff": True})
    somebody.groups.add(role)
    return somebody
