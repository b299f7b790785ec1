"""Models compared: rows with the words of the command line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any

from . import _native
from ._packages import require
from ._report_forms import ReportForms


@dataclass(frozen=True)
class Difference:
    """Two models, user by user: `difference` is the mean of model less against, low and high its 95 % interval."""

    model: str
    against: str
    metric: str
    estimator: str
    slice: str
    group: str
    test: str
    difference: float
    standard_error: float
    low: float
    high: float
    effect_size: float
    wins: int
    ties: int
    losses: int
    users: int
    p_value: float
    adjusted_p_value: float
    correction: str
    order_probability: float
    repeats: int
    repeat_order: float | None
    diagnostics: list[str]

    def __float__(self) -> float:
        return self.difference


@dataclass(frozen=True)
class Mean:
    """A model's mean over the users of a group, and the probability that it is the best model."""

    model: str
    metric: str
    estimator: str
    slice: str
    group: str
    value: float
    standard_error: float
    low: float
    high: float
    users: int
    winner_probability: float | None

    def __float__(self) -> float:
        return self.value


class Comparison(ReportForms):
    """Pairs of models. Prints as the tables of `honestrank compare`.

    Iterates over `Difference` rows. comparison["ndcg@10"], comparison["A", "B"] and comparison["A", "B", "ndcg@10"] give
    the one row that has these words (metric; model, against; ...), a KeyError where there are several.
    """

    _report: _native.ComparisonReport

    def __init__(self, report: _native.ComparisonReport) -> None:
        self._report = report
        self._rows = [Difference(**row) for row in report.comparisons]

    @property
    def rows(self) -> list[Difference]:
        """All pairs, in the order of the table."""
        return list(self._rows)

    @property
    def means(self) -> list[Mean]:
        """Models, metric by metric, with the probability that each is the best."""
        return [Mean(**row) for row in self._report.means]

    @property
    def consistency(self) -> dict[str, list[dict[str, Any]]] | None:
        """Where `samples` was given: what sampled metrics would say. `curves` have each model's value and the probability
        that it comes out best, `pairs` the probability that their order is right."""
        return self.to_dict().get("consistency")

    @property
    def level(self) -> float:
        """Adjusted p-values below it are called significant."""
        return self._report.level

    @property
    def family(self) -> int:
        """The number of comparisons that each test's correction is for."""
        return self._report.family

    def __iter__(self) -> Iterator[Difference]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, key: str | tuple[str, ...]) -> Difference:
        found = [row for row in self._rows if _matches(row, key)]
        if len(found) == 1:
            return found[0]
        if not found:
            known = ", ".join(dict.fromkeys(f"({row.model}, {row.against}, {row.metric})" for row in self._rows))
            raise KeyError(f"expected one of {known}; got {key!r}")
        raise KeyError(
            f"expected words of one row; got {key!r} of {len(found)}: give (model, against, metric[, estimator[, test"
            "[, slice, group]]])"
        )

    def _repr_html_(self) -> str:
        from ._html import interval, remarks, rounded, table

        sliced = any(row.slice for row in self._rows)
        heads = ["users of"] * sliced + ["metric", "estimator", "model", "value", "std.err.", "95 % interval", "best", "users"]
        means = table(heads, (
            [_group(row)] * sliced + [
                row.metric, row.estimator, row.model, rounded(row.value), rounded(row.standard_error),
                interval(row.low, row.high), rounded(row.winner_probability, ".0%"), str(row.users),
            ]
            for row in self.means
        ))
        heads = ["test"] + ["users of"] * sliced + [
            "metric", "estimator", "pair", "diff.", "95 % interval", "d", "win/tie/loss", "p", "adj. p"
        ]
        pairs = table(heads, (
            [row.test] + [_group(row)] * sliced + [
                row.metric, row.estimator, f"{row.model} - {row.against}", rounded(row.difference, "+.4f"),
                interval(row.low, row.high, "+.4f"), rounded(row.effect_size, "+.2f"),
                f"{row.wins}/{row.ties}/{row.losses}", rounded(row.p_value), rounded(row.adjusted_p_value)
                + (" *" if row.adjusted_p_value < self.level else ""),
            ]
            for row in self._rows
        ))
        return "\n".join([means, pairs, remarks(self.notes, self.warnings)])

    def to_dict(self) -> dict[str, Any]:
        """What `--format json` prints, parsed: `comparisons`, `means`, `results`, `notes`, ...; None for NaN."""
        import json

        result: dict[str, Any] = json.loads(self.to_json())
        return result

    def to_pandas(self, rows: str = "comparisons") -> Any:
        """The pairs as a pandas DataFrame; with rows="means" the models."""
        own, names = self._of(rows)
        return require("pandas", "to_pandas").DataFrame([asdict(row) for row in own], columns=names)

    def to_polars(self, rows: str = "comparisons") -> Any:
        """The pairs as a polars DataFrame; with rows="means" the models."""
        return require("polars", "to_polars").DataFrame([asdict(row) for row in self._of(rows)[0]])

    def _of(self, rows: str) -> tuple[list[Any], list[str]]:
        kinds: dict[str, tuple[list[Any], type]] = {
            "comparisons": (self._rows, Difference), "means": (self.means, Mean)
        }
        if rows not in kinds:
            raise ValueError(f"rows: expected comparisons or means; got {rows!r}")
        own, kind = kinds[rows]
        return own, [field.name for field in fields(kind)]


def _matches(row: Difference, key: str | tuple[str, ...]) -> bool:
    if isinstance(key, str):
        return row.metric == key
    words = (row.model, row.against, row.metric, row.estimator, row.test, row.slice, row.group)
    return words[: len(key)] == key


def _group(row: Difference | Mean) -> str:
    return f"{row.slice} {row.group}" if row.slice else "all"
