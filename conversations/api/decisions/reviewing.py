"""Who a caller is as a reviewer."""

from conversations import access
from conversations.access import Caller, StaffCaller
from conversations.models import ApiClient
from conversations.review import Reviewer


def reviewer_of(caller: Caller) -> Reviewer:
    """The account of staff, or the integration of a key. Raises AccessDenied for anybody else."""
    if isinstance(caller, StaffCaller):
        return Reviewer(caller.name, user=caller.user)
    client = ApiClient.objects.get(pk=access.check_key(caller).client)
    return Reviewer(client.name, client=client)
