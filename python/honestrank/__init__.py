"""Evaluate recommender systems fast, and know how far to trust the number.

    import honestrank as hr
    result = hr.evaluate(test, (user_factors, item_factors), seen=train, metrics=["ndcg@10", "auc"])
    print(result)
    result["ndcg@10"].value, result["ndcg@10"].standard_error

`evaluate` takes factors, score matrices, functions, runs and trained models; `sample`, `expect`, `estimate` and
`rank_distribution` are about sampled metrics, `compare` and `plan` about differences between models, `satisfaction` and the studies about
audiences, `models` trains, `split` holds out, `read_interactions` reads files, `synthetic` makes data. docs/python.md is the tutorial.
"""

from . import models, split
from ._accumulator import Accumulator
from ._attributes import attributes, read_attributes
from ._candidates import rank_candidates, read_candidates
from ._compare import compare
from ._comparison import Comparison, Difference, Mean
from ._config import show_config
from ._data import interactions, read_interactions, read_parquet
from ._evaluate import evaluate, explain, full_ranks, list_metrics, read_ranks
from ._native import Attributes, Ids, Interactions, Ranks, Sampled, __version__
from ._plan import MetricPlan, Plan, Way, plan
from ._rank_distribution import RankDistribution, rank_distribution
from ._results import Result, Row
from ._runs import read_qrels, read_run
from ._sampled import SampledDistribution, correction_table, estimate, expect, read_sampled, sample, sampled_distribution
from ._satisfaction import satisfaction
from ._scores import scores
from ._slices import user_slices
from ._studies import new_item_study, new_user_study
from ._synthetic import synthetic

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
    "SampledDistribution",
    "Way",
    "__version__",
    "attributes",
    "compare",
    "correction_table",
    "estimate",
    "evaluate",
    "expect",
    "explain",
    "full_ranks",
    "interactions",
    "list_metrics",
    "models",
    "new_item_study",
    "new_user_study",
    "plan",
    "rank_candidates",
    "rank_distribution",
    "read_attributes",
    "read_candidates",
    "read_interactions",
    "read_parquet",
    "read_qrels",
    "read_ranks",
    "read_run",
    "read_sampled",
    "sample",
    "sampled_distribution",
    "satisfaction",
    "scores",
    "show_config",
    "split",
    "synthetic",
    "user_slices",
]
