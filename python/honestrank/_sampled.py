"""Sampled metrics: drawing, what to expect of them, and what can be corrected."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from . import _native, _runs
from ._defaults import ESTIMATE, EVALUATE, EXPECT, SAMPLE
from ._evaluate import inputs_of, names_of, score_task
from ._progress import Progress, shown
from ._results import Result


def sample(
    truth: Any,
    predictions: Any,
    *,
    seen: Any = None,
    samples: int = SAMPLE["samples"],
    adaptive: int | tuple[int, int] | tuple[int, int, int] | None = None,
    replacement: bool = SAMPLE["replacement"],
    protocol: str = SAMPLE["protocol"],
    repeats: int = SAMPLE["repeats"],
    seed: int = SAMPLE["seed"],
    threads: int = SAMPLE["threads"],
    progress: Progress = None,
    **options: Any,
) -> _native.Sampled:
    """Ranks held-out items among randomly drawn ones; what is not drawn is not scored.

    adaptive   (n0, n_max) or (n0, n_max, above): sizes of lists, the held-out item included. A user whose held-out item
               nobody stands above (or fewer than `above` items do) has the sample doubled, up to n_max; Li, Jin et al.,
               AAAI 2023. In place of `samples`.
    protocol   uniform, or popularity

    Other options are those of `evaluate` that concern inputs. With the same truth, seen and seed every model meets the
    same items, and a larger sample begins with the smaller one.

    With m items drawn with replacement, an item of rank r among n has the sampled rank 1 + B, B binomial with m draws of
    probability (r - 1) / (n - 1).

        >>> drawn = hr.sample(test, hr.scores(score_pairs=model, users=12, items=16), seen=train, adaptive=(2, 4))
        >>> corrected = hr.estimate(drawn, metrics=["ndcg@10"], estimators="adaptive_mle")
    """
    if protocol == "popularity" and seen is None:
        raise ValueError("sample: expected seen, which says what is popular; got none")
    task = score_task(truth, predictions, seen, inputs_of("sample", threads=threads, progress=progress, **options))
    most, above = SAMPLE["most_samples"], SAMPLE["enough_above"]
    if adaptive is not None:
        sizes = (adaptive,) if isinstance(adaptive, int) else tuple(adaptive)
        if len(sizes) not in (2, 3) or sizes[0] < 2:
            raise ValueError(f"sample: expected adaptive=(n0, n_max) or (n0, n_max, above), n0 from 2 on; got {adaptive}")
        samples, most = sizes[0] - 1, sizes[1] - 1
        above = sizes[2] if len(sizes) == 3 else above
    drawn = _native.sample_ranks(
        task.scores, task.held_out, task.seen, samples=samples, most_samples=most, enough_above=above,
        replacement=replacement, protocol=protocol, repeats=repeats, seed=seed, threads=threads,
        progress=shown(progress),
    )
    return _runs.with_ids(drawn, task.user_ids)


def read_sampled(
    path: str | os.PathLike[str], *, items: int = 0, samples: int = 0, replacement: bool = True
) -> _native.Sampled:
    """Reads a sampled-rank file; `items` and `samples` for files without these columns.

        >>> len(hr.read_sampled("sampled.tsv", items=1000, samples=100))
        2
    """
    return _native.read_sampled(os.fspath(path), items=items, samples=samples, replacement=replacement)


@dataclass(frozen=True)
class SampledDistribution:
    """How likely sampled ranks are, and each value that a user's sampled metric can have.

    sampled_rank  the probability of sampled rank 1, 2, ..., samples + 1
    metrics       {metric: (values, probabilities)}, values rising
    """

    samples: int
    sampled_rank: Any
    metrics: dict[str, tuple[Any, Any]]


def sampled_distribution(
    ranks: _native.Ranks,
    samples: int,
    *,
    metrics: str | Iterable[str] = ESTIMATE["metrics"],
    replacement: bool = EXPECT["replacement"],
    threads: int = EVALUATE["threads"],
) -> SampledDistribution:
    """All that samples of so many items can make of known ranks, exactly: what `honestrank expect --distribution` writes.
    Each user who counts is as likely as any other; the mean of a metric is that of `expect`.

    An item of rank r among n has the sampled rank 1 + s with probability C(m, s) t^s (1 - t)^(m - s), t = (r - 1) / (n - 1),
    for m items drawn with replacement.

        >>> ranks = hr.full_ranks({0: [1]}, numpy.array([[3, 2, 1]], "float32"))
        >>> found = hr.sampled_distribution(ranks, 1, metrics="rr")
        >>> found.sampled_rank.tolist(), found.metrics["rr"][0].tolist()
        ([0.5, 0.5], [0.5, 1.0])
    """
    sampled_rank, by_metric = _native.sampled_distribution(
        ranks, samples=samples, metrics=names_of(metrics), replacement=replacement, threads=threads
    )
    return SampledDistribution(samples, sampled_rank, by_metric)


def estimate(
    sampled: _native.Sampled,
    *,
    metrics: str | Iterable[str] = ESTIMATE["metrics"],
    estimators: str | Iterable[str] | None = None,
    population: str = ESTIMATE["population"],
    likelihood: str | None = None,
    prior: Sequence[float] | None = None,
    bootstrap: int = ESTIMATE["bootstrap"],
    learnt_errors: bool = ESTIMATE["learnt_errors"],
    name: str = "model",
    seed: int = ESTIMATE["seed"],
    threads: int = ESTIMATE["threads"],
) -> Result:
    """Metrics over all items, from sampled ranks: `naive` is the metric of the sample, the others correct it.

    estimators  naive, rank, rank_linear, least_squares, cls, bv(0.1), mn, mle, monotone_mle, mes, bv_mle, mn_mes, ...
                (docs/sampled_metrics.md); None: naive, rank, cls, bv(0.1), bv(0.01); for adaptive samples adaptive_mle
                and adaptive_monotone_mle; for items drawn by popularity naive
    population  items of a user: per_user or mean
    likelihood  binomial or hypergeometric; by default as the samples were drawn
    bootstrap   error bars from so many samples of users

    A correction gives each sampled rank s a value V(s); the estimate is the mean of V over users. `bv` chooses V by
    least squares, bias^2 + gamma * variance; `mle` learns the distribution of ranks that makes the samples likeliest, and
    reads the metric from it.

        >>> drawn = hr.sample(test, factors, seen=train, samples=3)
        >>> hr.estimate(drawn, metrics="auc", estimators="naive")["auc"].users
        12
    """
    report = _native.estimate_sampled(
        sampled, name=name, metrics=names_of(metrics), estimators=names_of(estimators), population=population,
        likelihood=likelihood or "", prior=[] if prior is None else [float(each) for each in prior],
        bootstrap=bootstrap, seed=seed, threads=threads, learnt_errors=learnt_errors,
    )
    return Result(report)


def correction_table(
    metric: str,
    estimator: str,
    *,
    items: int,
    samples: int,
    replacement: bool = EXPECT["replacement"],
    prior: Sequence[float] | None = None,
    users: int = 1,
) -> Any:
    """What `estimate` takes each sampled rank 1, 2, ..., samples + 1 to be worth, for users with one relevant item among
    `items`: the estimate is the mean of these values over users.

    estimator  naive, rank, rank_linear, least_squares, cls, bv(0.1), mn: those that do not learn
    prior      probabilities of the ranks over all items; by default all alike
    users      for mn, whose table depends on their number

    `bv(gamma)` has ((1 - gamma) A'PA + gamma diag(A'p))^-1 A'P f, A the probabilities of sampled ranks by rank, f the metric
    by rank, p the prior and P = diag(p).

        >>> hr.correction_table("recall@1", "naive", items=100, samples=2).tolist()
        [1.0, 0.0, 0.0]
    """
    return _native.correction_table(
        metric, estimator, items=items, samples=samples, replacement=replacement,
        prior=[] if prior is None else [float(each) for each in prior], users=users,
    )


def expect(
    ranks: Any,
    samples: int | Sequence[int],
    *,
    metrics: str | Iterable[str] = ESTIMATE["metrics"],
    estimators: str | Iterable[str] = EXPECT["estimators"],
    replacement: bool = EXPECT["replacement"],
    population: str = ESTIMATE["population"],
    likelihood: str | None = None,
    prior: Sequence[float] | None = None,
    name: str = "model",
    threads: int = EVALUATE["threads"],
) -> Result:
    """What sampled metrics of known ranks come to, exactly, without drawing: mean and standard deviation over all
    samples that could be drawn. `ranks` are those of `full_ranks` or `read_ranks`.

    The sampled rank has the distribution that `sample` names; the expectation is the sum over its values, and the mean
    over users.

        >>> hr.expect(hr.full_ranks(test, factors, seen=train), [10, 100], metrics=["auc"]).rows[0].users
        12
    """
    sizes = [samples] if isinstance(samples, int) else [int(size) for size in samples]
    report = _native.expect_ranks(
        ranks, name=name, samples=sizes, metrics=names_of(metrics), estimators=names_of(estimators),
        replacement=replacement, population=population, likelihood=likelihood or "",
        prior=[] if prior is None else [float(each) for each in prior], threads=threads,
    )
    return Result(report)
