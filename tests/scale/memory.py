"""What the system says of a process's memory."""

from pathlib import Path


def resident_mb(process: int) -> float:
    """MB that a process has in memory now. Linux only."""
    status = Path(f"/proc/{process}/status").read_text()
    (resident,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(resident) / 1024
