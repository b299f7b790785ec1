"""Held-out items among given candidates, as NCF's .test.negative files have them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from . import _native, _runs
from ._defaults import SAMPLE
from ._evaluate import inputs_of, score_task
from ._progress import Progress
from ._satisfaction import in_rows


def read_candidates(path: str | os.PathLike[str]) -> _native.Candidates:
    """Reads lines of (user,item)<TAB>candidate<TAB>candidate ..., as of `.test.negative` files, plain or gzip.

        >>> hr.read_candidates("test.negative").repeated_candidates
        0
    """
    return _native.read_candidates(os.fspath(path))


def rank_candidates(
    candidates: Any,
    predictions: Any,
    *,
    seen: Any = None,
    threads: int = SAMPLE["threads"],
    progress: Progress = None,
    **options: Any,
) -> _native.Sampled:
    """Ranks held-out items among the candidates that somebody chose, where `sample` draws them.

    candidates  `read_candidates`, or {user: (item, candidates)}, one list a user
    seen        items that a user has besides are said not to be among those drawn from, for `estimate`

    Other options are those of `sample` that concern inputs. `estimate` takes the lists as drawn uniformly: the sampled rank
    is 1 + the candidates that score more.

        >>> drawn = hr.rank_candidates({0: (2, [0, 1])}, numpy.array([[3, 1, 2]], "float32"))
        >>> hr.estimate(drawn, metrics="rr", estimators="naive")["rr"].value
        0.5
    """
    inputs = inputs_of("rank_candidates", threads=threads, progress=progress, **options)
    if isinstance(candidates, Mapping):
        rows = list(candidates.items())
        candidates = _native.candidates_of(
            [str(user) for user, _ in rows], [str(item) for _, (item, _) in rows],
            [[str(each) for each in own] for _, (_, own) in rows],
        )
    if not isinstance(candidates, _native.Candidates):
        raise TypeError(
            "rank_candidates: expected read_candidates(path) or {user: (item, candidates)}; got "
            + type(candidates).__name__
        )
    truth: Any = candidates.targets()
    if not isinstance(predictions, (str, _native.Model)):
        predictions, truth, seen = in_rows(predictions, _by_id(truth), seen, inputs)
    task = score_task(truth, predictions, seen, inputs)
    return _runs.with_ids(
        _native.rank_candidates(task.scores, candidates, task.seen, threads=threads), task.user_ids
    )


def _by_id(data: _native.Interactions) -> dict[str, list[str]]:
    """Items of users by id: Interactions alone would be taken by their own numbers."""
    users, items = data.users.tolist(), data.items.tolist()
    found: dict[str, list[str]] = {}
    for user, item in zip(data.user.tolist(), data.item.tolist(), strict=True):
        found.setdefault(users[user], []).append(items[item])
    return found
