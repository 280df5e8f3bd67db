"""The oracle against what it was written from: the golden vectors, and what must hold of any decision."""

from __future__ import annotations

import random
import unittest
from typing import Any, Optional

from accessrequest import Request
from addresses import address, read_location
from devicefilter import Comparison, FilterError, Junction, evaluate, parse
from documents import PolicySet
from generate import make_sample
from oracle import decide
from strengths import BUILT_IN, Authentication, Strength

Document = dict[str, Any]

ACCOUNT = "0a11ce00-0000-4000-8000-000000000001"
GROUP = "6a0e0000-0000-4000-8000-000000000002"
ROLE = "62e90394-69f5-4237-9190-012177145e10"
APPLICATION = "a44a0000-0000-4000-8000-000000000001"
PLACE = "10ca0000-0000-4000-8000-000000000001"
HOUR = 3600

REPORT_ONLY = "enabledForReportingButNotEnforced"
BROKEN: Document = {"control": "block", "policy": "p1", "reason": "evaluation_failed"}
UNDETERMINED: Document = {"state": "undetermined", "reason": "source_failed"}
COUNTRY: Document = {"id": PLACE, "countriesAndRegions": ["DE"], "includeUnknownCountriesAndRegions": False}
TRUSTED: Document = {"id": PLACE, "isTrusted": True, "ipRanges": [{"cidrAddress": "2001:db8:1::/48"}]}


def policy(name: str = "P1", controls: Optional[list[str]] = None, **members: Any) -> Document:
    """An enabled policy for everybody and everything; members other than of a policy are conditions."""
    own: Document = {
        member: members.pop(member)
        for member in ("state", "sessionControls", "grantControls")
        if member in members
    }
    return {
        "id": name,
        "displayName": name,
        "state": "enabled",
        "conditions": {"users": {"includeUsers": ["All"]}, "applications": {"includeApplications": ["All"]}, **members},
        "grantControls": {"operator": "OR", "builtInControls": controls} if controls else None,
        **own,
    }


def request(controls: Optional[Document] = None, subject: Optional[Document] = None, **context: Any) -> Document:
    signals = {"clientAppType": "mobileAppsAndDesktopClients", "platform": "iOS", "ipAddress": "192.0.2.10", **context}
    return {
        "subject": {"account": ACCOUNT, **(subject or {})},
        "resource": {"application": APPLICATION},
        "context": {member: value for member, value in signals.items() if value is not None},
        "controls": controls or {},
    }


def decided(documents: list[Document], asked: Document) -> Document:
    return decide(PolicySet.of(documents), Request.read(asked))


