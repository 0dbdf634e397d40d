"""The theme's classes of what our own pages put among its fields."""

from typing import Final

BUTTON: Final = (
    "inline-block cursor-pointer rounded-default border border-base-200 px-3 py-2 font-medium"
    " dark:border-base-700"
)
"""A button that is not the page's main one."""

LINK: Final = "text-primary-600 underline dark:text-primary-500"
"""A link among values."""
