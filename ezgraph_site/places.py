"""Where this site keeps its data and where it listens, and the keys that live in the data folder.

The folder is outside of the checkout, so that no key can be committed. Only `ezgraph_site.bootstrap`
makes it; reading a key that is not there says how to get one.
"""

import hashlib
import shlex
from pathlib import Path
from typing import Final

from django.core.exceptions import ImproperlyConfigured

from ezgraph_site.env import Environment

SECRET_KEY_FILE: Final = "secret.key"  # noqa: S105 - a file name
ENCRYPTION_KEYS_FILE: Final = "encryption.keys"

SECRET_KEY_CHARACTERS: Final = 32
"""The fewest that nobody guesses."""

MAKING: Final = {
    "EZGRAPH_SECRET_KEY": "openssl rand -base64 48",
    "EZGRAPH_ENCRYPTION_KEYS": "openssl rand -base64 32 | tr '+/' '-_'",
}
"""Commands that make a key, as docs/keys.md has them."""

CHECKOUT: Final = Path(__file__).resolve().parent.parent


def data_dir(environment: Environment) -> Path:
    """The folder of the keys and the SQLite file; two checkouts never share one unasked.

    Raises `ImproperlyConfigured` where a `~` in it stands for no home that this machine knows.
    """
    data_home = environment.text(
        "XDG_DATA_HOME",
        "~/.local/share",
        "Where this machine keeps the data of a person's programs.",
    )
    digest = hashlib.sha256(str(CHECKOUT).encode()).hexdigest()[:8]
    folder = environment.text(
        "EZGRAPH_DATA_DIR",
        str(Path(data_home) / "ezgraph" / f"{CHECKOUT.name}-{digest}"),
        "Folder of the keys and the SQLite file. Made by `make run`, readable by its owner only.",
        shown="$XDG_DATA_HOME/ezgraph/<checkout>-<hash of its path>",
    )
    try:
        return Path(folder).expanduser().absolute()
    except RuntimeError:
        raise ImproperlyConfigured(
            f"EZGRAPH_DATA_DIR: the home folder in {folder} is unknown. Write the path out."
        ) from None


def host(environment: Environment) -> str:
    """The address that the site listens on, of version 4 or 6."""
    return environment.address(
        "EZGRAPH_HOST",
        "127.0.0.1",
        "IP address of this machine that the site listens on: 0.0.0.0 are all of them, for a container. Only"
        " proxies should reach it.",
    )


def port(environment: Environment) -> int:
    """The port that the site listens on; 0 lets the system choose."""
    return environment.integer(
        "PORT", 8000, "Port that the site listens on; 0 takes a free one.", maximum=65_535
    )


def manage_command(folder: Path, *arguments: str) -> str:
    """A command of `manage.py` on the data in `folder`, to be pasted into a shell in the checkout."""
    place = "" if folder == data_dir(Environment({})) else f"EZGRAPH_DATA_DIR={shlex.quote(str(folder))} "
    return f"{place}.venv/bin/python manage.py {shlex.join(arguments)}"


def read_secret_key(folder: Path) -> str:
    """The key that signs cookies and tokens; raises `ImproperlyConfigured` where there is none."""
    path = folder / SECRET_KEY_FILE
    key = _read(path, "EZGRAPH_SECRET_KEY")
    if len(key) < SECRET_KEY_CHARACTERS:
        raise ImproperlyConfigured(
            f"EZGRAPH_SECRET_KEY is not set and the key in {path} has fewer than {SECRET_KEY_CHARACTERS}"
            f" characters. {_in_a_deployment('EZGRAPH_SECRET_KEY')} Else remove the file: `make run` makes a"
            " new one."
        )
    return key


def read_encryption_keys(folder: Path) -> tuple[str, ...]:
    """The keys of stored secrets, one a line, the first encrypts; raises `ImproperlyConfigured`."""
    return tuple(_read(folder / ENCRYPTION_KEYS_FILE, "EZGRAPH_ENCRYPTION_KEYS").split())


def _in_a_deployment(variable: str) -> str:
    return (
        f"In a deployment set {variable}, the same for all processes: `{MAKING[variable]}`, see docs/keys.md."
    )


def _read(path: Path, variable: str) -> str:
    try:
        key = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        raise ImproperlyConfigured(
            f"{variable} is not set and there is no {path}. {_in_a_deployment(variable)} Else `make run`"
            " makes one."
        ) from None
    except OSError as error:
        raise ImproperlyConfigured(
            f"{variable} is not set and {path} cannot be read: {error.strerror}."
        ) from None
    except UnicodeDecodeError:
        key = ""
    if not key:
        raise ImproperlyConfigured(
            f"{variable} is not set and {path} holds no key. Put its copy back. {_in_a_deployment(variable)}"
            " Else remove the file: `make run` makes a new one."
        )
    return key
