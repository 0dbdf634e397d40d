"""Lists of the back office, for the apps' own records."""

import re
from typing import TYPE_CHECKING, Any, Final

from django.contrib.admin import ShowFacets
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import SEARCH_VAR
from django.http import HttpRequest

from providers.admin.paging import BoundedPaginator

if TYPE_CHECKING:
    from django.contrib import admin

    ModelAdmin = admin.ModelAdmin[Any]
else:
    from unfold.admin import ModelAdmin

_UNSTORABLE: Final = re.compile(r"[\x00\ud800-\udfff]")
"""NUL, which PostgreSQL refuses with an error, and lone surrogates, which UTF-8 cannot hold."""


class ListAdmin(ModelAdmin):
    """A list that costs no more than what it shows, however many rows there are.

    Filters by what no column can hold are refused, as Django refuses others that make no sense.
    """

    show_full_result_count = False
    show_facets = ShowFacets.NEVER  # counts the whole table for every choice of every filter
    list_per_page = 50
    paginator = BoundedPaginator

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list that an address asks for. Raises IncorrectLookupParameters, which leads to the whole list.

        What is searched for is left to the search form, which says what is wrong with it.
        """
        filters = [(name, values) for name, values in request.GET.lists() if name != SEARCH_VAR]
        if any(_UNSTORABLE.search(text) for name, values in filters for text in (name, *values)):
            raise IncorrectLookupParameters
        return super().get_changelist_instance(request)
