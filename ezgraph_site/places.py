"""Where this site keeps its data and where it listens, and the keys that live in the data folder.

The folder is outside of the checkout, so that no key can be committed. Only `ezgraph_site.bootstrap`
makes it; reading a key that is not there says how to get one.
"""

import hashlib
from pathlib import Path
from typing import Final

from django.core.exceptions import ImproperlyConfigured

from ezgraph_site.env import Environment

SECRET_KEY_FILE: Final = "secret.key"  # noqa: S105 - a file name
ENCRYPTION_KEYS_FILE: Final = "encryption.keys"


CHECKOUT: Final = Path(__file__).resolve().parent.parent


def data_dir(environment: Environment) -> Path:
    """The folder of the keys and the SQLite file; two checkouts never share one unasked."""
    data_home = environment.text(
        "XDG_DATA_HOME",
        str(Path.home() / ".local" / "share"),
        "Where this machine keeps the data of a person's programs.",
        shown="~/.local/share",
    )
    digest = hashlib.sha256(str(CHECKOUT).encode()).hexdigest()[:8]
    folder = environment.text(
        "EZGRAPH_DATA_DIR",
        str(Path(data_home) / "ezgraph" / f"{CHECKOUT.name}-{digest}"),
        "Folder of the keys and the SQLite file. Made by `make run`, readable by its owner only.",
        shown="$XDG_DATA_HOME/ezgraph/<checkout>-<hash of its path>",
    )
    return Path(folder).expanduser().absolute()


def port(environment: Environment) -> int:
    """The port that `make run` listens on; 0 lets the system choose."""
    return environment.integer(
        "PORT", 8000, "Port of `make run` on 127.0.0.1; 0 takes a free one.", maximum=65_535
    )


def read_secret_key(folder: Path) -> str:
    """The key that signs cookies and tokens; raises `ImproperlyConfigured` where there is none."""
    return _read(folder / SECRET_KEY_FILE, "EZGRAPH_SECRET_KEY")


def read_encryption_keys(folder: Path) -> tuple[str, ...]:
    """The keys of stored secrets, one a line, the first encrypts; raises `ImproperlyConfigured`."""
    return tuple(_read(folder / ENCRYPTION_KEYS_FILE, "EZGRAPH_ENCRYPTION_KEYS").split())


def _read(path: Path, variable: str) -> str:
    try:
        key = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        key = ""
    if not key:
        raise ImproperlyConfigured(f"{variable} is not set and {path} holds no key: `make run` makes one.")
    return key