class GoldenVectors(unittest.TestCase):
    def assert_decision(self, decision: Document, outcome: str, control: Optional[str] = None) -> None:
        self.assertEqual((decision["decision"]["outcome"], decision["decision"].get("control")), (outcome, control))

    def assert_policy(self, decision: Document, number: int, **expected: Any) -> None:
        found = decision["policies"][number - 1]
        self.assertEqual({member: found.get(member) for member in expected}, expected)

    def test_01_every_matching_policy_must_be_satisfied(self) -> None:
        not_compliant = {"state": "unmet", "reason": "device_not_compliant", "satisfiable": False}
        found = decided(
            [policy("P1", ["mfa"]), policy("P2", ["compliantDevice"])],
            request({"mfa": "met", "compliantDevice": not_compliant}),
        )
        self.assert_decision(found, "requires", "compliantDevice")
        self.assertEqual(found["decision"]["appliedPolicies"], ["p1", "p2"])
        self.assertEqual(
            found["decision"]["unmet"],
            [{"control": "compliantDevice", "policy": "p2", "reason": "device_not_compliant"}],
        )
        self.assert_policy(found, 1, result="success")
        self.assert_policy(found, 2, result="failure")

    def test_02_block_wins(self) -> None:
        found = decided([policy("P1", ["mfa"]), policy("P2", ["block"])], request({"mfa": "met"}))
        self.assert_decision(found, "blocked")

    def test_03_excluded_user_of_an_included_group(self) -> None:
        users = {"includeGroups": [GROUP], "excludeUsers": [ACCOUNT]}
        found = decided([policy("P1", ["block"], users=users)], request(subject={"groups": [GROUP]}))
        self.assert_policy(found, 1, applies=False, firstUnsatisfiedCondition="users")

    def test_04_role_that_is_not_active_excludes_nobody(self) -> None:
        users = {"includeUsers": ["All"], "excludeRoles": [ROLE]}
        documents = [policy("P1", ["mfa"], users=users)]
        self.assert_decision(decided(documents, request()), "requires", "mfa")
        self.assert_decision(decided(documents, request(subject={"roles": [ROLE]})), "allowedNoPolicyApplied")

    def test_05_one_of_two_is_enough(self) -> None:
        documents = [policy("P1", ["compliantApplication", "compliantDevice"])]
        self.assert_decision(decided(documents, request({"compliantApplication": "met"})), "allowed")

    def test_06_mfa_is_asked_for_before_app_protection(self) -> None:
        grant = {"operator": "AND", "builtInControls": ["compliantApplication", "mfa"]}
        documents = [policy(grantControls=grant)]
        self.assert_decision(decided(documents, request({"compliantApplication": "met"})), "requires", "mfa")

    def test_07_to_10_app_protection_is_asked_for(self) -> None:
        documents = [policy("P1", ["compliantApplication"])]
        for reason in ("not_enrolled", "capability_not_declared", "not_targeted", "wiped"):
            for satisfiable in (True, False):
                state = {"state": "unmet", "reason": reason, "satisfiable": satisfiable}
                found = decided(documents, request({"compliantApplication": state}))
                self.assert_decision(found, "requires", "compliantApplication")
                self.assertEqual(found["decision"]["reason"], reason)

    def test_11_trusted_location_is_excluded(self) -> None:
        locations = {"includeLocations": ["All"], "excludeLocations": ["AllTrusted"]}
        documents = [policy("P1", ["block"], locations=locations), TRUSTED]
        found = decided(documents, request(ipAddress="2001:db8:1::7"))
        self.assert_policy(found, 1, result="notApplied", firstUnsatisfiedCondition="location")
        self.assert_decision(decided(documents, request()), "blocked")

    def test_12_country_that_is_not_known(self) -> None:
        documents = [policy("P1", ["block"], locations={"includeLocations": [PLACE]})]
        without, including = COUNTRY, {**COUNTRY, "includeUnknownCountriesAndRegions": True}
        found = decided([*documents, without], request())
        self.assert_policy(found, 1, applies=False, unknownConditions=["location"], notEnoughInformation=True)
        found = decided([*documents, including], request())
        self.assert_policy(found, 1, applies=True, unknownConditions=[], notEnoughInformation=False)

    def test_13_risk_that_is_not_known(self) -> None:
        found = decided([policy("P1", ["block"], signInRiskLevels=["high"])], request())
        self.assert_policy(found, 1, applies=False, firstUnsatisfiedCondition="signInRisk", notEnoughInformation=True)
        matching = policy("P1", ["block"], signInRiskLevels=["high"], onMissingSignal="match")
        self.assert_decision(decided([matching], request()), "blocked")

    def test_14_to_16_and_the_truth_table_of_the_null_device(self) -> None:
        table = (
            ("include", 'device.trustType -eq "AzureAD"', False),
            ("include", 'device.trustType -ne "AzureAD"', True),
            ("exclude", 'device.isCompliant -eq True -or device.trustType -eq "ServerAD"', True),
            ("exclude", 'device.trustType -ne "AzureAD"', False),
            ("include", "device.isCompliant -eq False", False),
            ("exclude", "device.isCompliant -eq False", True),
            ("include", "device.isCompliant -ne True", True),
        )
        for mode, rule, applies in table:
            with self.subTest(mode=mode, rule=rule):
                documents = [policy("P1", ["block"], devices={"deviceFilter": {"mode": mode, "rule": rule}})]
                found = decided(documents, request())
                self.assert_policy(found, 1, applies=applies, unknownConditions=["devices"])
                # A device that shows nothing is known to have no attributes, but its compliance stays unknown.
                unknown = ["devices"] if "isCompliant" in rule else []
                found = decided(documents, request(device={}))
                self.assert_policy(found, 1, applies=applies, unknownConditions=unknown)

    def test_compliance_that_is_not_known_matters_only_where_it_would_decide(self) -> None:
        for rule, device, unknown in (
            ('device.isCompliant -eq True -or device.trustType -eq "ServerAD"', {"trustType": "ServerAD"}, []),
            ('device.isCompliant -eq True -or device.trustType -eq "ServerAD"', {"trustType": "AzureAD"}, ["devices"]),
            ("device.isCompliant -eq True -or device.isCompliant -ne True", {}, []),
            ("device.isCompliant -eq True", {"isCompliant": False}, []),
            # A device that is compliant vouches for its extension attributes.
            ('device.extensionAttribute1 -eq "SAW"', {"extensionAttribute1": "SAW"}, ["devices"]),
            ('device.extensionAttribute1 -eq "SAW"', {"extensionAttribute1": "SAW", "isManaged": True}, []),
        ):
            with self.subTest(rule=rule, device=device):
                documents = [policy("P1", ["mfa"], devices={"deviceFilter": {"mode": "include", "rule": rule}})]
                self.assert_policy(decided(documents, request(device=device)), 1, unknownConditions=unknown)

    def test_17_and_binds_tighter_than_or(self) -> None:
        parsed = parse('device.model -eq "x" -or device.model -eq "y" -and device.manufacturer -eq "z"')
        assert isinstance(parsed, Junction) and isinstance(parsed.operands[1], Junction)
        self.assertFalse(parsed.needs_all)
        self.assertTrue(parsed.operands[1].needs_all)
        self.assertIsInstance(parsed.operands[0], Comparison)

    def test_18_unknown_platform_is_reached_by_excluding_the_known(self) -> None:
        platforms = {"includePlatforms": ["all"], "excludePlatforms": ["android", "iOS", "windows", "macOS"]}
        found = decided([policy("P1", ["block"], platforms=platforms)], request(platform=None))
        self.assert_policy(found, 1, applies=True, unknownConditions=["devicePlatform"])

    def test_19_block_of_legacy_clients_does_not_reach_a_browser(self) -> None:
        documents = [policy("P1", ["block"], clientAppTypes=["exchangeActiveSync", "other"])]
        found = decided(documents, request(clientAppType="browser"))
        self.assert_policy(found, 1, firstUnsatisfiedCondition="clientApps", notEnoughInformation=False)
        self.assert_decision(decided(documents, request(clientAppType="easSupported")), "blocked")

    def test_20_to_22_states(self) -> None:
        reporting = {"state": "enabledForReportingButNotEnforced"}
        for members, controls, result in (
            (reporting, ["block"], "reportOnlyFailure"),
            (reporting, ["mfa"], "reportOnlyInterrupted"),
            (reporting, ["compliantDevice"], "reportOnlyFailure"),
            ({"state": "disabled"}, ["block"], "notEnabled"),
        ):
            found = decided([policy("P1", controls, **members)], request())
            self.assert_decision(found, "allowedNoPolicyApplied")
            self.assert_policy(found, 1, result=result)

    def test_23_sign_in_that_is_too_old(self) -> None:
        documents = [policy(sessionControls={"signInFrequency": {"isEnabled": True, "type": "hours", "value": 8}})]
        old, new = request(secondsSinceSignIn=9 * HOUR), request(secondsSinceSignIn=8 * HOUR)
        self.assert_decision(decided(documents, old), "requires", "signInFrequency")
        self.assert_decision(decided(documents, new), "allowed")
        self.assert_decision(decided(documents, request()), "requires", "signInFrequency")

    def test_24_every_time_is_the_shortest(self) -> None:
        timed = {"signInFrequency": {"isEnabled": True, "type": "hours", "value": 12}}
        every_time = {"signInFrequency": {"isEnabled": True, "frequencyInterval": "everyTime"}}
        documents = [policy("P1", sessionControls=timed), policy("P2", sessionControls=every_time)]
        found = decided(documents, request(secondsSinceSignIn=300))
        self.assert_decision(found, "allowed")
        expected = {"primary": "everyTime", "secondary": "everyTime"}
        self.assertEqual(found["decision"]["session"], {"signInFrequency": expected})
        found = decided(documents, request(secondsSinceSignIn=301))
        self.assert_decision(found, "requires", "signInFrequency")

    def test_25_policy_about_a_user_action_does_not_reach_an_application(self) -> None:
        targets = {"includeUserActions": ["urn:user:registersecurityinfo"]}
        found = decided([policy("P1", ["block"], applications=targets)], request())
        self.assert_policy(found, 1, firstUnsatisfiedCondition="application")

    def test_27_nothing_matches(self) -> None:
        self.assert_decision(decided([], request()), "allowedNoPolicyApplied")

    def test_28_what_cannot_be_evaluated_is_refused(self) -> None:
        broken = policy("P1", ["mfa"], locations={"includeLocations": [PLACE]})
        found = decided([broken, policy("P2", ["mfa"])], request({"mfa": "met"}))
        self.assert_decision(found, "failed")
        self.assertEqual(found["decision"]["reason"], "evaluation_failed")
        self.assert_policy(found, 1, applies=None, result="unknown", unknownConditions=["location"], session={})
        self.assertEqual(found["decision"]["appliedPolicies"], ["p2"])
        self.assertEqual(found["decision"]["unmet"], [BROKEN])
        self.assert_decision(decided([broken, policy("P2", ["block"])], request()), "blocked")

    def test_28_every_kind_of_reference_that_is_broken(self) -> None:
        session = {"signInFrequency": {"isEnabled": True, "type": "hours", "value": 1}}
        references: tuple[Document, ...] = (
            {"locations": {"includeLocations": ["All"], "excludeLocations": [PLACE]}},
            {"applications": {"includeApplications": ["Office365"]}},
            {"applications": {"includeApplications": ["All"], "excludeApplications": ["Office365"]}},
            {"grantControls": {"builtInControls": [], "authenticationStrength": {"id": PLACE}}},
        )
        for number, members in enumerate(references):
            for state, result in (("enabled", "failed"), (REPORT_ONLY, "allowedNoPolicyApplied")):
                with self.subTest(number=number, state=state):
                    broken = policy("P1", sessionControls=session, state=state, **members)
                    found = decided([broken], request(subject={"groups": [GROUP]}))
                    self.assert_decision(found, result)
                    self.assert_policy(found, 1, applies=None, result="unknown", session={})
                    self.assertEqual(found["decision"]["session"], {})
                    self.assertEqual(found["decision"]["appliedPolicies"], [])
                    self.assertEqual(found["decision"]["unmet"], [BROKEN] if state == "enabled" else [])

    def test_28_a_broken_reference_leaves_its_whole_condition_open_and_no_other(self) -> None:
        for locations in (
            {"includeLocations": ["All", GROUP]},
            {"includeLocations": ["AllTrusted"], "excludeLocations": [GROUP]},
            {"includeLocations": ["All"], "excludeLocations": ["All", GROUP]},
        ):
            found = decided([policy("P1", ["mfa"], locations=locations), TRUSTED], request())
            self.assert_policy(found, 1, applies=None, unknownConditions=["location"])
        groups = {"includeApplications": ["Office365"]}
        elsewhere = policy("P1", ["mfa"], applications=groups, platforms={"includePlatforms": ["linux"]})
        found = decided([elsewhere], request())
        self.assert_policy(found, 1, applies=False, firstUnsatisfiedCondition="devicePlatform")
        asked = {**request(), "resource": {"userAction": "urn:user:registerdevice"}}
        found = decided([policy("P1", ["mfa"], applications=groups)], asked)
        self.assert_policy(found, 1, applies=False, firstUnsatisfiedCondition="userActions", unknownConditions=[])


