"""Results: rows with the words of the command line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from . import _native
from ._packages import require
from ._report_forms import ReportForms


@dataclass(frozen=True)
class Row:
    """One number and what there is to know about it."""

    model: str
    metric: str
    estimator: str
    value: float
    standard_error: float
    low: float
    high: float
    optimistic: float
    pessimistic: float
    users: int
    users_skipped: int
    diagnostics: list[str]

    def __float__(self) -> float:
        return self.value


class Result(ReportForms, Mapping[Any, Row]):
    """Metrics by name. Prints as the table of the command line.

    result["ndcg@10"] is a Row with value, standard_error, low, high, ...; where there are several models or
    estimators, result["model", "ndcg@10"] or result["model", "ndcg@10", "cls"].
    """

    _report: _native.Report

    def __init__(
        self, report: _native.Report, values: list[Any] | None = None, ranks: _native.Ranks | None = None
    ) -> None:
        self._report = report
        self._rows = [Row(**row) for row in report.rows]
        self._models: list[tuple[str, dict[str, Any], Any]] = []
        if values and ranks is not None:
            self.add_users({row.metric: each for row, each in zip(self._rows, values, strict=True)}, ranks)

    def add_users(self, values: dict[str, Any], users: _native.Ranks | list[Any]) -> None:
        """Says what each user's values are, of the first model; ranks know their users' ids when asked."""
        self._models.append((self._rows[0].model, values, users))

    @property
    def rows(self) -> list[Row]:
        """All rows, in the order of the table."""
        return list(self._rows)

    def __getitem__(self, key: Any) -> Row:
        found = [row for row in self._rows if _matches(row, key)]
        if len(found) == 1:
            return found[0]
        names = ", ".join(dict.fromkeys(row.metric for row in self._rows))
        if not found:
            raise KeyError(f"expected one of {names}; got {key!r}")
        raise KeyError(
            f"expected a name of one row; got {key!r} of {len(found)}: give (model, metric) or (model, metric, estimator)"
        )

    def __iter__(self) -> Iterator[Any]:
        several = len({(row.model, row.estimator) for row in self._rows}) > 1
        for row in self._rows:
            yield (row.model, row.metric, row.estimator) if several else row.metric

    def __len__(self) -> int:
        return len(self._rows)

    def __add__(self, other: Result) -> Result:
        """Both in one table."""
        own = {(row.model, row.metric, row.estimator) for row in self._rows}
        for row in other._rows:
            if (row.model, row.metric, row.estimator) in own:
                raise ValueError(
                    f"results: expected models of different names; got {row.metric} of {row.model!r} twice: give name= to "
                    "evaluate"
                )
        report = _native.Report(
            self._report.rows + other._report.rows,
            list(dict.fromkeys(self.notes + other.notes)),
            self.warnings + other.warnings,
            self._report.seed,
        )
        result = Result(report)
        result._models = self._models + other._models
        return result

    def _repr_html_(self) -> str:
        from ._html import interval, remarks, rounded, table

        ties = any(row.optimistic != row.pessimistic for row in self._rows)
        heads = ["model", "metric", "estimator", "value", "std.err.", "95 % interval"]
        heads += ["worst..best tie"] * ties + ["users"]
        rows = (
            [
                row.model, row.metric, row.estimator, rounded(row.value), rounded(row.standard_error),
                interval(row.low, row.high), *[interval(row.pessimistic, row.optimistic)] * ties, str(row.users),
            ]
            for row in self._rows
        )
        return table(heads, rows) + "\n" + remarks(self.notes, self.warnings)

    def to_dict(self) -> dict[Any, float]:
        """{metric: value}, as RecBole, ranx and others give it; by (model, metric, estimator) where there are several."""
        return {key: row.value for key, row in zip(self, self._rows, strict=True)}

    def to_pandas(self) -> Any:
        """The rows as a pandas DataFrame."""
        return require("pandas", "to_pandas").DataFrame([asdict(row) for row in self._rows], columns=_NAMES)

    def to_polars(self) -> Any:
        """The rows as a polars DataFrame."""
        return require("polars", "to_polars").DataFrame([asdict(row) for row in self._rows])

    def to_html(self) -> str:
        """A page with the table, charts and the definitions of metrics, that needs nothing else: that of `--report`."""
        return self._report.html()

    def per_user(self, form: str = "pandas") -> Any:
        """The values of each user, NaN where a metric is undefined: a DataFrame with columns model, user and the
        metrics; `form` "polars" gives one of polars, "dict" {metric: array} with the ids under "user"."""
        if not self._models:
            raise ValueError("per_user: expected results of evaluate or satisfaction; got others, which have no users")
        if form == "dict":
            if len(self._models) > 1:
                raise ValueError("per_user: expected one model; got several: take form='pandas'")
            _, values, users = self._models[0]
            return {"user": _ids(users), **values}
        if form not in ("pandas", "polars"):
            raise ValueError(f"per_user: expected pandas, polars or dict; got {form!r}")
        package = require(form, f"per_user({form!r})")
        frames = [
            package.DataFrame({"model": [model] * len(users), "user": _ids(users), **values})
            for model, values, users in self._models
        ]
        return package.concat(frames)

    def __getstate__(self) -> dict[str, Any]:
        report = (self._report.rows, self.notes, self.warnings, self._report.seed)
        return {"report": report, "models": self._models}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(_native.Report(*state["report"]))  # type: ignore[misc]
        self._models = state["models"]


_NAMES = [column.name for column in fields(Row)]


def _ids(users: _native.Ranks | list[Any]) -> list[Any]:
    return users if isinstance(users, list) else users.users


def _matches(row: Row, key: Any) -> bool:
    if isinstance(key, tuple):
        return (row.model, row.metric, row.estimator)[: len(key)] == key
    return row.metric == key
