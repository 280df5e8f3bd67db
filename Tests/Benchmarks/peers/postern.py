"""What Postern answers."""

from __future__ import annotations

import dataclasses
import json
import pathlib
import subprocess
import typing

from .translation import Answer, SignIn

MEMBER = '{"decision":'


class Difference(Exception):
    """A peer answers a request differently."""


@dataclasses.dataclass(frozen=True)
class Decided:
    """Postern's answer, and how many enabled policies are about the request."""
    answer: Answer
    applied: int


def decide(binary: pathlib.Path, policies: pathlib.Path, requests: pathlib.Path) -> list[Decided]:
    """Postern's answers to the requests of a file by the policies of a directory."""
    command = [binary, "policy", "evaluate", "--policies", policies, "--requests", requests]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = [decided(line) for line in process.stdout]
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return found


def decided(line: str) -> Decided:
    # The trace of every policy follows, which nobody needs here: megabytes, for thousands of policies.
    if not line.startswith(MEMBER):
        raise ValueError(f"not a decision: {line[:80]}")
    decision, _ = json.JSONDecoder().raw_decode(line, len(MEMBER))
    unmet = frozenset(one["policy"] for one in decision["unmet"])
    return Decided(Answer(decision["allowed"], unmet), len(decision["appliedPolicies"]))


def require_equal(peer: str, requests: typing.Sequence[SignIn], expected: typing.Sequence[Decided],
                  answers: typing.Sequence[Answer]) -> None:
    if not len(requests) == len(expected) == len(answers):
        raise Difference(f"{len(requests)} requests, {len(expected)} answers of Postern, {len(answers)} of {peer}")
    for request, postern, answer in zip(requests, expected, answers):
        if postern.answer != answer:
            raise Difference(f"{request}\n  Postern: {text(postern.answer)}\n  {peer}: {text(answer)}")


def text(answer: Answer) -> str:
    return f"{'allowed' if answer.allowed else 'not allowed'}, not satisfied: {', '.join(sorted(answer.unmet)) or 'none'}"