class Clients(unittest.TestCase):
    def test_a_legacy_client_is_blocked_by_what_it_cannot_do(self) -> None:
        for kind in (None, "other", "exchangeActiveSync", "easSupported"):
            asked = request({"compliantDevice": "unmet"}, clientAppType=kind)
            self.assertEqual(decided([policy("P1", ["mfa"])], asked)["decision"]["outcome"], "blocked")
            either = policy("P1", ["mfa", "compliantApplication"])
            self.assertEqual(decided([either], asked)["decision"]["control"], "compliantApplication")

    def test_no_device_counts_for_a_device_code(self) -> None:
        documents = [policy("P1", ["compliantDevice"])]
        for state in ("met", "unmet", UNDETERMINED, {"state": "unmet", "reason": "x", "satisfiable": True}):
            asked = request({"compliantDevice": state}, transferMethod="deviceCodeFlow")
            found = decided(documents, asked)["decision"]
            self.assertEqual((found["outcome"], found["reason"]), ("requires", "device_unknown"))
            either = policy("P1", ["compliantDevice", "domainJoinedDevice", "compliantApplication"])
            found = decided([either], asked)["decision"]
            self.assertEqual((found["control"], found["reason"]), ("compliantApplication", "not_enrolled"))
        asked = request({"domainJoinedDevice": "met"}, transferMethod="deviceCodeFlow")
        found = decided([policy("P1", ["domainJoinedDevice"])], asked)["decision"]
        self.assertEqual((found["outcome"], found["reason"]), ("requires", "device_not_domain_joined"))
        asked = request({"compliantDevice": "met"}, transferMethod="authenticationTransfer")
        self.assertEqual(decided(documents, asked)["decision"]["outcome"], "allowed")

    def test_what_cannot_be_determined_fails_only_where_it_is_needed(self) -> None:
        asked = request({"compliantDevice": UNDETERMINED, "mfa": "met"})
        either = policy("P1", ["compliantDevice", "mfa"])
        self.assertEqual(decided([either], asked)["decision"]["outcome"], "allowed")
        all_of_them = policy(grantControls={"builtInControls": ["compliantDevice", "mfa"]})
        found = decided([all_of_them], asked)
        self.assertEqual(found["decision"]["outcome"], "failed")
        self.assertEqual(found["policies"][0]["result"], "failure")
        self.assertEqual(found["policies"][0]["applies"], True)

    def test_what_may_turn_out_to_be_met_is_not_impossible(self) -> None:
        every = policy(grantControls={"builtInControls": ["mfa", "compliantDevice"]})
        for controls, outcome, control in (
            ({"mfa": UNDETERMINED, "compliantDevice": "met"}, "failed", "mfa"),
            ({"mfa": UNDETERMINED, "compliantDevice": "unmet"}, "blocked", "compliantDevice"),
            ({"mfa": "unmet", "compliantDevice": UNDETERMINED}, "blocked", "mfa"),
        ):
            found = decided([every], request(controls, clientAppType="other"))["decision"]
            self.assertEqual((found["outcome"], found["unmet"][0]["control"]), (outcome, control))

    def test_a_failure_of_the_evaluation_is_named_first_then_the_first_control(self) -> None:
        first, second = ({"state": "undetermined", "reason": f"source_{name}"} for name in ("unreachable", "failed"))
        asked = request({"mfa": second, "compliantDevice": first})
        documents = [policy("P1", ["compliantDevice"]), policy("P2", ["mfa"])]
        self.assertEqual(decided(documents, asked)["decision"]["reason"], "source_failed")
        documents.append(policy("P3", ["mfa"], applications={"includeApplications": ["Office365"]}))
        self.assertEqual(decided(documents, asked)["decision"]["reason"], "evaluation_failed")


