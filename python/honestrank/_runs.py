"""Lists that somebody has ranked, and judgments."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, TypeVar

from . import _native, _tables
from ._data import interactions
from ._defaults import READ
from ._packages import is_table
from ._progress import Progress, shown

_Ranked = TypeVar("_Ranked", _native.Ranks, _native.Sampled)

Path = str | os.PathLike[str]


def read_qrels(path: Path, *, threads: int = READ["threads"], progress: Progress = None) -> dict[str, dict[str, float]]:
    """Reads TREC judgments, `query iteration document grade`, plain or gzip, as {query: {document: grade}}: truth for
    `evaluate`, and what pytrec_eval and ranx take. A document that is judged twice for a query is an error.

        >>> hr.read_qrels("qrels.txt")
        {'q1': {'d1': 1, 'd2': 0}, 'q2': {'d3': 2}}
    """
    return _native.read_qrels(os.fspath(path), threads=threads, progress=shown(progress))


def read_run(path: Path, *, threads: int = READ["threads"], progress: Progress = None) -> dict[str, dict[str, float]]:
    """Reads a TREC run, `query Q0 document rank score tag`, plain or gzip, as {query: {document: score}}: predictions for
    `evaluate`. The column of ranks is not used.

        >>> hr.evaluate(hr.read_qrels("qrels.txt"), hr.read_run("run.txt"), metrics="rr")["rr"].value
        0.75
    """
    return _native.read_run(os.fspath(path), threads=threads, progress=shown(progress))


def with_ids(ranks: _Ranked, ids: Any) -> _Ranked:
    """The same ranks, of users with these ids."""
    if ids is not None:
        ranks.ids = ids
    return ranks


def has_grades(truth: Any, columns: Mapping[str, str] | None) -> bool:
    """Whether values of truth are gains: in dicts, and in columns that say so."""
    if is_table(truth):
        return _tables.find(truth, "grade", columns) is not None
    return isinstance(truth, Mapping) and any(isinstance(own, Mapping) for own in truth.values())


def judgments(
    truth: Any, columns: Mapping[str, str] | None, graded: bool | None
) -> tuple[dict[Any, Any], int]:
    """{user: {item: grade}} of whatever says which items are relevant, and how many rows are repeated."""
    repeated = 0
    if not isinstance(truth, Mapping):
        grades = has_grades(truth, columns) if graded is None else graded
        truth, repeated = _nested(interactions(truth, columns=columns), None if grades else 1.0, "truth", "grade")
    elif any(not isinstance(own, dict) for own in truth.values()):
        given, truth = truth, {}
        for user, own in given.items():
            truth[user] = own if isinstance(own, dict) else dict.fromkeys(own, 1.0)
            repeated += len(own) - len(truth[user]) if hasattr(own, "__len__") else 0
    if graded is False:
        truth = {
            user: {item: 1.0 for item, grade in own.items() if _is_relevant(user, item, grade)}
            for user, own in truth.items()
        }
    return truth if isinstance(truth, dict) else dict(truth), repeated


def _is_relevant(user: Any, item: Any, grade: float) -> bool:
    if grade != grade:
        raise ValueError(
            f"truth: expected grades that are finite numbers; got NaN for document {item!r} of query {user!r}"
        )
    return grade > 0


def scored(run: Any, columns: Mapping[str, str] | None) -> tuple[dict[Any, Any], int]:
    """{user: {item: score}}, and how many rows are repeated; a list is in order, best first."""
    if not isinstance(run, Mapping):
        return _nested(interactions(run, columns=columns, score=True), None, "run", "score")
    if any(not isinstance(own, dict) for own in run.values()):
        run = {
            user: own if isinstance(own, dict) else _by_place(user, own) for user, own in run.items()
        }
    return run if isinstance(run, dict) else dict(run), 0


def _by_place(user: Any, items: Any) -> dict[Any, float]:
    scores = {item: -float(place) for place, item in enumerate(items)}
    if len(scores) < len(items):
        twice = next(item for place, item in enumerate(items) if scores[item] != -float(place))
        raise ValueError(f"predictions: expected each item once in a list; got {twice!r} twice for user {user!r}")
    return scores


def _nested(
    data: _native.Interactions, value: float | None, what: str, name: str
) -> tuple[dict[Any, Any], int]:
    """{user: {item: value}}; equal rows count once, and the second number says how many there are besides."""
    users, items = data.users.tolist(), data.items.tolist()
    values = [value or 1.0] * len(data) if value is not None or data.rating is None else data.rating.tolist()
    result: dict[Any, Any] = {}
    for user, item, each in zip(data.user.tolist(), data.item.tolist(), values, strict=True):
        first = result.setdefault(users[user], {}).setdefault(items[item], each)
        if first != each:
            raise ValueError(
                f"{what}: expected one {name} for each pair of user and item; got {first:g} and {each:g} for user "
                f"{users[user]!r}, item {items[item]!r}"
            )
    return result, len(data) - sum(map(len, result.values()))
