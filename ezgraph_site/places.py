"""Where this site keeps its data, and the keys that live there.

The folder is outside of the checkout, so that no key can be committed. Only `ezgraph_site.bootstrap`
makes it; reading a key that is not there says how to get one.
"""

import base64
import binascii
import hashlib
from pathlib import Path
from typing import Final

from django.core.exceptions import ImproperlyConfigured

SECRET_KEY_FILE: Final = "secret.key"  # noqa: S105 - a file name
ENCRYPTION_KEYS_FILE: Final = "encryption.keys"
FERNET_KEY_BYTES: Final = 32


def default_data_dir(checkout: Path, data_home: Path) -> Path:
    """The data folder of one checkout: two checkouts of the same name never share one."""
    digest = hashlib.sha256(str(checkout).encode()).hexdigest()[:8]
    return data_home / "ezgraph" / f"{checkout.name}-{digest}"


def read_secret_key(data_dir: Path) -> str:
    """The key that signs cookies and tokens; raises `ImproperlyConfigured` where there is none."""
    return _read(data_dir / SECRET_KEY_FILE, "EZGRAPH_SECRET_KEY")


def read_encryption_keys(data_dir: Path) -> tuple[str, ...]:
    """The keys of stored secrets, one a line, the first encrypts; raises `ImproperlyConfigured`."""
    return tuple(_read(data_dir / ENCRYPTION_KEYS_FILE, "EZGRAPH_ENCRYPTION_KEYS").split())


def refuse_bad_encryption_keys(keys: tuple[str, ...]) -> None:
    """Raise `ImproperlyConfigured` unless every key is a Fernet key; the key itself is not repeated."""
    for position, key in enumerate(keys, start=1):
        try:
            size = len(base64.b64decode(key, altchars=b"-_", validate=True))
        except (binascii.Error, ValueError):
            size = 0
        if size != FERNET_KEY_BYTES:
            raise ImproperlyConfigured(
                f"EZGRAPH_ENCRYPTION_KEYS: key {position} is not a Fernet key (32 bytes in URL-safe base64)."
            )


def _read(path: Path, variable: str) -> str:
    try:
        key = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        key = ""
    if not key:
        raise ImproperlyConfigured(f"{variable} is not set and {path} holds no key: `make run` makes one.")
    return key
