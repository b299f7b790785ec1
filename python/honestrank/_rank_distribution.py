"""Where relevant items stand among all items, as learnt from sampled ranks."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _native
from ._defaults import FALLING, RANK_DISTRIBUTION
from ._evaluate import names_of
from ._packages import require

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


class RankDistribution:
    """How likely each rank is, in cells of consecutive ranks that are all as likely.

    first, ranks    a cell is the ranks `first` to `first + ranks - 1`; up to 16,384 items (mes: 32,768) each has its own
    probability     of each cell, all its ranks together; adds up to 1
    cumulative      of the ranks up to the last one of each cell: recall at that cut-off
    items           the mean number of items of a user, which ranks end with
    users           who count
    log_likelihood  of the sampled ranks of all users
    shortfall       no distribution of the kind has a log-likelihood that is larger by more; NaN for mes
    iterations, converged
                    of the learning; `mle` does all its iterations unless it has a tolerance, and is not said to converge

    Arrays of cells are views of C++ memory, which they keep alive.
    """

    def __init__(self, native: _native.RankDistribution) -> None:
        self._native = native
        self.estimator: str = native.estimator
        self.users: int = native.users
        self.items: int = native.items
        self.log_likelihood: float = native.log_likelihood
        self.shortfall: float = native.shortfall
        self.iterations: int = native.iterations
        self.converged: bool = native.converged
        self.first: NDArray[numpy.uint64] = native.first
        self.ranks: NDArray[numpy.uint64] = native.ranks
        self.probability: NDArray[numpy.float64] = native.probability

    @property
    def cumulative(self) -> NDArray[numpy.float64]:
        """Probabilities added up, as an array."""
        return self.probability.cumsum()

    def value(self, metric: str) -> float:
        """The metric over all items: what `estimate` gives for this estimator, without its error."""
        values = list(self.evaluate(metric).values())
        if len(values) != 1:
            raise ValueError(f"value: expected one metric; got {metric!r}: take evaluate")
        return values[0]

    def evaluate(self, metrics: str | Iterable[str]) -> dict[str, float]:
        """The values of metrics, {metric: value}: sums over ranks of probability times metric of one item there."""
        names = names_of(metrics)
        return dict(zip(_native.metric_names(names), self._native.values(names), strict=True))

    def falling_p_value(
        self, *, draws: int = FALLING["draws"], seed: int = FALLING["seed"], threads: int = FALLING["threads"]
    ) -> float:
        """Whether the samples agree with ranks that are the less likely the further down, as `monotone_mle` takes for
        granted (of its `shape`): the share of `draws` samples from the falling distribution that fit one as badly as
        these. Below 0.05: take shape=peaked or mle. NaN where samples of several sizes were not doubled, so that it cannot be told."""
        return self._native.falling_p_value(draws=draws, seed=seed, threads=threads)

    def save(self, path: str | os.PathLike[str], *, name: str = "model") -> None:
        """Writes what `honestrank estimate --save-distribution` writes: a line for each cell."""
        self._native.save(os.fspath(path), name=name)

    def to_pandas(self) -> Any:
        """The cells as a pandas DataFrame: first, ranks, probability."""
        return require("pandas", "to_pandas").DataFrame(self._columns())

    def to_polars(self) -> Any:
        """The cells as a polars DataFrame: first, ranks, probability."""
        return require("polars", "to_polars").DataFrame(self._columns())

    def _columns(self) -> dict[str, Any]:
        return {"first": self.first, "ranks": self.ranks, "probability": self.probability}

    def __reduce__(self) -> tuple[Any, ...]:
        return RankDistribution, (self._native,)

    def __len__(self) -> int:
        return len(self.probability)

    def __repr__(self) -> str:
        return (
            f"RankDistribution({self.estimator}: {self.items} ranks in {len(self)} cells, {self.users} users, "
            f"{self.iterations} iterations, log-likelihood {self.log_likelihood:.6g})"
        )


def rank_distribution(
    sampled: _native.Sampled,
    *,
    estimator: str | None = None,
    likelihood: str | None = None,
    repeat: int = RANK_DISTRIBUTION["repeat"],
    threads: int = RANK_DISTRIBUTION["threads"],
) -> RankDistribution:
    """Where relevant items stand among all items, learnt from sampled ranks: what `estimate` reads metrics off.

    estimator   mle, monotone_mle, monotone_mle(shape=convex), mes(0.001), adaptive_mle, ... (docs/sampled_metrics.md);
                None: mle, for adaptive samples adaptive_mle
    likelihood  binomial or hypergeometric; by default as the samples were drawn
    repeat      which of several samples of the users, from 0

    With probability p(R) of rank R, and m of the other n - 1 items drawn with replacement, s of them stand above an item
    with P(s) = sum over R of p(R) C(m, s) t^s (1 - t)^(m - s), t = (R - 1) / (n - 1). `mle` has the p for which the sum
    over users of log P(s) is largest: EM, from all ranks alike. Users are to have one relevant item each.

        >>> drawn = hr.sample(test, factors, seen=train, samples=5)
        >>> ranks = hr.rank_distribution(drawn, estimator="mle")
        >>> float(ranks.probability.sum().round(12)), ranks.items == len(ranks)
        (1.0, True)
        >>> ranks.value("recall@3") == hr.estimate(drawn, metrics="recall@3", estimators="mle")["recall@3"].value
        True
    """
    return RankDistribution(
        _native.learn_ranks(sampled, estimator=estimator or "", repeat=repeat, likelihood=likelihood or "", threads=threads)
    )