class Unmet(unittest.TestCase):
    """One entry for each policy that applies and is not satisfied."""

    def unmet(self, documents: list[Document], asked: Document) -> list[list[str]]:
        entries = decided(documents, asked)["decision"]["unmet"]
        return [[entry["policy"], entry["control"], entry["reason"]] for entry in entries]

    def test_the_control_that_is_asked_for(self) -> None:
        every = {"builtInControls": ["compliantApplication", "mfa"]}
        session = {"signInFrequency": {"isEnabled": True, "type": "hours", "value": 1}}
        documents = [
            policy("P4", ["mfa"]),
            policy("P3", ["block"], state=REPORT_ONLY),
            policy("P2", grantControls=every),
            policy("P1", grantControls=every, sessionControls=session),
        ]
        self.assertEqual(
            self.unmet(documents, request(secondsSinceSignIn=2 * HOUR)),
            [
                ["p1", "signInFrequency", "sign_in_frequency"],
                ["p2", "mfa", "mfa_required"],
                ["p4", "mfa", "mfa_required"],
            ],
        )
        asked = request({"mfa": "met"}, secondsSinceSignIn=HOUR, secondsSinceSecondFactor=HOUR)
        entries = [[name, "compliantApplication", "not_enrolled"] for name in ("p1", "p2")]
        self.assertEqual(self.unmet(documents, asked), entries)

    def test_a_block_and_what_a_legacy_client_cannot_do(self) -> None:
        asked = request(clientAppType="other")
        session = {"secureSignInSession": {"isEnabled": True}}
        every = {"builtInControls": ["compliantApplication", "passwordChange", "mfa"]}
        either = {"operator": "OR", "builtInControls": ["domainJoinedDevice", "compliantDevice"]}
        documents = [
            policy("P1", ["block"], sessionControls=session),
            policy("P2", grantControls=every, sessionControls=session),
            policy("P3", grantControls=either),
        ]
        self.assertEqual(
            self.unmet(documents, asked),
            [
                ["p1", "block", "blocked_by_policy"],
                ["p2", "mfa", "mfa_required"],
                ["p3", "compliantDevice", "device_unknown"],
            ],
        )

    def test_what_could_not_be_determined(self) -> None:
        session = {"secureSignInSession": {"isEnabled": True}}
        every = {"builtInControls": ["mfa", "compliantDevice", "compliantApplication"]}
        asked = request({"compliantDevice": UNDETERMINED, "compliantApplication": UNDETERMINED})
        documents = [policy("P1", grantControls=every, sessionControls=session)]
        self.assertEqual(self.unmet(documents, asked), [["p1", "compliantDevice", "source_failed"]])

    def test_a_strength_is_named(self) -> None:
        identifier = list(BUILT_IN)[0]
        grant = {"builtInControls": [], "authenticationStrength": {"id": identifier}}
        entries = decided([policy("P1", grantControls=grant)], request())["decision"]["unmet"]
        expected = {"control": "authenticationStrength", "policy": "p1", "strength": identifier}
        self.assertEqual(entries, [{**expected, "reason": "authentication_strength_required"}])


