"""Differences between models, user by user."""

from __future__ import annotations

from . import _native
from ._packages import require
from ._results import Result


def paired_difference(first: Result, second: Result, metric: str) -> _native.PairedDifference:
    """By how much the first is better than the second: mean over users of the difference, its standard error, 95 %
    interval and the p-value of a paired t test. Users are matched by id; who has no value in both is left out.

        >>> hr.paired_difference(ease, popularity, "ndcg@10").p_value
    """
    numpy = require("numpy", "paired_difference")
    left, right = first.per_user("dict"), second.per_user("dict")
    for result in (left, right):
        if metric not in result:
            raise KeyError(f"paired_difference: expected a metric of both results; got {metric!r}")
    place = {user: i for i, user in enumerate(right["user"])}
    pairs = [(i, place[user]) for i, user in enumerate(left["user"]) if user in place]
    if not pairs:
        raise ValueError("paired_difference: expected users that both results have; got none")
    own, other = numpy.asarray(pairs).T
    return _native.paired_difference(
        numpy.ascontiguousarray(left[metric][own]), numpy.ascontiguousarray(right[metric][other])
    )
