"""How many samples and users it takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from . import _native
from ._defaults import EVALUATE, PLAN
from ._evaluate import names_of
from ._packages import require
from ._report_forms import ReportForms
from ._results import Result


@dataclass(frozen=True)
class Way:
    """One way to meet the aim; `samples` 0: all items."""

    metric: str
    estimator: str
    samples: int
    users: int
    bias: float
    standard_error: float
    error: float
    right_probability: float
    seconds: float
    reached: bool


@dataclass(frozen=True)
class MetricPlan:
    """What it takes to know one metric; the cheapest way first. `p_value` is that of the pilot's difference of two models
    (0 for a plan of one): which order is the right one, the pilot has to tell."""

    metric: str
    value: float
    rank_everything: bool
    p_value: float
    ways: list[Way]


class Plan(ReportForms, Mapping[str, MetricPlan]):
    """Plans by metric. Prints as the table of `honestrank plan`."""

    _report: _native.PlanReport

    def __init__(self, report: _native.PlanReport) -> None:
        self._report = report
        self._plans = {
            metric: MetricPlan(metric, value, everything, p_value, [Way(metric, **way) for way in ways])
            for metric, value, everything, p_value, ways in report.plans
        }

    @property
    def rows(self) -> list[Way]:
        """All ways, in the order of the table."""
        return [way for plan in self._plans.values() for way in plan.ways]

    def __getitem__(self, metric: str) -> MetricPlan:
        if metric not in self._plans:
            raise KeyError(f"expected one of {', '.join(self._plans)}; got {metric!r}")
        return self._plans[metric]

    def __iter__(self) -> Iterator[str]:
        return iter(self._plans)

    def __len__(self) -> int:
        return len(self._plans)

    def _repr_html_(self) -> str:
        from ._html import remarks, rounded, table

        aim = "right order" if self._report.order else "error"
        heads = ["metric", "estimator", "samples", "users", "bias", "std.err.", aim, "seconds"]
        rows = (
            [
                way.metric, way.estimator, ("" if way.reached else "> ") + str(way.samples) if way.samples else "all",
                str(way.users), rounded(way.bias, "+.4f"), rounded(way.standard_error),
                rounded(way.right_probability, ".1%") if self._report.order else rounded(way.error),
                f"{way.seconds:.3g}",
            ]
            for way in self.rows
        )
        return table(heads, rows) + "\n" + remarks(self.notes, self.warnings)

    def to_dict(self) -> dict[str, Any]:
        """What `--format json` prints, parsed: `plans`, `notes`, ..."""
        import json

        result: dict[str, Any] = json.loads(self.to_json())
        return result

    def to_pandas(self) -> Any:
        """The ways as a pandas DataFrame."""
        names = [field.name for field in fields(Way)]
        return require("pandas", "to_pandas").DataFrame([asdict(way) for way in self.rows], columns=names)

    def to_polars(self) -> Any:
        """The ways as a polars DataFrame."""
        return require("polars", "to_polars").DataFrame([asdict(way) for way in self.rows])


def plan(
    *pilots: Any,
    error: float | None = None,
    order: float | None = None,
    metrics: str | Iterable[str] = PLAN["metrics"],
    estimators: str | Iterable[str] = PLAN["estimators"],
    users: int = PLAN["users"],
    confidence: float = PLAN["confidence"],
    cost_per_score: float = PLAN["cost_per_score"],
    cost_exact: float = PLAN["cost_exact"],
    measure: int | None = None,
    most_samples: int = PLAN["most_samples"],
    replacement: bool = PLAN["replacement"],
    seed: int = EVALUATE["seed"],
    threads: int = PLAN["threads"],
) -> Plan:
    """How many samples, or users, bring a metric within an error, or order two models right.

    The error is sqrt(bias^2 + standard_error^2) of the metric, sampled and corrected, from its value over all items and
    users; the right order has the probability Phi(difference / standard_error).

    pilots      ranks of some users like those to come (`full_ranks`, `read_ranks`, a result of `evaluate`), or a small
                sample (`sample`); one for `error`, those of two models for `order`, also as {name: pilot}
    error       wanted error of the metric, as in 0.005
    order       wanted probability of ordering the two models as all items and users do, as in 0.95
    users       that there are to be evaluated; 0: as many as in the pilot
    confidence  that the plan meets what is wanted, the pilot being a sample of users
    cost_per_score, cost_exact
                seconds that a drawn item takes, and an item where all are ranked
    measure     instead: takes a second to find out what both are here, for factors of so many columns
    most_samples
                no more samples are looked at

        >>> way = hr.plan(hr.full_ranks(test, factors, seen=train), error=0.005, users=1_000_000)["ndcg@10"].ways[0]
    """
    if (error is None) == (order is None):
        raise ValueError("plan: expected one of error and order; got " + ("neither" if error is None else "both"))
    if measure is not None and (cost_per_score, cost_exact) != (PLAN["cost_per_score"], PLAN["cost_exact"]):
        raise ValueError("plan: expected measure or costs; got both")
    if measure is not None and measure < 1:
        raise ValueError(f"plan: measure: expected a number of columns; got {measure}")
    named = _named(pilots)
    wanted = 1 if order is None else 2
    if len(named) != wanted:
        raise ValueError(
            f"plan: expected {'one pilot for error' if wanted == 1 else 'the pilots of two models for order'}; got "
            f"{len(named)}"
        )
    ranks, from_samples = [], False
    for place, (_, pilot) in enumerate(named):
        if isinstance(pilot, _native.Sampled):
            from_samples = True
            pilot = _native.pilot_from_samples(pilot, seed + place)
        ranks.append(pilot)
    if wanted == 2 and not from_samples and ranks[0].users != ranks[1].users:
        raise ValueError("plan: expected pilots of the same users, in the same order; got others")
    return Plan(_native.plan(
        [name for name, _ in named], ranks, aim=float(error if order is None else order),  # type: ignore[arg-type]
        order=order is not None, metrics=names_of(metrics), estimators=names_of(estimators), users=users,
        confidence=confidence, cost_per_score=cost_per_score, cost_exact=cost_exact, most_samples=most_samples,
        replacement=replacement, from_samples=from_samples, measure=measure or 0, threads=threads,
    ))


def _named(pilots: tuple[Any, ...]) -> list[tuple[str, Any]]:
    """Pilots with names: those of results, or first and second."""
    given: list[tuple[str | None, Any]] = []
    for pilot in pilots:
        if isinstance(pilot, Mapping) and not isinstance(pilot, Result):
            given.extend((str(name), each) for name, each in pilot.items())
        elif isinstance(pilot, (list, tuple)):
            given.extend((None, each) for each in pilot)
        else:
            given.append((None, pilot))
    named: list[tuple[str, Any]] = []
    for name, pilot in given:
        if isinstance(pilot, Result):
            for own, _, users in pilot._models:
                named.append((name or own, users))
        else:
            named.append((name or ["first", "second"][min(len(named), 1)], pilot))
    for _, pilot in named:
        if not isinstance(pilot, (_native.Ranks, _native.Sampled)):
            raise TypeError(
                "plan: expected ranks, samples or results of evaluate as pilots; got " + type(pilot).__name__
            )
    return named
