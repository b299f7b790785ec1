"""Which interactions are held out. Every function gives (train, test), which share their ids.

    train, test = hr.split.leave_last_out(hr.read_interactions("ratings.tsv"))
"""

from __future__ import annotations

from . import _native
from ._defaults import HOLD_OUT
from ._native import Interactions

__all__ = [
    "binarize", "by_time", "compact", "given", "hold_out", "k_core", "keep_ratings", "leave_last_out",
    "leave_one_out_random", "resolve_duplicates",
]


def leave_last_out(interactions: Interactions) -> tuple[Interactions, Interactions]:
    """The latest interaction of each user with at least two is the test.

        >>> train, test = leave_last_out(ratings)
        >>> len(train), len(test)
        (48, 12)
    """
    return _native.hold_out_count(interactions, 1)


def leave_one_out_random(interactions: Interactions, *, seed: int = HOLD_OUT["seed"]) -> tuple[Interactions, Interactions]:
    """A random interaction of each user with at least two is the test.

        >>> train, test = leave_one_out_random(ratings, seed=7)
    """
    return _native.hold_out_count(interactions, 1, order="random", seed=seed)


def hold_out(
    interactions: Interactions,
    *,
    count: int | None = None,
    share: float | None = None,
    order: str = HOLD_OUT["order"],
    minimum_rows: int = HOLD_OUT["minimum_rows"],
    seed: int = HOLD_OUT["seed"],
) -> tuple[Interactions, Interactions]:
    """Holds out `count` rows of each user, or a `share` of them: the latest (order "time"), the last ("row_order") or
    random ones ("random"). Users with fewer than `minimum_rows` are not split.

        >>> len(hold_out(ratings, share=0.4)[1])
        24
    """
    if (count is None) == (share is None):
        raise ValueError("hold_out: expected one of count and share; got " + ("neither" if count is None else "both"))
    options = {"order": order, "minimum_rows": minimum_rows, "seed": seed}
    if count is not None:
        return _native.hold_out_count(interactions, count, **options)
    return _native.hold_out_share(interactions, share, **options)


def by_time(
    interactions: Interactions, *, test_begin: int | None = None, share: float | None = None
) -> tuple[Interactions, Interactions]:
    """The past is train, the future is test: rows from `test_begin` on, or the latest `share` of all rows.

        >>> past, future = by_time(ratings, share=0.25)
    """
    if (test_begin is None) == (share is None):
        raise ValueError("by_time: expected one of test_begin and share")
    if test_begin is None:
        test_begin = _native.begin_of_latest(interactions, share)
    return _native.global_time_split(interactions, test_begin)


def given(train: Interactions, test: Interactions) -> tuple[Interactions, Interactions]:
    """Brings two separately read sources into one numbering.

        >>> one, other = given(hr.interactions({"a": ["x"]}), hr.interactions({"b": ["x", "y"]}))
        >>> len(one.users), len(other.items)
        (2, 2)
    """
    return _native.given_split(train, test)


def resolve_duplicates(interactions: Interactions, policy: str) -> Interactions:
    """Repeated pairs by a policy: error, keep_all, keep_first, keep_last, keep_max, sum, mean.

        >>> twice = hr.interactions((["a", "a"], ["x", "x"], [2.0, 4.0]))
        >>> resolve_duplicates(twice, "mean").rating.tolist()
        [3.0]
    """
    return _native.resolve_duplicates(interactions, policy)


def keep_ratings(interactions: Interactions, threshold: float, *, rule: str = "at_least") -> Interactions:
    """Rows whose rating is at_least or above a threshold.

        >>> bool(keep_ratings(ratings, 4).rating.min() >= 4)
        True
    """
    return _native.keep_ratings(interactions, threshold, rule)


def binarize(interactions: Interactions, threshold: float, *, rule: str = "at_least") -> Interactions:
    """The same, without the ratings.

        >>> binarize(ratings, 4).rating is None
        True
    """
    return _native.binarize(interactions, threshold, rule)


def k_core(interactions: Interactions, user_minimum: int, item_minimum: int) -> Interactions:
    """The largest part in which every user has so many items and every item so many users.

        >>> core = k_core(ratings, 2, 2)
    """
    return _native.k_core(interactions, user_minimum, item_minimum)


def compact(interactions: Interactions) -> Interactions:
    """The same rows, with ids that have a row alone.

        >>> len(compact(keep_ratings(ratings, 5)).users) <= 12
        True
    """
    return _native.compact(interactions)
