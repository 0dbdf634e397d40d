"""How a new file appears: whole, and never in the place of another."""

import errno
import os
from pathlib import Path
from typing import Final

_NO_LINKS: Final = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)
"""What file systems without hard links answer: FAT, some network shares, folders shared with containers."""


def appear(draft: Path, path: Path) -> None:
    """Give a draft in the same folder the name `path`. Its own may stay, for the caller to remove.

    Where the file system has no hard links, `path` is an empty file for a moment before. Raises
    FileExistsError where something has that name, and OSError.
    """
    try:
        # Unlike a rename, a link never replaces what somebody has put there meanwhile.
        os.link(draft, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        _take_name(path)
        try:
            os.replace(draft, path)
        except OSError:
            path.unlink()
            raise


def _take_name(path: Path) -> None:
    """Make an empty file that nobody had made before. Raises FileExistsError, and OSError."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
