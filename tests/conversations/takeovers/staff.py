"""People of staff, for tests of what they do in the machine's place."""

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User

from conversations.engine.staff import Staff
from providers.database import in_database


def account(name: str, *permissions: str, full_name: str = "") -> User:
    """An account of staff with these permissions of `conversations`."""
    first, _, last = full_name.partition(" ")
    user = User.objects.create_user(name, is_staff=True, first_name=first, last_name=last)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return user


async def staff(name: str, full_name: str = "") -> Staff:
    """Somebody of staff; the engine asks nobody for permissions."""
    return Staff.of(await in_database(account, name, full_name=full_name))


async def logged() -> list[tuple[str, str]]:
    """What the back office's log tells, in order: by whom and what."""

    def read() -> list[tuple[str, str]]:
        entries = LogEntry.objects.select_related("user").order_by("pk")
        return [(entry.user.get_username(), entry.change_message) for entry in entries]

    return await in_database(read)
