"""What the Python competitors share: the command line, the counts, the probabilities, timing."""

import argparse
import pathlib
import sys

import numpy as np
from data import CASES, SAMPLES
from scipy.stats import binom

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from timing import least_seconds, report  # noqa: E402, F401: for the competitors

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
