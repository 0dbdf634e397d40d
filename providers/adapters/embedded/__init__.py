"""The embedded provider: a rule-based model that leads a customer through the tools of any graph.

It reads nothing but the request. What graph authors can do to help it:

- Describe every field in the customer's words; the description becomes the question.
- Describe options with the schema keyword `x-options`, an object of value to describing text
  (`Field(json_schema_extra={"x-options": {"finance": "still paying it off"}})`). Texts in
  `oneOf`/`anyOf` of `const` with `title` or `description`, and `value (text)` in the field's
  description are understood, too.
- Describe a tool without fields by what it is about ("Change the search: the dates, the price"); a message
  about one of these topics means it. A tool for messages that belong elsewhere names "another topic".
- Mark a text that the model writes itself with `x-compose: true`; it gets the newest internal message.
- Name an id field after what it identifies (`vehicle_id`), and let the tool that finds it answer with
  JSON (`{"vehicle": {"id": ...}}`). A rejection with `candidates` turns them into choices.

It also reads receipts, invoices and other papers with sums, where a prompt holds one as data between
`<data>` and `</data>` or in any other fence, and a tool takes its total beside a list of lines or a day.
Fields are found by their names: `vendor`, `due_date`, `subtotal`, `tax_lines`, `unit_price`. What is not
printed is never made up: the reply says what could not be read.

It also answers typed questions, by the names and descriptions of their labels. To help it:

- Call a label what customers call the thing, or describe it so. Words of English, German, French, Spanish,
  Italian, Portuguese and Dutch are known by topic, whatever language the labels are in; with the extra
  `semantic` whole sentences are compared, in these and other languages.
- Have one label for everything else (`unclear`, `other`, or described as "anything else"): what is not
  understood lands there.
- Say in the facts what was asked for, under a key such as `unresolved` or `asked`, by the label's name: a
  bare answer ("the 3rd", "doesn't matter") then belongs to it.
- Have a fallback for scores and nouls: those that take a judgement are refused.
"""

from providers.adapters.embedded.provider import MODEL, EmbeddedProvider

__all__ = ["MODEL", "EmbeddedProvider"]
