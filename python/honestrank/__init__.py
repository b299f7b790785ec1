"""Evaluate recommender systems fast, and know how far to trust the number.

    import honestrank as hr
    result = hr.evaluate(test, (user_factors, item_factors), seen=train, metrics=["ndcg@10", "auc"])
    print(result)
    result["ndcg@10"].value, result["ndcg@10"].standard_error

`evaluate` takes factors, score matrices, functions, runs and trained models; `sample`, `expect` and
`estimate` are about sampled metrics, `compare` and `plan` about differences between models, `satisfaction` about audiences, `models` trains, `split` holds
out, `read_interactions` reads files. docs/python.md is the tutorial.
"""

from . import models, split
from ._accumulator import Accumulator
from ._compare import compare
from ._comparison import Comparison, Difference, Mean
from ._config import show_config
from ._data import interactions, read_attributes, read_interactions, read_parquet
from ._evaluate import evaluate, explain, full_ranks, list_metrics, read_ranks
from ._native import Attributes, Ids, Interactions, Ranks, Sampled, __version__
from ._plan import MetricPlan, Plan, Way, plan
from ._rank_distribution import RankDistribution, rank_distribution
from ._results import Result, Row
from ._sampled import estimate, expect, read_sampled, sample
from ._satisfaction import satisfaction
from ._scores import scores
from ._slices import user_slices

__all__ = [
    "Accumulator",
    "Attributes",
    "Comparison",
    "Difference",
    "Ids",
    "Interactions",
    "Mean",
    "MetricPlan",
    "Plan",
    "RankDistribution",
    "Ranks",
    "Result",
    "Row",
    "Sampled",
    "Way",
    "__version__",
    "compare",
    "estimate",
    "evaluate",
    "expect",
    "explain",
    "full_ranks",
    "interactions",
    "list_metrics",
    "models",
    "plan",
    "rank_distribution",
    "read_attributes",
    "read_interactions",
    "read_parquet",
    "read_ranks",
    "read_sampled",
    "sample",
    "satisfaction",
    "scores",
    "show_config",
    "split",
    "user_slices",
]
