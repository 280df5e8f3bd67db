"""What figures are measured on, and whether it was quiet."""

from __future__ import annotations

import os
import pathlib

# A benchmark alone is one busy process.
BUSY = 1.5


def processor() -> str:
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return "an unknown processor"


class Load:
    """The highest load average of the last minute that was seen."""

    def __init__(self) -> None:
        self.highest = 0.0

    def look(self) -> None:
        self.highest = max(self.highest, os.getloadavg()[0])

    @property
    def is_quiet(self) -> bool:
        return self.highest <= BUSY
