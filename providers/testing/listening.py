"""What is logged while something runs: every line of every logger, however little the site lets them say."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


class _Ear(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.setFormatter(logging.Formatter("%(name)s: %(message)s"))  # and the traceback below

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@contextmanager
def listening() -> Iterator[list[str]]:
    """Collect what is logged, from DEBUG up, with tracebacks.

    Levels that the site has set for some loggers do not count: where the adapter goes next, others are set.
    """
    root, ear = logging.getLogger(), _Ear()
    known = [one for one in logging.Logger.manager.loggerDict.values() if isinstance(one, logging.Logger)]
    levels = {logger: logger.level for logger in (root, *known) if logger.level}
    apart = [root, *(logger for logger in known if not logger.propagate)]
    for logger in levels:
        logger.setLevel(logging.DEBUG)
    for logger in apart:
        logger.addHandler(ear)
    try:
        yield ear.lines
    finally:
        for logger in apart:
            logger.removeHandler(ear)
        for logger, level in levels.items():
            logger.setLevel(level)
