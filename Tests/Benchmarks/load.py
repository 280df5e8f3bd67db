"""Load by wrk on the core beside the server's."""

from __future__ import annotations

import dataclasses
import pathlib
import re
import subprocess

SERVER_CORE, LOAD_CORE = "0", "1"


@dataclasses.dataclass(frozen=True)
class Figure:
    rate: float
    median: str
    p99: str
    requests: int
    bad: int


def wrk(url: str, script: pathlib.Path, seconds: int, connections: int) -> Figure:
    done = subprocess.run(
        ["taskset", "-c", LOAD_CORE, "wrk", "--threads", "1", "--connections", str(connections), "--latency",
         "--duration", f"{seconds}s", "--script", str(script), url],
        capture_output=True, text=True, timeout=seconds + 60, check=True)
    text = done.stdout

    def found(pattern: str, default: str = "0") -> str:
        match = re.search(pattern, text)
        return match.group(1) if match else default

    bad = int(found(r"Non-2xx or 3xx responses: (\d+)"))
    bad += sum(int(number) for number in re.findall(r"(?:connect|read|write|timeout) (\d+)", text))
    return Figure(float(found(r"Requests/sec:\s+([\d.]+)")), found(r"50%\s+(\S+)"), found(r"99%\s+(\S+)"),
                  int(found(r"(\d+) requests in")), bad)
