"""Makes the data folder and the keys in it: what has to be there before settings can load.

`python -m ezgraph_site.bootstrap` does it for `EZGRAPH_DATA_DIR`. Existing keys are never touched,
and two runs at once agree on the keys of whichever was first.
"""

import base64
import contextlib
import os
import secrets
import tempfile
from pathlib import Path
from typing import Final

from django.core.exceptions import ImproperlyConfigured

from ezgraph_site.appearing import appear
from ezgraph_site.env import Environment
from ezgraph_site.messages import one_message
from ezgraph_site.places import ENCRYPTION_KEYS_FILE, SECRET_KEY_FILE, data_dir

SECRET_KEY_BYTES: Final = 64
FERNET_KEY_BYTES: Final = 32


def make_data_dir(folder: Path) -> None:
    """Make `folder` (mode 700) and in it the secret and the encryption key (mode 600).

    Raises `ImproperlyConfigured` where that cannot be done.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Whoever keeps the data inside of a checkout must not commit it by accident.
        _write_once(folder / ".gitignore", "*")
        _write_once(folder / SECRET_KEY_FILE, secrets.token_urlsafe(SECRET_KEY_BYTES))
        _write_once(folder / ENCRYPTION_KEYS_FILE, new_encryption_key())
    except OSError as error:
        reason = "it is no folder" if isinstance(error, FileExistsError) else error.strerror
        raise ImproperlyConfigured(
            f"EZGRAPH_DATA_DIR: the data folder {folder} cannot be used: {reason}."
        ) from error


def new_encryption_key() -> str:
    """A fresh Fernet key."""
    return base64.urlsafe_b64encode(secrets.token_bytes(FERNET_KEY_BYTES)).decode()


def _write_once(path: Path, content: str) -> None:
    """Write `path` unless it exists. It appears with its content or not at all."""
    if path.exists():
        return
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")  # mode 600
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(content + "\n")
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):  # another run was faster
            appear(Path(draft), path)
    finally:
        Path(draft).unlink(missing_ok=True)


if __name__ == "__main__":
    with one_message():
        make_data_dir(data_dir(Environment()))
