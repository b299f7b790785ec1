"""What the Python competitors share: timing, and the answer in a form that can be compared."""

import argparse
import json
import pathlib
import tempfile
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

COLUMNS = ["user", "item", "rating", "time"]


class Answer(NamedTuple):
    """Ids as numbers, in whatever order the tool numbered them."""

    user: np.ndarray
    item: np.ndarray
    rating: np.ndarray
    time: np.ndarray


def in_order_of_appearance(codes: np.ndarray) -> tuple[np.ndarray, int]:
    """The codes renumbered as they first occur, and how many there are."""
    _, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
    number = np.empty(len(first), np.uint64)
    number[np.argsort(first)] = np.arange(len(first), dtype=np.uint64)
    return number[inverse], len(first)


def summary(answer: Answer) -> dict[str, int]:
    """Depends on every field of every row and on their order; honestrank.cpp has the same."""
    user, users = in_order_of_appearance(answer.user)
    item, items = in_order_of_appearance(answer.item)
    rating = np.ascontiguousarray(answer.rating, np.float64).view(np.uint64)
    seconds = np.ascontiguousarray(answer.time, np.int64).view(np.uint64)
    value = (user * np.uint64(0x9E3779B97F4A7C15) + item * np.uint64(0xC2B2AE3D27D4EB4F)
             + rating * np.uint64(0x165667B19E3779F9) + seconds * np.uint64(0x27D4EB2F165667C5))
    value ^= value >> np.uint64(29)
    value *= np.uint64(0xBF58476D1CE4E5B9)
    weight = np.arange(len(value), dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    checksum = int((value * weight).sum(dtype=np.uint64))
    return {"rows": len(value), "users": users, "items": items, "checksum": checksum}


def compete(version: str, read: Callable[[str], Any], answer_of: Callable[[Any], Answer]) -> None:
    """Times `read` on the file named on the command line, after a first call on a few lines: pools
    of threads and lazy imports are no part of the task."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--threads", type=int)  # by the environment, which names it for each tool
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        few = pathlib.Path(folder) / "few.tsv"
        few.write_text("".join(f"u{i % 7}\ti{i % 11}\t3.5\t{i}\n" for i in range(1000)))
        read(str(few))

    start = time.perf_counter()
    result = read(options.file)
    seconds = time.perf_counter() - start
    answer = summary(answer_of(result)) if options.check else None
    print(json.dumps({"seconds": seconds, "version": version, "answer": answer}))
