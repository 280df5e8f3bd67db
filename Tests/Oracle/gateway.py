"""The gateway's own evaluator, run as a program."""

from __future__ import annotations

import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generate import write_documents, write_requests

Document = dict[str, Any]

LONGEST_MESSAGE = 2000


class GatewayError(RuntimeError):
    """The program did not answer every request."""


@dataclass(frozen=True)
class Gateway:
    """`postern policy evaluate`; one run may not last longer than `seconds`."""

    binary: Path
    seconds: float = 60

    def run(self, policies: Path, requests: Path, when_nothing_matches: str = "allow") -> list[Document]:
        """The decision documents, one for each line of requests."""
        command = [str(self.binary), "policy", "evaluate", "--policies", str(policies), "--requests", str(requests)]
        if when_nothing_matches != "allow":
            command += ["--when-nothing-matches", when_nothing_matches]
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=self.seconds, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise GatewayError(f"no answer within {self.seconds} seconds") from error
        except OSError as error:
            raise GatewayError(f"cannot be run: {error.strerror}") from error
        message = done.stderr.decode(errors="replace")[-LONGEST_MESSAGE:]
        lines = done.stdout.split(b"\n")[:-1]
        wanted = requests.read_bytes().count(b"\n")
        if done.returncode != 0 or len(lines) != wanted:
            answered = f"exit code {done.returncode}, {len(lines)} answers for {wanted} requests"
            raise GatewayError(f"{answered}\n{message}")
        try:
            return [json.loads(line) for line in lines]
        except ValueError as error:
            raise GatewayError(f"an answer is no JSON: {error}") from error

    def ask(self, documents: list[Document], request: Document, when_nothing_matches: str = "allow") -> Document:
        """The answer to one request, from documents that are written for this one run."""
        with tempfile.TemporaryDirectory() as directory:
            policies, requests = Path(directory) / "policies", Path(directory) / "requests.jsonl"
            write_documents(policies, documents)
            write_requests(requests, [request])
            return self.run(policies, requests, when_nothing_matches)[0]
