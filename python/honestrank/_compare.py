"""Which model is better, and whether to believe it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import _native
from ._comparison import Comparison
from ._defaults import COMPARE, ESTIMATE, EXPECT
from ._evaluate import names_of
from ._packages import require
from ._results import Result
from ._slices import Slice


@dataclass
class _Model:
    """Values of one model's users, and where they come from."""

    name: str
    users: Any  # ids; None: those of the others, in their order
    values: dict[tuple[str, str], Any]  # by metric and estimator
    repeats: dict[tuple[str, str], list[float]] = field(default_factory=dict)
    ranks: _native.Ranks | None = None


def compare(
    *models: Any,
    metrics: str | Iterable[str] | None = None,
    tests: str | Iterable[str] = COMPARE["tests"],
    correction: str = COMPARE["correction"],
    against: str = COMPARE["against"],
    slices: Mapping[str, Any] | None = None,
    level: float = COMPARE["level"],
    winner: bool = COMPARE["winner"],
    resamples: int = COMPARE["resamples"],
    samples: int | Sequence[int] | None = None,
    estimators: str | Iterable[str] = COMPARE["estimators"],
    replacement: bool = EXPECT["replacement"],
    population: str = ESTIMATE["population"],
    likelihood: str | None = None,
    prior: Sequence[float] | None = None,
    seed: int = COMPARE["seed"],
    threads: int = COMPARE["threads"],
) -> Comparison:
    """Compares models user by user, every pair of them for every metric.

    For users i with values a_i and b_i the difference is d = mean(a_i - b_i), its standard error s / sqrt(n) with s the
    standard deviation of a_i - b_i, the 95 % interval d +- t(0.975, n - 1) * s / sqrt(n) and the effect size d / s.

    models      results of `evaluate` with a `name` each, one by one, in a list or added up; samples of `sample`; or
                {name: result, sample, {metric: values}, or values}, values being one a user, in an order that all share
                (NaN: none). Users of results are matched by id
    metrics     some of those that results have; of samples, what to estimate
    tests       t, wilcoxon, sign, randomisation, bootstrap (whose intervals are BCa); one or several
    correction  for many comparisons: holm, bh (Benjamini & Hochberg) or none. All pairs, metrics and groups of a test are
                one family
    against     the model that others are compared with; by default all pairs
    slices      groups of users: those of `user_slices`, {name: {user: group}}, or {name: groups in the order of users of
                the first model}
    level       adjusted p-values below it are marked
    winner      also the probability that each model is the best, where users are drawn anew
    resamples   of randomisation, bootstrap and winner
    samples     numbers of items: how likely a sample of so many a user, corrected by `estimators`, orders models of
                `evaluate` as all items do, and how likely it makes each the best
    estimators, population, likelihood, prior
                of samples, as `estimate` has them

    docs/comparing.md says what each test asks. The same bits for any number of `threads`.

        >>> comparison = hr.compare(ease, popularity, tests="randomisation")
        >>> 0 <= comparison["ease", "popularity", "ndcg@10"].adjusted_p_value <= 1
        True
    """
    estimation: dict[str, Any] = {
        "estimators": names_of(estimators), "population": population, "likelihood": likelihood or "",
        "prior": [] if prior is None else [float(each) for each in prior], "threads": threads,
    }
    report, own = _models_of(models, metrics, seed, estimation)
    wanted = _wanted(own, metrics)
    users, numbers = _numbered(own)
    numpy = require("numpy", "compare")
    rows = []
    for model, places in zip(own, numbers, strict=True):
        for metric, estimator in wanted:
            values = numpy.full(len(users), numpy.nan)
            values[places] = model.values[metric, estimator]
            rows.append((model.name, metric, estimator, values, model.repeats.get((metric, estimator), [])))
    comparison = _native.ComparisonReport(report, level=level)
    if samples is not None:
        _analyse(
            comparison, own, wanted, samples, replacement=replacement, resamples=resamples, seed=seed, **estimation
        )
    comparison.compare(
        rows, slices=[_slice(name, groups, users) for name, groups in (slices or {}).items()],
        tests=names_of(tests).replace(" ", "").split(","), correction=correction, against=against, winner=winner,
        resamples=resamples, seed=seed, threads=threads,
    )
    return Comparison(comparison)


def _models_of(
    given: tuple[Any, ...], metrics: str | Iterable[str] | None, seed: int, estimation: dict[str, Any]
) -> tuple[_native.Report, list[_Model]]:
    """All models, and a report with the rows and remarks that they come with."""
    named: list[tuple[str | None, Any]] = []
    for each in given:
        if isinstance(each, Mapping) and not isinstance(each, Result):
            named.extend((str(name), value) for name, value in each.items())
        elif isinstance(each, (list, tuple)):
            named.extend((None, value) for value in each)
        else:
            named.append((None, each))
    rows: list[dict[str, Any]] = []
    notes: list[str] = []
    warnings: list[str] = []
    models: list[_Model] = []
    for name, value in named:
        if isinstance(value, _native.Sampled):
            model, report = _of_sampled(value, name or "model", metrics, seed, estimation)
            models.append(model)
        elif isinstance(value, Result):
            models.extend(_of_result(value, name))
            report = value._report
        elif name is not None:
            models.append(_of_values(name, value))
            continue
        else:
            raise TypeError(
                "compare: expected results of evaluate, samples, or a dict of them or of values by name; got "
                + type(value).__name__
            )
        rows += [{**row, "model": name or row["model"]} for row in report.rows]
        notes += report.notes
        warnings += report.warnings
    names = [model.name for model in models]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"compare: expected models of different names; got {twice!r} twice: give {{name: result}}")
    return _native.Report(rows, list(dict.fromkeys(notes)), warnings, seed), models


