"""The comparison finds a gateway that decides wrongly, and makes what it finds small."""

from __future__ import annotations

import contextlib
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
NO_ANSWER = "raise SystemExit('cannot read `x`')"


class ComparisonTests(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)

    def compare(self, fault: str) -> tuple[Comparison, str]:
        program = self.directory / "gateway"
        program.write_text(PROGRAM.format(python=sys.executable, here=str(HERE), fault=fault), encoding="utf-8")
        program.chmod(0o755)
        comparison = Comparison(Gateway(program), frozenset(), self.directory / "kept", most_shown=1)
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

    def test_a_gateway_that_fails_is_an_error(self) -> None:
        self.assertRaises(GatewayError, self.compare, NO_ANSWER)

    def test_order_and_absence_that_say_nothing_are_no_difference(self) -> None:
        first, second = {"policy": "a"}, {"policy": "b"}
        left: Any = {"decision": {"appliedPolicies": ["a", "b"], "session": {}, "unmet": [first, second]}}
        right: Any = {"decision": {"appliedPolicies": ["B", "a"], "session": {}, "unmet": [{"policy": "A"}, second]}}
        self.assertEqual(compare(left, right), [])
        right["decision"]["unmet"].reverse()
        self.assertEqual([difference.field for difference in compare(left, right)], ["decision.unmet"])
        del left["decision"]["session"]
        right["decision"]["unmet"].reverse()
        self.assertEqual([difference.field for difference in compare(left, right)], ["decision.session"])
        left["decision"]["session"] = {}
        right["decision"]["appliedPolicies"] = ["a"]
        self.assertEqual([difference.field for difference in compare(left, right)], ["decision.appliedPolicies"])


if __name__ == "__main__":
    unittest.main()
