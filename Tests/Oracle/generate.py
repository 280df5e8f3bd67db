#!/usr/bin/env python3
"""Random policy sets and access requests, the same for the same seed.

    generate.py --seed S --sets N --requests M --output DIR

writes `sets/NNN/policies/*.json` and `sets/NNN/requests.jsonl`. All policies are enforceable but for references to what
some of the sets do not hold; their states are mixed.
"""

from __future__ import annotations

import argparse
import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from makepolicy import make_policy
from makerequest import make_request
from world import Document, World, make_world

MOST_POLICIES = 8


@dataclass(frozen=True)
class Sample:
    """One policy set and the requests that are put to it."""

    policies: list[Document]
    supporting: list[Document]
    requests: list[Document]
    when_nothing_matches: str

    @property
    def documents(self) -> list[Document]:
        return [*self.policies, *self.supporting]


def make_sample(seed: str, number: int, requests: int) -> Sample:
    chance = random.Random(f"{seed}/{number}")
    world = make_world(chance)
    policies = [make_policy(chance, world, index) for index in range(chance.randint(1, MOST_POLICIES))]
    asked = [make_request(chance, world) for _ in range(requests)]
    return Sample(policies, supporting(world), asked, chance.choice(("allow", "allow", "deny")))


def supporting(world: World) -> list[Document]:
    return [*world.locations, *world.strengths, *world.application_groups]


def write_documents(directory: Path, documents: list[Document]) -> None:
    directory.mkdir(parents=True)
    for number, document in enumerate(documents):
        write_json(directory / f"{number:02d}.json", document)


def write_json(path: Path, document: Any) -> None:
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def write_requests(path: Path, requests: list[Document]) -> None:
    lines = (json.dumps(request, ensure_ascii=False, separators=(",", ":")) for request in requests)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def write_sample(directory: Path, sample: Sample) -> None:
    write_documents(directory / "policies", sample.documents)
    write_requests(directory / "requests.jsonl", sample.requests)


def main() -> None:
    parser = argparse.ArgumentParser(description="Write random policy sets with access requests.")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--sets", type=int, default=10)
    parser.add_argument("--requests", type=int, default=100)
    parser.add_argument("--output", type=Path, required=True, metavar="DIR")
    options = parser.parse_args()
    for number in range(options.sets):
        sample = make_sample(options.seed, number, options.requests)
        write_sample(options.output / "sets" / f"{number:03d}", sample)


if __name__ == "__main__":
    main()
