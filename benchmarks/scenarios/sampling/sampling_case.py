"""What the Python competitors share: the case of the scenario full_ranking, its command line and
timing, the scores of sampled items, and the metrics of sampled ranks."""

import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "full_ranking"))

from competitor import Case, command_line, compete, read_case  # noqa: E402, F401

SAMPLES = 100


def sampled_above(case: Case, users: np.ndarray | slice, drawn: np.ndarray) -> np.ndarray:
    """How many of the `drawn` items of each user score above the held-out one."""
    own = case.users[users]
    target = np.einsum("ud,ud->u", own, case.items[case.held_out[users]])
    scores = np.einsum("ud,umd->um", own, case.items[drawn])
    return np.count_nonzero(scores > target[:, None], axis=1)


def sampled_metrics(above: np.ndarray) -> dict[str, float]:
    """Of users with one relevant item below `above` sampled ones."""
    rank = above + 1
    hit = rank <= 10
    return {"ndcg@10": float((hit / np.log2(rank + 1)).mean()), "recall@10": float(hit.mean()),
            "ap": float((1 / rank).mean()), "auc": float((1 - above / SAMPLES).mean())}
