"""What the Python competitors share: the command line, the case, the metrics and the timing."""

import argparse
import json
import math
import pathlib
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

ENOUGH_SECONDS = 2.0  # a task is repeated for so long, as case.h does; the least time counts
MOST_RUNS = 100


class Case(NamedTuple):
    users: np.ndarray  # factors
    items: np.ndarray
    held_out: np.ndarray  # one item per user
    seen_begin: np.ndarray
    seen: np.ndarray

    def seen_of(self, first: int, last: int) -> tuple[np.ndarray, np.ndarray]:
        """Rows (from 0) and items of what users first to last have seen."""
        begin = self.seen_begin[first:last + 1]
        return np.repeat(np.arange(last - first), np.diff(begin)), self.seen[begin[0]:begin[-1]]

    def eligible(self) -> np.ndarray:
        return len(self.items) - np.diff(self.seen_begin)


def command_line() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--check", action="store_true")
    return parser.parse_args()


def read_case(folder: pathlib.Path) -> Case:
    return Case(*(np.load(folder / f"{name}.npy")
                  for name in ("U", "V", "held_out", "seen_begin", "seen")))


def top_10_metrics(rank: np.ndarray) -> dict[str, float]:
    """Of users with one relevant item, in place `rank` from 1; anything above 10 is a miss."""
    hit = rank <= 10
    return {"ndcg@10": float((hit / np.log2(np.maximum(rank, 1) + 1)).mean()),
            "recall@10": float(hit.mean())}


def rank_metrics(above: np.ndarray, tied: np.ndarray, eligible: np.ndarray) -> dict[str, float]:
    """Expected over the orders of ties: a user's relevant item is in place above + 1 to above + 1 +
    tied, each with the same probability."""
    places = tied + 1
    user = np.repeat(np.arange(len(above)), places)
    begin = np.cumsum(places) - places
    rank = above[user] + 1 + np.arange(len(user)) - begin[user]
    weight = 1.0 / places[user] / len(above)
    hit = weight * (rank <= 10)
    auc = (eligible[user] - rank) / (eligible[user] - 1)
    return {"ndcg@10": float((hit / np.log2(rank + 1)).sum()), "recall@10": float(hit.sum()),
            "ap": float((weight / rank).sum()), "auc": float((weight * auc).sum())}


def any_order(means: dict[str, float]) -> dict[str, float]:
    """For tools that leave ties as they happen to fall: compared with the bounds of honestrank."""
    return {f"{name}, any order": value for name, value in means.items()}


def compete(version: str, evaluate: Callable[[], dict[str, float]],
            options: argparse.Namespace) -> None:
    least, total, answer = math.inf, 0.0, {}
    for _ in range(MOST_RUNS):
        start = time.perf_counter()
        answer = evaluate()
        seconds = time.perf_counter() - start
        least, total = min(least, seconds), total + seconds
        if total > ENOUGH_SECONDS or options.check:
            break
    print(json.dumps({"seconds": least, "version": version, "answer": answer}))