class Controls(unittest.TestCase):
    """Each control of a policy by itself."""

    EVERY: Document = {"builtInControls": ["compliantApplication", "compliantDevice", "mfa"]}
    ABSENT_STRENGTH = "00000000-0000-0000-0000-00000000000f"

    def statuses(self, document: Document, asked: Document) -> list[list[str]]:
        """The control, its status and what else is said of it."""
        (found,) = decided([document], asked)["policies"]
        return [
            [entry.pop("control"), entry.pop("status"), *(entry[member] for member in sorted(entry))]
            for entry in found["controls"]
        ]

    def test_in_the_order_of_asking_whatever_the_operator_and_the_state_of_the_policy(self) -> None:
        asked = request({"mfa": "met", "compliantDevice": UNDETERMINED})
        expected = [
            ["mfa", "met"],
            ["compliantDevice", "undetermined", "source_failed"],
            ["compliantApplication", "open", "not_enrolled"],
        ]
        for operator in ("AND", "OR"):
            for state in ("enabled", REPORT_ONLY):
                document = policy(state=state, grantControls={**self.EVERY, "operator": operator})
                self.assertEqual(self.statuses(document, asked), expected)

    def test_what_is_waived_has_no_reason_even_if_it_is_met(self) -> None:
        asked = request({"compliantDevice": "met", "compliantApplication": UNDETERMINED})
        self.assertEqual(
            self.statuses(policy(grantControls=self.EVERY), {**asked, "purpose": "becomeCompliant"}),
            [["mfa", "open", "mfa_required"], ["compliantDevice", "waived"], ["compliantApplication", "waived"]],
        )

    def test_a_control_out_of_reach_is_open(self) -> None:
        document = policy(grantControls={"builtInControls": ["compliantDevice", "mfa"]})
        expected = [["mfa", "open", "mfa_required"], ["compliantDevice", "open", "device_unknown"]]
        self.assertEqual(self.statuses(document, request(clientAppType="other")), expected)
        by_code = request({"compliantDevice": "met"}, transferMethod="deviceCodeFlow")
        self.assertEqual(self.statuses(document, by_code), expected)

    def test_what_is_demanded_of_the_session_stands_beside_a_block(self) -> None:
        session = {
            "secureSignInSession": {"isEnabled": True},
            "signInFrequency": {"isEnabled": True, "type": "hours", "value": 1},
            "persistentBrowser": {"isEnabled": True, "mode": "never"},
        }
        document = policy("P1", ["block"], sessionControls=session)
        block = ["block", "open", "blocked_by_policy"]
        token, frequency = ["tokenProtection", "met"], ["signInFrequency", "met"]
        fresh = request(secondsSinceSignIn=HOUR, isTokenBound=True)
        self.assertEqual(self.statuses(document, fresh), [block, token, frequency])
        token, frequency = (
            ["tokenProtection", "open", "token_protection_required"],
            ["signInFrequency", "open", "sign_in_frequency"],
        )
        self.assertEqual(self.statuses(document, request()), [block, token, frequency])

    def test_a_strength_is_named_met_or_not(self) -> None:
        identifier = next(iter(BUILT_IN))
        document = policy(grantControls={"authenticationStrength": {"id": identifier}})
        control, reason = "authenticationStrength", "authentication_strength_required"
        self.assertEqual(self.statuses(document, request()), [[control, "open", reason, identifier]])
        shown = request(authenticationMethods=["fido2"])
        self.assertEqual(self.statuses(document, shown), [[control, "met", identifier]])

    def test_of_a_broken_reference(self) -> None:
        elsewhere = policy("P1", ["mfa"], locations={"includeLocations": [PLACE]})
        self.assertEqual(self.statuses(elsewhere, request()), [["mfa", "open", "mfa_required"]])
        document = policy(grantControls={"authenticationStrength": {"id": self.ABSENT_STRENGTH}})
        control, reason = "authenticationStrength", "evaluation_failed"
        shown = request(authenticationMethods=["fido2"])
        self.assertEqual(self.statuses(document, shown), [[control, "undetermined", reason, self.ABSENT_STRENGTH]])

    def test_of_a_policy_that_does_not_apply_there_are_none(self) -> None:
        for document in (
            policy("P1", ["mfa"], state="disabled"),
            policy("P1", ["mfa"], applications={"includeApplications": ["None"]}),
        ):
            self.assertEqual(self.statuses(document, request()), [])


