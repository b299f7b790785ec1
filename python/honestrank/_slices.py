"""Users in groups."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _native
from ._data import interactions


class Slice(dict[Any, str]):
    """{user: group}, and `groups` in their order."""

    def __init__(self, of_users: dict[Any, str], groups: list[str]) -> None:
        super().__init__(of_users)
        self.groups = groups


def user_slices(names: str | Iterable[str], *, seen: Any, truth: Any) -> dict[str, Slice]:
    """Groups of users for `compare`, by what they did and what is held out.

    names        activity or activity:N (four, or N, groups of about the same size by the number of seen items);
                 popularity (held-out items of the head, mid or tail, a third of what was seen each, or mixed);
                 cold_users (seen nothing, or not); cold_items (held-out items that nobody has seen)
    seen, truth  Interactions, or what hr.interactions takes; users are called by their ids

        >>> groups = hr.user_slices(["activity:2", "popularity"], seen=train, truth=test)
        >>> sliced = hr.compare(ease, popularity, slices=groups)
    """
    known, held_out = interactions(seen), interactions(truth)
    if not _native.same_ids(known, held_out):
        known, held_out = _native.given_split(known, held_out)
    users = held_out.users.tolist()
    result = {}
    for name in names.split(",") if isinstance(names, str) else names:
        kind, _, count = name.partition(":")
        if count and (kind != "activity" or not count.isdecimal() or not 2 <= int(count) <= 100):
            raise ValueError(f"user_slices: expected activity:N with N from 2 to 100; got {name!r}")
        groups, numbers = _native.user_slice(kind, known, held_out, *([int(count)] if count else []))
        own = {user: groups[number] for user, number in zip(users, numbers.tolist(), strict=True) if number < len(groups)}
        result[kind] = Slice(own, groups)
    return result
