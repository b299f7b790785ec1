"""What an audience gets out of its lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _native
from ._data import interactions
from ._defaults import SATISFACTION
from ._evaluate import Inputs, score_task
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
    name: str = "model",
    threads: int = SATISFACTION["threads"],
    progress: Progress = None,
    **options: Any,
) -> Result:
    """Audience satisfaction of Bobrikov, Nenova & Ignatov: the mean over users of the sum over held-out items rated above
    the threshold of D(rank) * sigma(item) * (rating - threshold), D from how far users look, sigma small for what
    everybody knows.

    ratings      held-out ratings: Interactions, or what hr.interactions takes, numbered as the scores
    second_page, page_size, depth
                 users go on with the same probability; this share of them sees a second page
    looks        probability of looking at exactly 1, 2, ... items, instead
    sessions     how many sessions ended after 0, 1, 2, ... items, instead
    short_head   none, step(C) or sigmoid(C,W): the C most popular items of `seen` count little

    docs/satisfaction.md has the formulas.
    """
    test = interactions(ratings)
    task = score_task(test, predictions, seen, Inputs(threads=threads, progress=progress, name=name, **options))
    if not isinstance(task.held_out, _native.Interactions) or not isinstance(task.seen, _native.Interactions):
        raise TypeError("satisfaction: expected Interactions for ratings and seen, which know their ids; got others")
    if looks is not None:
        browsing = _native.given_browsing([float(each) for each in looks])
    elif sessions is not None:
        browsing = _native.empirical_browsing([int(each) for each in sessions], depth)
    else:
        browsing = _native.geometric_browsing(second_page, page_size, depth)
    report, values = _native.satisfaction(
        task.scores, task.held_out, task.seen, name=name, browsing=browsing, threshold=threshold, lowest=scale[0],
        highest=scale[1], short_head=short_head, threads=threads, progress=shown(progress),
    )
    report.notes = [
        *task.notes, report.notes[0], f"a rating above {threshold:g} satisfies, by what it is above it", report.notes[1]
    ]
    result = Result(report)
    users = [(i, id) for i, id in enumerate(task.held_out.users.tolist()) if values[i] == values[i]]
    result.add_users({"satisfaction": values[[i for i, _ in users]]}, [id for _, id in users])
    return result