class Demands(unittest.TestCase):
    """What a decision demands of the session and of the application."""

    def test_app_protection_is_demanded_whatever_the_purpose(self) -> None:
        for purpose in ("ordinary", "becomeCompliant"):
            asked = {**request({"mfa": "met"}), "purpose": purpose}
            for documents, demanded in (
                ([policy("P1", ["compliantApplication", "mfa"])], True),
                ([policy("P1", ["approvedApplication"])], True),
                ([policy("P1", ["compliantApplication"], state=REPORT_ONLY)], False),
                ([policy("P1", ["compliantApplication"], applications={"includeApplications": ["None"]})], False),
                ([policy("P1", ["compliantApplication"], applications={"includeApplications": ["x"]})], False),
            ):
                found = decided(documents, asked)["decision"]
                self.assertIs(found["demandsAppProtection"], demanded)

    def test_a_session_is_told_for_each_policy_that_applies(self) -> None:
        session = {"persistentBrowser": {"isEnabled": True, "mode": "never"}}
        elsewhere = {"includeApplications": [GROUP]}
        documents = [
            policy("P1", sessionControls=session),
            policy("P2", sessionControls=session, state=REPORT_ONLY),
            policy("P3", sessionControls=session, applications=elsewhere),
            policy("P4", sessionControls=session, state="disabled"),
            policy("P5", ["block"]),
        ]
        found = decided(documents, request())
        never: Document = {"persistentBrowser": "never"}
        self.assertEqual([entry["session"] for entry in found["policies"]], [never, never, {}, {}, {}])
        self.assertEqual(found["decision"]["session"], never)
        self.assertEqual(decided(documents[1:], request())["decision"]["session"], {})

    def test_nothing_matches_and_that_is_denied(self) -> None:
        asked = Request.read(request())
        found = decide(PolicySet.of([policy("P1", ["block"], state=REPORT_ONLY)]), asked, "deny")["decision"]
        self.assertEqual((found["outcome"], found["reason"]), ("blocked", "no_policy_applied"))
        found = decide(PolicySet.of([policy("P1", ["mfa"])]), asked, "deny")["decision"]
        self.assertEqual(found["outcome"], "requires")


class ReportOnly(unittest.TestCase):
    def result(self, grant: Optional[Document], controls: Document, **context: Any) -> str:
        session = context.pop("session", None)
        documents = [policy("P1", state=REPORT_ONLY, grantControls=grant, sessionControls=session)]
        return str(decided(documents, request(controls, **context))["policies"][0]["result"])

    def test_a_prompt_solves_a_control_by_its_name(self) -> None:
        hopeless = {"state": "unmet", "reason": "mfa_required", "satisfiable": False}
        both = {"builtInControls": ["mfa", "compliantApplication"]}
        either = {"operator": "OR", "builtInControls": ["mfa", "compliantDevice"]}
        frequency = {"signInFrequency": {"isEnabled": True, "type": "hours", "value": 1}}
        token = {"secureSignInSession": {"isEnabled": True}}
        for grant, controls, context, result in (
            ({"builtInControls": ["mfa"]}, {"mfa": hopeless}, {}, "Interrupted"),
            ({"builtInControls": ["mfa"]}, {}, {"clientAppType": "other"}, "Failure"),
            (both, {}, {}, "Failure"),
            (both, {"compliantApplication": "met"}, {}, "Interrupted"),
            (both, {"compliantApplication": "met", "mfa": "met"}, {}, "Success"),
            (either, {}, {}, "Interrupted"),
            ({"builtInControls": ["compliantApplication"]}, {}, {}, "Failure"),
            (None, {}, {"session": frequency}, "Interrupted"),
            (None, {}, {"session": token}, "Failure"),
            ({"builtInControls": ["mfa"]}, {}, {"session": token}, "Failure"),
        ):
            with self.subTest(grant=grant, controls=controls, context=context):
                self.assertEqual(self.result(grant, controls, **context), f"reportOnly{result}")
        self.assertEqual(self.result({"builtInControls": ["mfa"]}, {"mfa": UNDETERMINED}), "unknown")


