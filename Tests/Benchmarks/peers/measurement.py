"""How long an operation takes, measured as postern-bench does: processor time of this thread, the median of five runs."""

from __future__ import annotations

import time
import typing

T = typing.TypeVar("T")
RUNS = 5


def micros_each(operation: typing.Callable[[T], object], inputs: typing.Sequence[T], seconds: float) -> float:
    """Microseconds for an input, in the mean over all of them.

    A run is as many rounds over all inputs as fit into its time, at least one. What takes longer than all runs should
    is measured once.
    """
    first = one_round(operation, inputs)
    if first > seconds:
        return first / len(inputs) * 1e6
    rounds = max(1, round(seconds / RUNS / max(first, 1e-9)))
    runs = sorted(sum(one_round(operation, inputs) for _ in range(rounds)) for _ in range(RUNS))
    return runs[RUNS // 2] / rounds / len(inputs) * 1e6


def one_round(operation: typing.Callable[[T], object], inputs: typing.Sequence[T]) -> float:
    start = time.thread_time()
    for one in inputs:
        operation(one)
    return time.thread_time() - start
