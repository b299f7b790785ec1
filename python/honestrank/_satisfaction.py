"""What an audience gets out of its lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _native
from ._attributes import attributes_of
from ._data import interactions
from ._defaults import SATISFACTION
from ._evaluate import Inputs, bound_scores, inputs_of, rows_of, score_task
from ._lists import rows_by_appearance
from ._progress import Progress, shown
from ._results import Result


def satisfaction(
    ratings: Any,
    predictions: Any,
    *,
    seen: Any = None,
    threshold: float = SATISFACTION["threshold"],
    scale: tuple[float, float] = SATISFACTION["scale"],
    second_page: float = SATISFACTION["second_page"],
    page_size: int = SATISFACTION["page_size"],
    depth: int = SATISFACTION["depth"],
    looks: Sequence[float] | None = None,
    sessions: Sequence[int] | None = None,
    short_head: str = "none",
    users: Any = None,
    shrink: float = SATISFACTION["shrink"],
    seed: int = SATISFACTION["seed"],
    name: str = "model",
    threads: int = SATISFACTION["threads"],
    progress: Progress = None,
    **options: Any,
) -> Result:
    """Audience satisfaction of Bobrikov, Nenova & Ignatov: the mean over users of the sum over held-out items rated above
    the threshold of D(rank) * sigma(item) * (rating - threshold), D from how far users look, sigma small for what
    everybody knows.

    ratings      held-out ratings: Interactions, by their own numbers, or what hr.interactions takes, by the numbers of
                 the scores' rows or by `user_ids` and `item_ids`, the ids of these rows; `seen` likewise
    second_page, page_size, depth
                 users go on with the same probability; this share of them sees a second page
    looks        probability of looking at exactly 1, 2, ... items, instead
    sessions     how many sessions ended after 0, 1, 2, ... items, instead
    short_head   none, step(C) or sigmoid(C,W): the C most popular items of `seen` count little; fit: the step that tells
                 segments of `users` apart best, by ratings of `seen` alone
    users        for fit: attributes of users (`attributes`, `read_attributes`, or what the first takes), by their ids
    shrink       for fit: average ratings that items are taken to have besides their own

    docs/satisfaction.md has the formulas.

        >>> hr.satisfaction({0: {1: 5.0}}, numpy.array([[2, 9]], "float32"), looks=[1.0])["satisfaction"].value
        2.0
    """
    inputs = inputs_of("satisfaction", threads=threads, progress=progress, name=name, **options)
    warnings: list[str] = []
    if not isinstance(predictions, (str, _native.Model)):
        predictions = bound_scores(predictions, ratings, seen, inputs)
        if inputs.user_ids is None and inputs.item_ids is None:
            warnings = rows_by_appearance(predictions, ratings=ratings, seen=seen)
        predictions, ratings, seen = in_rows(predictions, ratings, seen, inputs)
    task = score_task(interactions(ratings, columns=inputs.columns), predictions, seen, inputs)
    browsing = browsing_of(second_page, page_size, depth, looks, sessions)
    report, values = _native.satisfaction(
        task.scores, task.held_out, task.seen, name=name, browsing=browsing, threshold=threshold, lowest=scale[0],
        highest=scale[1], short_head=short_head, users=attributes_of(users), shrink=shrink, seed=seed, threads=threads,
        progress=shown(progress),
    )
    report.notes = [
        *task.notes, report.notes[0], f"a rating above {threshold:g} satisfies, by what it is above it", *report.notes[1:]
    ]
    report.warnings = warnings + report.warnings
    result = Result(report)
    users = [(i, id) for i, id in enumerate(task.held_out.users.tolist()) if values[i] == values[i]]
    result.add_users({"satisfaction": values[[i for i, _ in users]]}, [id for _, id in users])
    return result


def browsing_of(
    second_page: float, page_size: int, depth: int, looks: Sequence[float] | None, sessions: Sequence[int] | None
) -> _native.Browsing:
    """How far users look, from whichever is given."""
    if looks is not None:
        return _native.given_browsing([float(each) for each in looks])
    if sessions is not None:
        return _native.empirical_browsing([int(each) for each in sessions], depth)
    return _native.geometric_browsing(second_page, page_size, depth)


def in_rows(predictions: Any, ratings: Any, seen: Any, inputs: Inputs) -> tuple[Any, Any, Any]:
    """Scores, with ratings and seen as Interactions that are numbered as their rows."""
    scores = bound_scores(predictions, ratings, seen, inputs)
    rows = rows_of(scores, inputs)
    given = rows.user_ids is not None or rows.item_ids is not None
    inputs.user_ids = inputs.item_ids = None

    def numbered(value: Any) -> Any:
        if isinstance(value, _native.Interactions) and not given:
            return value
        return interactions(
            value, columns=inputs.columns, user_ids=rows.user_ids or _numbers(scores.users),
            item_ids=rows.item_ids or _numbers(scores.items),
        )

    ratings = numbered(ratings)
    return scores, ratings, _native.without_rows(ratings) if seen is None else numbered(seen)


def _numbers(count: int) -> list[str]:
    """The ids of rows that have none."""
    return [str(row) for row in range(count)]
