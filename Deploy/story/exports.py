"""Exported policies of somebody else, made one's own: placeholders filled in, and what can be enforced turned on."""

from __future__ import annotations

import json
import pathlib
import re
import typing

REPORT_ONLY = '"state": "enabledForReportingButNotEnforced"'
ENABLED = '"state": "enabled"'


def filled(source: pathlib.Path, target: pathlib.Path, names: typing.Mapping[str, str]) -> pathlib.Path:
    """Copies the exports under `source` with each name of `names` replaced by the identifier that it stands for."""
    target.mkdir(parents=True)
    for path in sorted(source.glob("*.json")):
        text = path.read_text(encoding="utf-8-sig")
        for name, identifier in names.items():
            text = text.replace(f'"{name}"', f'"{identifier}"')
        (target / path.name).write_text(text, encoding="utf-8")
    return target


# What the organisation of the story can show: it has no second factor and no managed devices, and policies that ask for
# them would refuse everybody.
SHOWN = {"block", "compliantApplication", "approvedApplication"}


def can_be_met(policy: typing.Mapping[str, typing.Any]) -> bool:
    """Whether a policy asks for nothing that nobody in the story can show, and locks its only administrator not out."""
    grant = policy.get("grantControls") or {}
    asks = set(grant.get("builtInControls", [])) | ({"strength"} if "authenticationStrength" in grant else set())
    users = policy["conditions"].get("users", {})
    return asks <= SHOWN and not users.get("includeRoles") and "admin" not in policy["displayName"].lower()


def enable(said_by_import: str, directory: pathlib.Path) -> list[str]:
    """Turns on the imported policies that the import called enforceable and that can be met; returns their names."""
    names = []
    for name, path in re.findall(r"^report-only, enforceable: (.*) -> (.*) \([0-9a-f-]+\)$", said_by_import, re.MULTILINE):
        file = directory / pathlib.Path(path).name
        text = file.read_text(encoding="utf-8")
        if REPORT_ONLY not in text:
            raise RuntimeError(f"{file} is not in report-only")
        if not can_be_met(json.loads(text)):
            continue
        file.write_text(text.replace(REPORT_ONLY, ENABLED), encoding="utf-8")
        names.append(name)
    return names
