"""What the Python competitors share: the command line, the interactions, timing, and a summary of
item weights that can be compared."""

import argparse
import pathlib
import sys

import numpy as np
from scipy.sparse import csr_matrix

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from timing import least_seconds, report  # noqa: E402, F401: for the competitors


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
