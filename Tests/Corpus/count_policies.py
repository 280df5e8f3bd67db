#!/usr/bin/env python3
"""Counts the Conditional Access policies in a directory by a reading of its own.

It shares no code with the importer that it is held against: it has its own idea of encodings, of wrappers, and of what
a well-formed policy is. A policy is well formed when its text is JSON without repeated members and every member that
the Graph model calls a list, an object or a string is one, or is null or absent.

    count_policies.py DIRECTORY     prints, per file, how many well-formed policies it has and what is malformed
"""

from __future__ import annotations

import dataclasses
import json
import pathlib
import sys

STATES = {"enabled", "disabled", "enabledForReportingButNotEnforced"}
LISTS = {
    "applications": [
        "includeApplications", "excludeApplications", "includeUserActions",
        "includeAuthenticationContextClassReferences",
    ],
    "users": ["includeUsers", "excludeUsers", "includeGroups", "excludeGroups", "includeRoles", "excludeRoles"],
    "platforms": ["includePlatforms", "excludePlatforms"],
    "locations": ["includeLocations", "excludeLocations"],
}
CONDITION_LISTS = ["clientAppTypes", "signInRiskLevels", "userRiskLevels", "servicePrincipalRiskLevels"]
GRANT_LISTS = ["builtInControls", "customAuthenticationFactors", "termsOfUse"]


@dataclasses.dataclass
class Count:
    """What one file holds."""

    well_formed: int = 0
    malformed: list[str] = dataclasses.field(default_factory=list)


class RepeatedMember(ValueError):
    """An object has a member twice, so that nobody can say what it means."""


def unique(pairs):
    names = [name for name, _ in pairs]
    if len(names) != len(set(names)):
        raise RepeatedMember("an object has a member twice")
    return dict(pairs)


def text_of(data: bytes) -> str:
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            return data[len(mark):].decode(encoding)
    if data[1:2] == b"\0":
        return data.decode("utf-16-le")
    if data[:1] == b"\0":
        return data.decode("utf-16-be")
    return data.decode("utf-8")


def get(value, name):
    """A member by its name, whichever case its first letter has."""
    if not isinstance(value, dict):
        return None
    found = [value[key] for key in (name, name[0].upper() + name[1:]) if value.get(key) not in (None, {}, [])]
    return found[0] if found else None


def policies(value):
    """Every object that has conditions, however it is wrapped, with the name that it goes by."""
    if isinstance(value, list):
        for item in value:
            yield from policies(item)
    elif isinstance(value, dict):
        details = get(value, "details")
        if isinstance(details, dict) and get(details, "conditions") is not None:
            yield details, get(value, "name") or get(value, "displayName"), True
        elif get(value, "conditions") is not None:
            yield value, get(value, "displayName"), False
        else:
            for item in value.values():
                yield from policies(item)


def faults(policy, name, is_template):
    if not isinstance(name, str):
        yield "the name is no string"
    state = get(policy, "state")
    if state not in STATES and not (is_template and state is None):
        yield "the state is none of the three"
    conditions = get(policy, "conditions")
    if not isinstance(conditions, dict):
        yield "the conditions are no object"
        return
    for part, lists in LISTS.items():
        value = get(conditions, part)
        if value is not None and not isinstance(value, dict):
            yield f"{part} is no object"
        for member in lists:
            yield from list_faults(get(value, member), member)
    for member in CONDITION_LISTS:
        yield from list_faults(get(conditions, member), member)
    grant = get(policy, "grantControls")
    if grant is not None and not isinstance(grant, dict):
        yield "grantControls is no object"
    for member in GRANT_LISTS:
        yield from list_faults(get(grant, member), member)


def list_faults(value, member):
    if value is None:
        return
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        yield f"{member} is no list of strings"


def count(path: pathlib.Path) -> Count:
    result = Count()
    try:
        value = json.loads(text_of(path.read_bytes()), object_pairs_hook=unique)
    except (ValueError, RecursionError) as error:
        result.malformed.append(f"{type(error).__name__}")
        return result
    for policy, name, is_template in policies(value):
        found = list(faults(policy, name, is_template))
        if found:
            result.malformed.append("; ".join(found))
        else:
            result.well_formed += 1
    return result


def count_all(directory: pathlib.Path) -> dict[str, Count]:
    return {str(path.relative_to(directory)): count(path) for path in sorted(directory.rglob("*.json"))}


if __name__ == "__main__":
    for file, counted in count_all(pathlib.Path(sys.argv[1])).items():
        print(f"{counted.well_formed}\t{file}\t{' | '.join(counted.malformed)}")
