"""The session controls of several policies as one."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Optional, Union

from documents import EVERY_TIME, SessionControls

# From the weakest to the strictest.
CONTINUOUS_EVALUATION = ("disabled", "strictEnforcement", "strictLocation")


def combine(controls: Iterable[SessionControls]) -> dict[str, Any]:
    """What all the policies together demand of the session; what none demands is absent."""
    given = list(controls)
    combined: dict[str, Any] = {}
    frequency = {
        name: spell(limit)
        for name, limit in (
            ("primary", shortest(given, lambda control: control.primary_limit)),
            ("secondary", shortest(given, lambda control: control.secondary_limit)),
        )
        if limit is not None
    }
    if frequency:
        combined["signInFrequency"] = frequency
    browsers = {control.persistent_browser for control in given} - {None}
    if browsers:
        combined["persistentBrowser"] = "never" if "never" in browsers else "always"
    if any(control.token_protection for control in given):
        combined["tokenProtection"] = True
    modes = [control.continuous_evaluation for control in given if control.continuous_evaluation is not None]
    if modes:
        combined["continuousAccessEvaluation"] = max(modes, key=CONTINUOUS_EVALUATION.index)
    if any(control.disables_resilience for control in given):
        combined["disableResilienceDefaults"] = True
    return combined


def shortest(controls: list[SessionControls], limit: Callable[[SessionControls], Optional[int]]) -> Optional[int]:
    return min((value for control in controls if (value := limit(control)) is not None), default=None)


def spell(limit: int) -> Union[int, str]:
    return "everyTime" if limit == EVERY_TIME else limit
