"""What the Python competitors share: the command line, the counts, the probabilities, timing."""

import argparse
import json
import math
import pathlib
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from data import CASES, SAMPLES
from scipy.stats import binom

ENOUGH_SECONDS = 2.0  # a task is repeated for so long, as honestrank.cpp does; the least time counts
MOST_RUNS = 100
ITERATIONS = 100


def command_line() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("case", choices=list(CASES))
    parser.add_argument("--threads", type=int)
    parser.add_argument("--check", action="store_true")
    return parser.parse_args()


def read_counts(options: argparse.Namespace) -> np.ndarray:
    return np.load(options.folder / f"{options.case}.npy")


def probabilities(options: argparse.Namespace) -> np.ndarray:
    """P(sampled items above | rank): by sampled number, then by rank from 1."""
    items = CASES[options.case][0]
    share = np.arange(items) / (items - 1)
    return binom.pmf(np.arange(SAMPLES + 1)[:, None], SAMPLES, share)


def metrics(ranks: np.ndarray) -> dict[str, float]:
    """Of the probabilities of ranks."""
    top = np.arange(1, 11)
    return {"recall@10": float(ranks[:10].sum()), "ndcg@10": float((ranks[:10] / np.log2(top + 1)).sum())}


def least_seconds(task: Callable[[], Any], check: bool) -> tuple[float, Any]:
    """And what the task gave."""
    least, total, result = math.inf, 0.0, None
    for _ in range(MOST_RUNS):
        start = time.perf_counter()
        result = task()
        seconds = time.perf_counter() - start
        least, total = min(least, seconds), total + seconds
        if total > ENOUGH_SECONDS or check:
            break
    return least, result


def report(seconds: float, version: str, answer: dict[str, Any] | None) -> None:
    print(json.dumps({"seconds": seconds, "version": version, "answer": answer}))
