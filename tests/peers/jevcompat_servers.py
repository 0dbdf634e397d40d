"""Runs servers of jevcompat in the peers' environment; see `tests.peers.system_one`.

First it prints the names of all faults, a JSON list. Then each line of standard input is a server's
configuration, a JSON object, and is answered by a line with its address.
"""

import json
import sys

from jevcompat.mock import FAULTS, MockConfig, Running


def main() -> None:
    """Start servers until standard input ends."""
    print(json.dumps(sorted(FAULTS)), flush=True)
    for line in sys.stdin:
        wanted = json.loads(line)
        wanted["faults"] = frozenset(wanted["faults"])
        server = Running(MockConfig(**wanted))
        server.__enter__()
        print(server.url, flush=True)


if __name__ == "__main__":
    main()
