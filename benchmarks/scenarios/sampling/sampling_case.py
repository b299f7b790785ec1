"""What the Python competitors share: the case of the scenario full_ranking, its command line and
timing, and the metrics of sampled ranks."""

import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "full_ranking"))

from competitor import Case, command_line, compete, read_case  # noqa: E402, F401

SAMPLES = 100


def sampled_metrics(above: np.ndarray) -> dict[str, float]:
    """Of users with one relevant item below `above` sampled ones."""
    rank = above + 1
    hit = rank <= 10
    return {"ndcg@10": float((hit / np.log2(rank + 1)).mean()), "recall@10": float(hit.mean()),
            "ap": float((1 / rank).mean()), "auc": float((1 - above / SAMPLES).mean())}
