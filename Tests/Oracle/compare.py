#!/usr/bin/env python3
"""The gateway's decisions against the oracle's, on random policy sets or on the case files.

    compare.py --binary PATH --pairs 50000 --seed S --keep DIR
    compare.py --cases Policies/cases [--binary PATH]

Exits 0 where both agree as `differences` compares them, 1 on any difference, 2 where the gateway did not answer or
nothing was compared.
Without a binary the random sets go through the oracle alone, which shows how the outcomes are spread.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional

from accessrequest import Request
from cases import run_cases
from differences import Difference, compare, spell
from documents import PolicySet
from gateway import Gateway, GatewayError
from generate import Sample, make_sample, write_documents, write_json, write_requests, write_sample
from oracle import decide
from shrink import Shrinker

Document = dict[str, Any]
Signature = frozenset[str]


@dataclass
class Report:
    """What has been seen so far."""

    pairs: int = 0
    differing: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    controls: Counter[str] = field(default_factory=Counter)
    fields: Counter[str] = field(default_factory=Counter)
    signatures: Counter[Signature] = field(default_factory=Counter)

    def count(self, expected: Document) -> None:
        self.pairs += 1
        self.outcomes[expected["decision"]["outcome"]] += 1
        for entry in expected["policies"]:
            self.results[entry["result"]] += 1
            self.controls.update(control["status"] for control in entry["controls"])

    def note(self, found: list[Difference]) -> bool:
        """Counts the differences of one pair; whether no pair before differed in just these fields."""
        signature = frozenset(difference.field for difference in found)
        self.differing += 1
        self.fields.update(signature)
        self.signatures[signature] += 1
        return self.signatures[signature] == 1

    def print(self, seconds: float) -> None:
        print(f"counted: {self.pairs} pairs in {seconds:.0f} s, {self.differing} differ")
        counters = {
            "outcomes": self.outcomes,
            "results": self.results,
            "controls": self.controls,
            "fields": self.fields,
        }
        for title, counter in counters.items():
            if counter:
                print(f"  {title}: " + ", ".join(f"{name} {count}" for name, count in counter.most_common()))


@dataclass
class Comparison:
    """One run over random sets."""

    gateway: Optional[Gateway]
    ignored: frozenset[str]
    keep: Path
    most_shown: int
    report: Report = field(default_factory=Report)
    shown: int = 0

    def examine(self, number: int, sample: Sample) -> None:
        policy_set = PolicySet.of(sample.documents)
        expected = [
            decide(policy_set, Request.read(request), sample.when_nothing_matches) for request in sample.requests
        ]
        for document in expected:
            self.report.count(document)
        if self.gateway is None:
            return
        directory = self.keep / "sets" / f"{number:03d}"
        write_sample(directory, sample)
        actual = self.gateway.run(directory / "policies", directory / "requests.jsonl", sample.when_nothing_matches)
        agreed = True
        for request, wanted, given in zip(sample.requests, expected, actual):
            found = compare(wanted, given, self.ignored)
            if found:
                agreed = False
                is_new = self.report.note(found)
                if is_new and self.shown < self.most_shown:
                    self.show(number, sample, request, found)
        if agreed:
            shutil.rmtree(directory)

    def show(self, number: int, sample: Sample, request: Document, found: list[Difference]) -> None:
        """Prints a difference and keeps documents made small that show it."""
        self.shown += 1
        documents, small = self.smallest(sample, request, frozenset(difference.field for difference in found))
        directory = self.keep / f"difference-{self.shown}"
        write_documents(directory / "policies", documents)
        write_requests(directory / "requests.jsonl", [small])
        wanted, given = self.both(documents, small, sample.when_nothing_matches)
        write_json(directory / "oracle.json", wanted)
        write_json(directory / "gateway.json", given)
        print(f"difference {self.shown}, first seen in set {number}, kept in {directory}")
        for difference in compare(wanted, given, self.ignored):
            print(f"  {difference}")
        for document in documents:
            print(f"  document: {spell(document)}")
        print(f"  request: {spell(small)}; when nothing matches: {sample.when_nothing_matches}", flush=True)

    def smallest(self, sample: Sample, request: Document, fields: Signature) -> tuple[list[Document], Document]:
        def still_differs(documents: list[Document], smaller: Document) -> bool:
            try:
                both = self.both(documents, smaller, sample.when_nothing_matches)
                left = {difference.field for difference in compare(*both, self.ignored)}
            except (GatewayError, ValueError, KeyError):
                return False
            return bool(left) and left <= fields

        return Shrinker(still_differs).shrink(sample.documents, request)

    def both(self, documents: list[Document], request: Document, otherwise: str) -> tuple[Document, Document]:
        assert self.gateway is not None
        expected = decide(PolicySet.of(documents), Request.read(request), otherwise)
        return expected, self.gateway.ask(documents, request, otherwise)


def run_pairs(options: argparse.Namespace, gateway: Optional[Gateway], keep: Path) -> int:
    comparison = Comparison(gateway, frozenset(options.ignore), keep, options.show)
    started = time.monotonic()
    left = options.pairs
    for number in itertools.count():
        if left <= 0:
            break
        size = min(options.requests, left)
        left -= size
        try:
            comparison.examine(number, make_sample(options.seed, number, size))
        except GatewayError as error:
            print(f"set {number} in {keep / 'sets' / f'{number:03d}'}: {error}", file=sys.stderr)
            comparison.report.print(time.monotonic() - started)
            return 2
    comparison.report.print(time.monotonic() - started)
    if not comparison.report.pairs:
        return 2
    return 1 if comparison.report.differing else 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare the gateway's decisions with the oracle's.")
    parser.add_argument("--binary", type=Path, help="the gateway's command-line program")
    parser.add_argument("--pairs", type=int, default=50_000, help="pairs of a policy set and a request (50000)")
    parser.add_argument("--requests", type=int, default=100, help="requests for each policy set (100)")
    parser.add_argument("--seed", default="1", help="any text; the same seed makes the same pairs")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="where what differs is kept; new or empty")
    parser.add_argument("--ignore", action="append", default=[], metavar="FIELD", help="a field not to compare")
    parser.add_argument("--show", type=int, default=8, help="how many kinds of difference are shown small (8)")
    parser.add_argument("--seconds", type=float, default=60, help="how long one run of the binary may last (60)")
    parser.add_argument("--cases", type=Path, metavar="DIR", help="compare the case files instead of random pairs")
    return parser.parse_args()


def main() -> int:
    options = parse_options()
    gateway = Gateway(options.binary.resolve(), options.seconds) if options.binary else None
    if options.cases:
        return 0 if run_cases(options.cases, gateway, frozenset(options.ignore)) else 1
    if options.keep is None:
        with tempfile.TemporaryDirectory() as directory:
            return run_pairs(options, gateway, Path(directory))
    if options.keep.exists() and any(options.keep.iterdir()):
        print(f"{options.keep} is not empty", file=sys.stderr)
        return 2
    options.keep.mkdir(parents=True, exist_ok=True)
    return run_pairs(options, gateway, options.keep)


if __name__ == "__main__":
    sys.exit(main())
