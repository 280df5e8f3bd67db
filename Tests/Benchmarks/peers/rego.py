"""The rules as data of a Rego module, listed under whom and which application they include.

Of the forms that were tried this is the fastest in rego-cpp: one rule for each policy takes as long at 100 policies and seven
times as long at 1,000, and looking through one list of all policies longer still. Members of an object are found one by one,
hence two levels.
"""

from __future__ import annotations

import typing

import regopy

from .translation import EVERY_APPLICATION, EVERYBODY, Answer, Rule, SignIn

ENTRY = "access/unmet"
MODULE = """
package access

unmet contains policy.id if {
    some person in input.people
    some application in input.applications
    some policy in data.policies[person][application]
    not outside(policy)
    not satisfied(policy)
}

outside(policy) if { some person in policy.notPeople; person in input.people }
outside(policy) if { some application in policy.notApplications; application in input.applications }
outside(policy) if { policy.platforms; not input.platform in policy.platforms }
outside(policy) if { input.platform in policy.notPlatforms }
outside(policy) if { policy.clients; not input.client in policy.clients }
outside(policy) if { policy.locations; not somewhere(policy) }
outside(policy) if { some location in policy.notLocations; location in input.locations }

somewhere(policy) if { some location in policy.locations; location in input.locations }

satisfied(policy) if { some control in policy.any; control in input.met }
satisfied(policy) if { policy.all; not lacking(policy) }

lacking(policy) if { some control in policy.all; not control in input.met }
"""


class Rego:
    """Rego with the policies built into a bundle once, and the requests read once."""

    def __init__(self, rules: typing.Sequence[Rule], requests: typing.Sequence[SignIn]):
        builder = regopy.Interpreter()
        builder.add_data({"policies": listed(rules)})
        builder.add_module("access", MODULE)
        self.bundle = builder.build(None, [ENTRY])
        self.interpreter = regopy.Interpreter()
        self.requests = [regopy.Input(request(one)) for one in requests]

    def answers(self) -> list[Answer]:
        unmet = [frozenset(self.call(one)[0][0]) for one in self.requests]
        return [Answer(not policies, policies) for policies in unmet]

    def call(self, request: regopy.Input) -> regopy.Output:
        self.interpreter.set_input(request)
        output = self.interpreter.query_bundle_entrypoint(self.bundle, ENTRY)
        if not output.ok():
            raise ValueError(f"Rego could not evaluate the policies: {output}")
        return output


def listed(rules: typing.Iterable[Rule]) -> dict[str, dict[str, list[dict[str, object]]]]:
    policies: dict[str, dict[str, list[dict[str, object]]]] = {}
    for rule in rules:
        for person in rule.people.include or (EVERYBODY,):
            for application in rule.applications.include or (EVERY_APPLICATION,):
                policies.setdefault(person, {}).setdefault(application, []).append(policy(rule))
    return policies


def policy(rule: Rule) -> dict[str, object]:
    members = {
        "id": rule.id, "notPeople": rule.people.exclude, "notApplications": rule.applications.exclude,
        "platforms": rule.platforms.include, "notPlatforms": rule.platforms.exclude, "clients": rule.clients.include,
        "locations": rule.locations.include, "notLocations": rule.locations.exclude,
        "all" if rule.needs_all else "any": rule.controls}
    return {name: value for name, value in members.items() if value}


def request(one: SignIn) -> dict[str, object]:
    return {
        "people": [EVERYBODY, *one.people], "applications": [EVERY_APPLICATION, one.application],
        "platform": one.platform, "client": one.client, "locations": list(one.locations), "met": sorted(one.met)}
