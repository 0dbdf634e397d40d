"""The OpenAPI document of the REST API, made from the views, and the pages that show it."""

from conversations.api.openapi.operations import Answer, documented, in_path

__all__ = ["Answer", "documented", "in_path"]
