"""A day and a time that come in two messages, for a field that wants both."""

from dataclasses import dataclass, replace
from datetime import date

from providers.adapters.embedded.forms.fields import Field
from providers.adapters.embedded.language.dates import settle
from providers.adapters.embedded.language.text import read_text
from providers.adapters.embedded.readers.dated import looks_back
from providers.adapters.embedded.readers.page import Context, Page


@dataclass(frozen=True)
class Half:
    """What is known of a moment so far: its day, its time as `HH:MM`, or both."""

    day: date | None = None
    time: str = ""

    @property
    def whole(self) -> str:
        """The moment as `YYYY-MM-DDTHH:MM:SS`; empty while a half is missing."""
        return f"{self.day.isoformat()}T{self.time}:00" if self.day and self.time else ""


def completed(half: Half, text: str, field: Field, context: Context, alone: bool) -> Half:
    """The half with what a message adds or changes. A bare hour counts where the message is `alone` about
    the moment; "four" may be the number of guests.
    """
    page = Page(read_text(text), (field,), context)
    past = looks_back(field, context.subject)
    days = [settle(mention, context.today, past) for mention in page.dates if mention.exact]
    known = [day for day in days if day is not None]
    half = replace(half, day=known[-1]) if known else half
    times = [mention for mention in page.times if mention.sure or alone]
    return replace(half, time=times[-1].text) if times else half
