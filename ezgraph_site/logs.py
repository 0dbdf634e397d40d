"""What a log entry shows."""

import logging


class WithoutTraceback(logging.Filter):
    """Lets every entry through as its one line: where in the code it arose is no news."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Drop the traceback of an entry; for handlers of loggers that nobody else listens to."""
        record.exc_info = None
        record.exc_text = None
        return True
