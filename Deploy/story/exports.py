"""Exported policies of somebody else, made one's own: placeholders filled in, and what can be enforced turned on."""

from __future__ import annotations

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


def enable(said_by_import: str, directory: pathlib.Path) -> list[str]:
    """Turns on the imported policies that the import called enforceable; returns their names."""
    names = []
    for name, path in re.findall(r"^report-only, enforceable: (.*) -> (.*)$", said_by_import, re.MULTILINE):
        file = directory / pathlib.Path(path).name
        text = file.read_text(encoding="utf-8")
        if REPORT_ONLY not in text:
            raise RuntimeError(f"{file} is not in report-only")
        file.write_text(text.replace(REPORT_ONLY, ENABLED), encoding="utf-8")
        names.append(name)
    return names
