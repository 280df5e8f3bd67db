"""The comparison finds a gateway that decides wrongly, and makes what it finds small."""

from __future__ import annotations

import contextlib
import copy
import io
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from compare import Comparison
from differences import compare
from gateway import Gateway, GatewayError
from generate import make_sample

Document = dict[str, Any]

HERE = Path(__file__).resolve().parent

# A gateway that is the oracle with one fault; its arguments begin with `policy evaluate`.
PROGRAM = """#!{python}
import sys
sys.path.insert(0, {here!r})
import oracle
{fault}
del sys.argv[1:3]
oracle.main()
"""

NO_FAULT = ""
SECOND_FACTOR_WITH_EVERYTHING = """
import grants
grants.IMPOSSIBLE_FOR_LEGACY_CLIENTS = frozenset()
"""
WAIVED_CONTROLS_ARE_MET = """
from grants import ControlStatus
status_document = oracle.status_document
oracle.status_document = lambda status: status_document(
    ControlStatus(status.control, "met") if status.status == "waived" else status
)
"""
STRENGTHS_ARE_NOT_NAMED = """
import dataclasses
status_document = oracle.status_document
oracle.status_document = lambda status: status_document(dataclasses.replace(status, strength=None))
"""
NO_ANSWER = "raise SystemExit('cannot read `x`')"


class ComparisonTests(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)

    def compare(self, fault: str, most_shown: int = 1) -> tuple[Comparison, str]:
        program = self.directory / "gateway"
        program.write_text(PROGRAM.format(python=sys.executable, here=str(HERE), fault=fault), encoding="utf-8")
        program.chmod(0o755)
        comparison = Comparison(Gateway(program), frozenset(), self.directory / "kept", most_shown)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            for number in range(6):
                comparison.examine(number, make_sample("compare", number, 40))
        return comparison, printed.getvalue()

    def test_agreement_leaves_nothing_behind(self) -> None:
        comparison, printed = self.compare(NO_FAULT)
        self.assertEqual((comparison.report.pairs, comparison.report.differing, printed), (240, 0, ""))
        self.assertEqual(list((self.directory / "kept" / "sets").iterdir()), [])

    def test_a_fault_is_found_and_made_small(self) -> None:
        comparison, printed = self.compare(SECOND_FACTOR_WITH_EVERYTHING)
        self.assertGreater(comparison.report.differing, 0)
        self.assertIn("difference 1", printed)
        kept = self.directory / "kept" / "difference-1"
        kept_documents = [path.read_text(encoding="utf-8") for path in (kept / "policies").iterdir()]
        # The policy that is judged wrongly, and a block where the outcome is not to change with it.
        self.assertLessEqual(sum("grantControls" in text for text in kept_documents), 2)
        self.assertTrue((kept / "oracle.json").exists() and (kept / "gateway.json").exists())

    def test_a_wrong_status_of_a_control_is_found(self) -> None:
        self.assert_only_controls_differ(WAIVED_CONTROLS_ARE_MET)

    def test_a_strength_that_a_control_does_not_name_is_found(self) -> None:
        self.assert_only_controls_differ(STRENGTHS_ARE_NOT_NAMED)

    def assert_only_controls_differ(self, fault: str) -> None:
        comparison, _ = self.compare(fault, most_shown=0)
        self.assertEqual(set(comparison.report.fields), {"policies.controls"})

    def test_a_gateway_that_fails_is_an_error(self) -> None:
        self.assertRaises(GatewayError, self.compare, NO_ANSWER)

    def test_case_of_identifiers_is_no_difference(self) -> None:
        left = answer("a", strength="c")
        self.assertEqual(differing(left, answer("A", strength="C")), [])
        self.assertEqual(differing(left, answer("a", strength="d")), ["policies.controls"])

    def test_the_order_of_every_list_is_compared(self) -> None:
        left: Document = {"decision": {"unmet": [{"policy": "a"}, {"policy": "b"}], "appliedPolicies": ["a", "b"]}}
        for member in ("appliedPolicies", "unmet"):
            right = copy.deepcopy(left)
            right["decision"][member].reverse()
            self.assertEqual(differing(left, right), [f"decision.{member}"])
        both = {"policies": [{"policy": "a"}, {"policy": "b"}]}
        self.assertEqual(differing(both, {"policies": both["policies"][::-1]}), ["policies"])
        self.assertEqual(differing(both, {"policies": [*both["policies"], {"policy": "b"}]}), ["policies"])

    def test_a_member_that_only_one_has_is_a_difference(self) -> None:
        left = answer("a")
        values: tuple[Any, ...] = (None, [], 1)
        for part, name in ((left["decision"], "decision.more"), (left["policies"][0], "policies.more"), (left, "more")):
            for value in values:
                part["more"] = value
                self.assertEqual(differing(left, answer("a")), [name])
                self.assertEqual(differing(answer("a"), left), [name])
            del part["more"]

    def test_a_number_is_no_truth_value(self) -> None:
        left: Document = {"decision": {"session": {"tokenProtection": True}}}
        right: Document = {"decision": {"session": {"tokenProtection": 1}}}
        self.assertEqual(differing(left, right), ["decision.session"])


def answer(policy: str, **control: str) -> Document:
    """A decision in which one policy has one control."""
    return {
        "decision": {"appliedPolicies": [policy], "unmet": [{"policy": policy}]},
        "policies": [{"policy": policy, "controls": [control]}],
    }


def differing(left: Document, right: Document) -> list[str]:
    return [difference.field for difference in compare(left, right)]


if __name__ == "__main__":
    unittest.main()