def _of_result(result: Result, name: str | None) -> list[_Model]:
    if not result._models:
        raise ValueError(
            "compare: expected results of evaluate or satisfaction; got others, which have no values of users: give "
            "samples themselves"
        )
    if name is not None and len(result._models) > 1:
        raise ValueError(f"compare: expected one model called {name!r}; got {len(result._models)}")
    return [
        _Model(
            name or own, users if isinstance(users, list) else users.users,
            {(metric, "exact"): each for metric, each in values.items()},
            ranks=users if isinstance(users, _native.Ranks) else None,
        )
        for own, values, users in result._models
    ]


def _of_sampled(
    sampled: _native.Sampled, name: str, metrics: str | Iterable[str] | None, seed: int, estimation: dict[str, Any]
) -> tuple[_Model, _native.Report]:
    report, values = _native.estimate_users(
        sampled, name=name, metrics=names_of(metrics) or ESTIMATE["metrics"], seed=seed, **estimation
    )
    report.notes = [_native.estimated_values_note()]
    keys = [(row["metric"], row["estimator"]) for row in report.rows]
    own = dict(zip(keys, values, strict=True))
    return _Model(
        name, sampled.users, {key: each for key, (each, _) in own.items()}, {key: each for key, (_, each) in own.items()}
    ), report


def _of_values(name: str, value: Any) -> _Model:
    numpy = require("numpy", "compare")
    by_metric = value if isinstance(value, Mapping) else {"value": value}
    values = {(str(metric), "exact"): numpy.asarray(each, dtype="float64") for metric, each in by_metric.items()}
    if not values or any(each.ndim != 1 for each in values.values()):
        raise ValueError(f"compare: expected a value for each user of {name!r}; got another shape")
    if len({len(each) for each in values.values()}) > 1:
        raise ValueError(f"compare: expected as many users for all metrics of {name!r}; got others")
    return _Model(name, None, values)


def _wanted(models: list[_Model], metrics: str | Iterable[str] | None) -> list[tuple[str, str]]:
    """Metrics with their estimators, which every model is to have."""
    if not models:
        raise ValueError("compare: expected at least two models; got none")
    wanted = list(models[0].values)
    if metrics is not None and not any(model.repeats for model in models):
        asked = [metrics] if isinstance(metrics, str) else list(metrics)
        known = {metric for metric, _ in wanted}
        wanted = [
            (name, "exact") for each in asked for name in ([each] if each in known else _native.metric_names(each))
        ]
    for model in models:
        for metric, estimator in wanted:
            if (metric, estimator) not in model.values:
                others = ", ".join(dict.fromkeys(name for name, _ in model.values))
                raise KeyError(f"compare: expected {metric} ({estimator}) of {model.name!r}; got {others}")
    return wanted


def _numbered(models: list[_Model]) -> tuple[list[Any], list[Any]]:
    """All users by first appearance, as the command line numbers them, and the numbers of each model's own."""
    numpy = require("numpy", "compare")
    counts = [len(next(iter(model.values.values()))) for model in models]
    by_place = [model.users is None for model in models]
    if any(by_place):
        if len(set(counts)) > 1:
            raise ValueError(
                "compare: expected values of the same users, in one order; got "
                + ", ".join(f"{count} of {model.name!r}" for model, count in zip(models, counts, strict=True))
            )
        users = next((list(model.users) for model in models if model.users is not None), list(range(counts[0])))
        if any(model.users is not None and list(model.users) != users for model in models):
            raise ValueError("compare: expected results of the same users, in one order, beside plain values; got others")
        return users, [numpy.arange(counts[0])] * len(models)
    place: dict[Any, int] = {}
    numbers = [numpy.array([place.setdefault(user, len(place)) for user in model.users], "int64") for model in models]
    return list(place), numbers


def _slice(name: str, groups: Any, users: list[Any]) -> tuple[str, list[str], Any]:
    """Groups by name, numbers by size; users without a group are in none."""
    numpy = require("numpy", "compare")
    none = 0xFFFFFFFF
    if isinstance(groups, Mapping) or hasattr(groups, "to_dict"):
        groups = groups if isinstance(groups, Mapping) else groups.to_dict()
        own = [groups.get(user) for user in users]
    else:
        own = groups.tolist() if hasattr(groups, "tolist") else list(groups)
        if len(own) != len(users):
            raise ValueError(f"slices: expected a group of {name!r} for each of {len(users)} users; got {len(own)}")
    own = [None if each != each else each for each in own]
    if isinstance(groups, Slice):
        return name, groups.groups, numpy.array(
            [none if each is None else groups.groups.index(each) for each in own], "uint32"
        )
    kinds = {each for each in own if each is not None}
    numeric = all(isinstance(each, (int, float)) for each in kinds)
    order = {each: place for place, each in enumerate(sorted(kinds, key=None if numeric else str))}
    return name, [str(each) for each in order], numpy.array([order.get(each, none) for each in own], "uint32")


def _analyse(
    report: _native.ComparisonReport, models: list[_Model], wanted: list[tuple[str, str]], samples: int | Sequence[int],
    **options: Any,
) -> None:
    ranks = [model.ranks for model in models if model.ranks is not None and model.ranks.has_items]
    if len(ranks) < len(models):
        raise ValueError("compare: samples needs ranks over all items, as results of evaluate on scores have; got others")
    report.analyse(
        [model.name for model in models], ranks, metrics=",".join(metric for metric, _ in wanted),
        samples=[samples] if isinstance(samples, int) else [int(size) for size in samples], **options,
    )