class Rules(unittest.TestCase):
    """The language of device filters."""

    DEVICE = {
        "displayName": "LAPTOP-01",
        "model": 'The "X1"',
        "manufacturer": "Cafe\u0301",
        "extensionAttribute1": "SAW",
        "physicalIds": ["[OrderId]:A1"],
        "trustType": "AzureAD",
        "isCompliant": False,
    }

    def test_rules(self) -> None:
        for rule, answer in (
            ('device.displayName -eq "laptop-01"', True),
            ('DISPLAYNAME -eq "laptop-01"', None),
            ('device.DISPLAYNAME startsWith "lap" and not device.displayName endsWith "2"', True),
            ("device.displayName -contains 'TOP'", True),
            ('device.displayName -in ["a", "LAPTOP-01"]', True),
            ('device.displayName -notIn ["a"]', True),
            ('device.model -eq "the `"x1`""', True),
            ("device.model -eq 'the \"x1\"'", True),
            ('device.manufacturer -eq "Caf\u00e9"', False),
            ('device.manufacturer -startsWith "cafe"', True),
            ('device.physicalIds -contains "[orderid]:a1"', True),
            ('device.physicalIds -contains "orderid"', False),
            ('device.systemLabels -notContains "x"', True),
            ('device.physicalIds -eq "x"', None),
            ('device.deviceId -startsWith "x"', None),
            ('device.isCompliant -eq "false"', True),
            ("device.isCompliant -eq false", True),
            ('device.extensionAttribute1 -eq "SAW"', False),
            ('device.extensionAttribute1 -ne "SAW"', True),
            ('-not (device.model -eq "a" -or device.model -eq "b")', True),
            ('-not device.isCompliant -eq True -and device.model -eq "a"', False),
            ('device.model -eq "a" -and', None),
            ('(device.model -eq "a"', None),
            ("device.model -eq null", False),
            ("device.operatingSystem -eq null", True),
        ):
            with self.subTest(rule=rule):
                if answer is None:
                    self.assertRaises(FilterError, parse, rule)
                else:
                    self.assertEqual(evaluate(parse(rule), self.DEVICE), answer)

    def test_case(self) -> None:
        for left, right, answer in (
            ("straße", "STRAßE", True),
            ("straße", "STRASSE", False),
            ("σας", "ΣΑΣ", True),
            ("\u212a9", "k9", False),
            ("\u017f", "s", False),
            ("\u0131", "I", False),
            ("\u0130", "i", False),
            ("\U00010428", "\U00010400", True),
            ("é", "e\u0301", False),
        ):
            with self.subTest(left=left, right=right):
                rule = parse(f'device.model -eq "{right}"')
                self.assertEqual(evaluate(rule, {"model": left}), answer)

    def test_extension_attributes_count_where_the_device_is_vouched_for(self) -> None:
        rule = parse('device.extensionAttribute1 -eq "saw"')
        for vouching in ({"isManaged": True}, {"isCompliant": True}, {"trustType": "ServerAD"}):
            self.assertTrue(evaluate(rule, {**self.DEVICE, **vouching}))


class PlacesAndStrengths(unittest.TestCase):
    def test_an_address_written_in_the_other_family(self) -> None:
        place = read_location({"ipRanges": [{"lowerAddress": "192.0.2.1", "upperAddress": "192.0.2.9"}]})
        self.assertIs(place.holds(address("::ffff:192.0.2.9"), None), True)
        self.assertIs(place.holds(address("::ffff:c000:20a"), None), False)
        self.assertIs(place.holds(None, "DE"), None)

    def test_a_network_with_bits_of_the_host_and_one_written_in_the_other_family(self) -> None:
        for network, inside, outside in (
            ("192.0.2.77/26", "192.0.2.64", "192.0.2.63"),
            ("::ffff:192.0.2.77/122", "192.0.2.127", "192.0.2.128"),
            ("2001:db8:1:2::3/47", "2001:db8::", "2001:db8:2::"),
            ("::/0", "::1", "192.0.2.1"),
        ):
            place = read_location({"ipRanges": [{"cidrAddress": network}]})
            answers = [place.holds(address(text), None) for text in (inside, outside)]
            self.assertEqual(answers, [True, False])

    def test_a_restricted_key(self) -> None:
        restriction = {"allowedAAGUIDs": ["AA"], "appliesToCombinations": ["fido2"]}
        strength = Strength.read({"allowedCombinations": ["fido2"], "combinationConfigurations": [restriction]})
        for model, answer in (("aa", True), ("bb", False), (None, False)):
            used = Authentication.read({"authenticationMethods": ["fido2"], "fido2AAGUID": model})
            self.assertEqual(strength.is_satisfied(used), answer)

    def test_built_in_strengths(self) -> None:
        pass_once = Authentication.read({"authenticationMethods": ["temporaryAccessPassOneTime"]})
        push = Authentication.read({"authenticationMethods": ["password", "microsoftAuthenticatorPush"]})
        key = Authentication.read({"authenticationMethods": ["fido2"]})
        answers = [[strength.is_satisfied(used) for strength in BUILT_IN.values()] for used in (pass_once, push, key)]
        self.assertEqual(answers, [[True, False, False], [True, False, False], [True, True, True]])


