"""What a caller gives: the text of one receipt."""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

LONGEST_TEXT: Final = 20_000
"""Characters of a receipt's text; long invoices have a tenth of it."""

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_TEXT)]


class ReceiptConfig(BaseModel):
    """The receipt as text, its lines as they are printed."""

    model_config = ConfigDict(extra="forbid")

    text: Text = Field(description="the receipt's text, line by line as it is printed")
