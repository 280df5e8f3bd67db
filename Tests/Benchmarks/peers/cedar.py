"""The rules as Cedar policies: everything is permitted, and each rule forbids unless its controls are met.

Of the forms that were tried none is faster: a group, role or account that is the only one included stands in the policy's scope,
everything else in comparisons one by one. `in` and `contains` over lists take longer, and so does a policy for each of the
groups and applications that a rule includes.
"""

from __future__ import annotations

import json
import typing

import cedarpy

from .translation import CONTROLS, Answer, Choice, Rule, SignIn

PERMIT = "permit"


class Cedar:
    """Cedar with policies and accounts parsed once."""

    def __init__(self, rules: typing.Sequence[Rule], requests: typing.Sequence[SignIn]):
        texts = [f'@id("{PERMIT}") permit (principal, action, resource);', *map(policy, rules)]
        self.policies = cedarpy.PolicySet.from_str("\n".join(texts))
        self.entities = cedarpy.Entities.from_json_str(json.dumps(accounts(requests)))
        self.requests = [request(one) for one in requests]

    def answers(self) -> list[Answer]:
        return [answer(result) for result in self.batch(self.requests)]

    def call(self, request: dict[str, str]) -> cedarpy.AuthzResult:
        return cedarpy.is_authorized(request, self.policies, self.entities)

    def batch(self, requests: list[dict[str, str]]) -> list[cedarpy.AuthzResult]:
        return cedarpy.is_authorized_batch(requests, self.policies, self.entities)

    def authorizer_micros(self) -> float:
        """What the authorizer itself takes for a request, by its own clock, in the mean."""
        results = self.batch(self.requests)
        return sum(result.metrics["authz_duration_micros"] for result in results) / len(results)


def answer(result: cedarpy.AuthzResult) -> Answer:
    # A policy that cannot be evaluated is passed over by Cedar: a wrong translation, never a decision.
    if result.diagnostics.errors:
        raise ValueError(f"Cedar could not evaluate a policy: {result.diagnostics.errors[0]}")
    reasons = frozenset(result.diagnostics.id_annotations_by_reason.values())
    return Answer(result.allowed, reasons - {PERMIT})


def policy(rule: Rule) -> str:
    principal, people = "principal", rule.people.include
    if people is not None and len(people) == 1:
        principal, people = member(people[0]), None
    conditions = [
        *tests(Choice(people), member), *tests(rule.applications, lambda id: f'resource == Application::"{id}"'),
        *tests(rule.platforms, lambda word: f'context.platform == "{word}"'),
        *tests(rule.clients, lambda word: f'context.client == "{word}"'),
        *tests(rule.locations, lambda id: f'context.locations.contains("{id}")'),
        *tests(Choice(None, rule.people.exclude), member)]
    text = f'@id("{rule.id}") forbid ({principal}, action, resource)'
    if conditions:
        text += f" when {{ {' && '.join(conditions)} }}"
    if rule.controls:
        operator = " && " if rule.needs_all else " || "
        text += f" unless {{ {operator.join('context.' + control for control in rule.controls)} }}"
    return text + ";"


def tests(choice: Choice, test: typing.Callable[[str], str]) -> list[str]:
    """Whether one of what is included is there, and none of what is excluded; only where there is something to test."""
    included = [] if choice.include is None else [f"({' || '.join(map(test, choice.include))})"]
    return included + ([f"!({' || '.join(map(test, choice.exclude))})"] if choice.exclude else [])


def member(name: str) -> str:
    kind, _, id = name.partition("::")
    return f'principal in {kind}::"{id}"'


def accounts(requests: typing.Iterable[SignIn]) -> list[dict[str, object]]:
    parents = {one.account: [name for name in one.people if not name.startswith("Account::")] for one in requests}
    return [{"uid": {"type": "Account", "id": account}, "attrs": {}, "parents": [reference(name) for name in names]}
            for account, names in parents.items()]


def reference(name: str) -> dict[str, str]:
    kind, _, id = name.partition("::")
    return {"type": kind, "id": id}


def request(one: SignIn) -> dict[str, str]:
    context: dict[str, object] = {"platform": one.platform, "client": one.client, "locations": one.locations}
    context |= {control: control in one.met for control in CONTROLS}
    return {"principal": f'Account::"{one.account}"', "action": 'Action::"signIn"',
            "resource": f'Application::"{one.application}"', "context": json.dumps(context)}
