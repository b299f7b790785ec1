"""What the Python competitors share: the command line, the interactions, timing, and a summary of
item weights that can be compared."""

import argparse
import json
import math
import pathlib
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix

ENOUGH_SECONDS = 2.0  # a task is repeated for so long, as honestrank.cpp does; the least time counts
MOST_RUNS = 100


def command_line() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("case", choices=["ials", "ease", "itemknn_all", "itemknn_nearest"])
    parser.add_argument("--threads", type=int)
    parser.add_argument("--check", action="store_true")
    return parser.parse_args()


def read_interactions(folder: pathlib.Path) -> csr_matrix:
    """Users by items, 1 for each interaction."""
    user, item = np.load(folder / "user.npy"), np.load(folder / "item.npy")
    return csr_matrix((np.ones(len(user), np.float32), (user, item)))


def summary(weights: np.ndarray) -> dict[str, float]:
    """Depends on every weight and its place; honestrank.cpp has the same."""
    items = len(weights)
    left = np.arange(items) * 7919 % 1000 / 1000
    right = np.arange(items) * 6007 % 1000 / 1000
    return {"mean": float(weights.sum(dtype=np.float64) / items),
            "squares": float(np.square(weights, dtype=np.float64).sum() / items),
            "form": float(left @ weights.astype(np.float64) @ right / items)}


def least_seconds(task: Callable[[], Any], check: bool) -> tuple[float, Any]:
    """And what the task gave."""
    least, total, result = math.inf, 0.0, None
    for _ in range(MOST_RUNS):
        result = None  # not held while the next one is made
        start = time.perf_counter()
        result = task()
        seconds = time.perf_counter() - start
        least, total = min(least, seconds), total + seconds
        if total > ENOUGH_SECONDS or check:
            break
    return least, result


def report(seconds: float, version: str, answer: dict[str, Any] | None) -> None:
    print(json.dumps({"seconds": seconds, "version": version, "answer": answer}))
