"""Three-valued logic: a signal that is not there makes a statement neither true nor false."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable, Optional

# True, False, or None where the signal that decides is missing.
Truth = Optional[bool]


def any_of(terms: Iterable[Truth]) -> Truth:
    """Kleene's disjunction: one true term decides, else one unknown term leaves it open."""
    unknown = False
    for term in terms:
        if term is True:
            return True
        unknown = unknown or term is None
    return None if unknown else False


def both(left: Truth, right: Truth) -> Truth:
    """Kleene's conjunction: one false term decides, else one unknown term leaves it open."""
    if left is False or right is False:
        return False
    return True if left is True and right is True else None


def opposite(term: Truth) -> Truth:
    """Kleene's negation: what is unknown stays unknown."""
    return None if term is None else not term


@dataclass(frozen=True)
class Finding:
    """What one condition of a policy says of one request.

    `certain` is the three-valued answer, `counted` the answer that is used where `certain` is unknown and the policy
    asks for nothing else. `broken` marks a condition that refers to something that the policy set does not hold.
    """

    certain: Truth
    counted: bool
    broken: bool = False

    @property
    def is_unknown(self) -> bool:
        return self.certain is None

    def holds(self, missing_matches: bool) -> bool:
        """The answer after missing signals have been treated as the policy wants."""
        if self.certain is not None:
            return self.certain
        return missing_matches or self.counted


def known(value: bool) -> Finding:
    """A finding that no missing signal touches."""
    return Finding(value, value)


# Nobody knows what was meant: the rest of the condition does not decide either.
BROKEN = Finding(None, False, broken=True)


def selection(include: Iterable[Truth], exclude: Iterable[Truth]) -> Finding:
    """Include and not exclude; where that is open, unknown terms count as false on both sides."""
    included, excluded = list(include), list(exclude)
    certain = both(any_of(included), opposite(any_of(excluded)))
    return Finding(certain, True in included and True not in excluded)
