"""What ratings of newcomers are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _attributes, _native
from ._attributes import attributes_of
from ._data import interactions
from ._defaults import SATISFACTION, STUDY
from ._results import Result
from ._satisfaction import browsing_of


def new_user_study(
    ratings: Any,
    users: Any = None,
    items: Any = None,
    *,
    attributes: Sequence[str] = (),
    threshold: float = SATISFACTION["threshold"],
    scale: tuple[float, float] = SATISFACTION["scale"],
    second_page: float = SATISFACTION["second_page"],
    page_size: int = SATISFACTION["page_size"],
    depth: int = SATISFACTION["depth"],
    looks: Sequence[float] | None = None,
    sessions: Sequence[int] | None = None,
    short_head: str = "none",
    shrink: float = STUDY["shrink"],
    known: Sequence[int] = STUDY["known"],
    judged: int = STUDY["judged"],
    folds: int = STUDY["folds"],
    repeats: int = STUDY["repeats"],
    questions: int = STUDY["questions"],
    bootstrap: int = STUDY["bootstrap"],
    seed: int = STUDY["seed"],
    threads: int = STUDY["threads"],
) -> Result:
    """How many ratings of a new user it is worth to know attributes, or answers to questions (Bobrikov, Nenova & Ignatov,
    section 8): satisfaction where so many ratings are known, or gender and age, or answers, and what these are worth.

    ratings      with each pair of user and item once: Interactions, or what hr.interactions takes
    users        attributes of users: `attributes`, `read_attributes`, or what the first takes
    items        attributes of items: new users are asked whether they like a genre, say
    attributes   columns of `users` that are compared; by default gender and age, else all that users share
    known        numbers of known ratings, rising from 0
    judged       ratings that are left to judge a newcomer by, at least
    folds        everybody is new in one of them
    repeats      orders in which ratings become known

    The others are those of `satisfaction`. What a line is worth is the number of known ratings at which the curve of
    satisfaction, never falling and interpolated, reaches it. docs/satisfaction.md says how it is done.

        >>> data, users, items = hr.synthetic(users=60, items=80, interactions=2400)
        >>> study = hr.new_user_study(data, users, known=(0, 2, 5), judged=3, folds=2, repeats=1, bootstrap=100)
        >>> [row.model for row in study.rows if row.metric == "satisfaction"]
        ['known=0', 'known=2', 'known=5', 'gender,age', 'gender,age at random', 'answered=1', ...]
    """
    return Result(_native.new_user_study(
        interactions(ratings), attributes_of(users), attributes_of(items), attributes=list(attributes),
        browsing=browsing_of(second_page, page_size, depth, looks, sessions), lowest=scale[0], highest=scale[1],
        threshold=threshold, shrink=shrink, short_head=short_head, known=list(known), judged=judged, folds=folds,
        repeats=repeats, questions=questions, bootstrap=bootstrap, seed=seed, threads=threads,
    ))


def new_item_study(
    ratings: Any,
    items: Any,
    *,
    attributes: Sequence[str] = (),
    threshold: float = SATISFACTION["threshold"],
    scale: tuple[float, float] = SATISFACTION["scale"],
    second_page: float = SATISFACTION["second_page"],
    page_size: int = SATISFACTION["page_size"],
    depth: int = SATISFACTION["depth"],
    looks: Sequence[float] | None = None,
    sessions: Sequence[int] | None = None,
    short_head: str = "none",
    shrink: float = STUDY["shrink"],
    known: Sequence[int] = STUDY["known"],
    judged: int = STUDY["judged"],
    folds: int = STUDY["folds"],
    repeats: int = STUDY["repeats"],
    bootstrap: int = STUDY["bootstrap"],
    seed: int = STUDY["seed"],
    threads: int = STUDY["threads"],
) -> Result:
    """How many ratings of a new item its metadata is worth: `new_user_study` the other way round. A list is of the new
    items of a fold alone; `attributes` are columns of `items`, by default all that items share.

        >>> data, users, items = hr.synthetic(users=60, items=80, interactions=2400)
        >>> study = hr.new_item_study(data, items, known=(0, 2, 5), judged=3, folds=2, repeats=1, bootstrap=100)
        >>> study["known=0", "satisfaction"].value <= study["known=5", "satisfaction"].optimistic
        True
    """
    return Result(_native.new_item_study(
        interactions(ratings), None, _attributes.attributes(items), attributes=list(attributes),
        browsing=browsing_of(second_page, page_size, depth, looks, sessions), lowest=scale[0], highest=scale[1],
        threshold=threshold, shrink=shrink, short_head=short_head, known=list(known), judged=judged, folds=folds,
        repeats=repeats, bootstrap=bootstrap, seed=seed, threads=threads,
    ))
