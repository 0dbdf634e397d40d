"""The embedded provider: a rule-based model that leads a customer through the tools of any graph.

It reads nothing but the request. What graph authors can do to help it:

- Describe every field in the customer's words; the description becomes the question.
- Describe options with the schema keyword `x-options`, an object of value to describing text
  (`Field(json_schema_extra={"x-options": {"finance": "still paying it off"}})`). Texts in
  `oneOf`/`anyOf` of `const` with `title` or `description`, and `value (text)` in the field's
  description are understood, too.
- Mark a text that the model writes itself with `x-compose: true`; it gets the newest internal message.
- Name an id field after what it identifies (`vehicle_id`), and let the tool that finds it answer with
  JSON (`{"vehicle": {"id": ...}}`). A rejection with `candidates` turns them into choices.
"""

from providers.adapters.embedded.provider import MODEL, EmbeddedProvider

__all__ = ["MODEL", "EmbeddedProvider"]