class Properties(unittest.TestCase):
    """What must hold of every decision, tried on random policy sets."""

    SETS, REQUESTS = 60, 40

    def setUp(self) -> None:
        self.samples = [make_sample("properties", number, self.REQUESTS) for number in range(self.SETS)]

    def test_the_order_of_policies_means_nothing(self) -> None:
        chance = random.Random(0)
        for sample in self.samples:
            shuffled = chance.sample(sample.documents, len(sample.documents))
            ordered_set, shuffled_set = PolicySet.of(sample.documents), PolicySet.of(shuffled)
            for asked in map(Request.read, sample.requests):
                self.assertEqual(decide(ordered_set, asked)["decision"], decide(shuffled_set, asked)["decision"])

    def test_a_block_wins(self) -> None:
        for sample in self.samples:
            blocked_set = PolicySet.of([*sample.documents, policy("last", ["block"])])
            for document in sample.requests:
                if "account" in document["subject"] and "application" in document["resource"]:
                    found = decide(blocked_set, Request.read(document))["decision"]
                    self.assertEqual((found["outcome"], "last" in found["appliedPolicies"]), ("blocked", True))
                    self.assertIn("last", [entry["policy"] for entry in found["unmet"]])

    def test_an_excluded_account_is_reached_by_nothing(self) -> None:
        for sample in self.samples:
            for document in sample.requests:
                if "account" not in document["subject"]:
                    continue
                excluded = [excluding(entry, document["subject"]["account"]) for entry in sample.documents]
                found = decided(excluded, document)
                self.assertEqual(found["decision"]["outcome"], "allowedNoPolicyApplied")

    def test_a_policy_is_satisfied_where_its_controls_are(self) -> None:
        for sample in self.samples:
            needs_any = {entry["id"].lower() for entry in sample.policies if operator_of(entry) == "OR"}
            policy_set = PolicySet.of(sample.documents)
            for asked in map(Request.read, sample.requests):
                for found in decide(policy_set, asked)["policies"]:
                    if found["applies"]:
                        satisfied = is_satisfied(found["controls"], found["policy"] in needs_any)
                        self.assertEqual(found["result"] in ("success", "reportOnlySuccess"), satisfied, found)

    def test_nothing_that_is_not_shown_helps(self) -> None:
        """Taking away what a control could be met by never allows what was refused.

        Left out is the second factor: where none was ever shown, a limit on its age asks nothing.
        """
        shown = ("isTokenBound", "authenticationMethods", "fido2AAGUID", "x509IssuerSKI", "x509PolicyOIDs")
        for sample in self.samples:
            policy_set = PolicySet.of(sample.documents)
            for document in sample.requests:
                before = decide(policy_set, Request.read(document))["decision"]["allowed"]
                for member in (*shown, "secondsSinceSignIn"):
                    self.assert_no_help(policy_set, document, "context", member, before)
                for control in set(document.get("controls", {})) - {"mfa"}:
                    self.assert_no_help(policy_set, document, "controls", control, before)

    def assert_no_help(self, policy_set: PolicySet, asked: Document, part: str, member: str, before: bool) -> None:
        if member not in asked.get(part, {}):
            return
        kept = {name: value for name, value in asked[part].items() if name != member}
        after = decide(policy_set, Request.read({**asked, part: kept}))["decision"]["allowed"]
        self.assertFalse(after and not before, (member, asked))


def operator_of(document: Document) -> Optional[str]:
    operator: Optional[str] = (document.get("grantControls") or {}).get("operator")
    return operator


def is_satisfied(controls: list[Document], one_is_enough: bool) -> bool:
    """Whether controls satisfy a policy: those of the session are all needed, what is waived counts for nothing."""
    session = [entry for entry in controls if entry["control"] in ("tokenProtection", "signInFrequency")]
    grant = [entry for entry in controls if entry not in session and entry["status"] != "waived"]
    if any(entry["status"] != "met" for entry in session):
        return False
    enough = any if one_is_enough else all
    return not grant or enough(entry["status"] == "met" for entry in grant)


def excluding(document: Document, account: str) -> Document:
    if "conditions" not in document:
        return document
    users = dict(document["conditions"]["users"] or {"includeUsers": ["None"]})
    users["excludeUsers"] = [*users.get("excludeUsers", []), account]
    return {**document, "conditions": {**document["conditions"], "users": users}}


if __name__ == "__main__":
    unittest.main()
