"""`honestrank evaluate --like recbole` against RecBole's definitions, written out in numpy.

RecBole itself brings torch along; its metrics are a page of formulas over two tables: `found`, one
row a user, true where the item at that rank is a positive, and `positives`, their number.
"""

import random
import sys

from program import Program, Qrels, Run, qrel_lines, run_lines
from tally import Tally

try:
    import numpy as np
    from scipy.stats import rankdata
except ImportError:
    sys.exit(77)  # skipped

CASES = 60
CUTOFFS = [1, 5, 10]
NAMES = ["hit", "mrr", "map", "recall", "ndcg", "precision"]
METRICS = [*(f"{name}@{k}" for name in NAMES for k in CUTOFFS), "gauc"]


def top_k_values(found: np.ndarray, positives: np.ndarray, k: int) -> dict[str, np.ndarray]:
    found = found[:, :k].astype(float)
    rank = np.arange(1, k + 1)
    best = np.minimum(positives, k)
    hits = found.sum(axis=1)
    first = np.where(hits > 0, found.argmax(axis=1) + 1, np.inf)
    ideal = np.cumsum(1 / np.log2(rank + 1))
    return {
        "hit": (hits > 0).astype(float),
        "mrr": 1 / first,
        "map": (found * found.cumsum(axis=1) / rank).sum(axis=1) / best,
        "recall": hits / positives,
        "ndcg": (found / np.log2(rank + 1)).sum(axis=1) / ideal[best - 1],
        "precision": hits / k,
    }


def gauc(positive: np.ndarray, scores: np.ndarray) -> float | None:
    """Mean of the users' AUC from mean ranks, each weighted by its positives."""
    total = weight = 0.0
    for row, score in zip(positive, scores, strict=True):
        count, items = row.sum(), len(row)
        if count in (0, items):
            continue
        rank_sum = rankdata(-score)[row].sum()
        pairs = (items + 1) * count - count * (count + 1) / 2 - rank_sum
        total += pairs / (count * (items - count)) * count
        weight += count
    return total / weight if weight else None


def check_case(program: Program, tally: Tally, number: int) -> None:
    rng = random.Random(number)
    generator = np.random.default_rng(number)
    users, items = rng.randint(1, 8), rng.randint(max(CUTOFFS), 60)
    # Cut-off metrics of tied items depend on torch's topk, which promises no order; so ties only
    # where RecBole defines them, in gauc.
    ties = number % 3 == 0
    scores = np.array([
        generator.integers(0, 4, items) / 2 if ties else generator.permutation(items) / 4
        for _ in range(users)
    ])
    positive = generator.random((users, items)) < rng.choice([0.05, 0.3, 0.8])
    positive[np.arange(users), generator.integers(0, items, users)] = True
    # Grades above 1 and judged zeros: RecBole knows positives only.
    grades = np.where(positive, generator.integers(1, 6, (users, items)), 0)

    qrels: Qrels = {f"u{u}": {f"i{i}": int(g) for i, g in enumerate(row)}
                    for u, row in enumerate(grades)}
    run: Run = {f"u{u}": {f"i{i}": str(s) for i, s in enumerate(row)}
                for u, row in enumerate(scores)}
    names = ["gauc"] if ties else METRICS
    means, ours = program.evaluate(qrel_lines(qrels), run_lines(run), names,
                                   "--like", "recbole", "--items", str(items))

    tally.check(f"case {number}, gauc", means.get("gauc"), gauc(positive, scores))
    if ties:
        return
    found = np.take_along_axis(positive, np.argsort(-scores, axis=1), axis=1)
    for k in CUTOFFS:
        for metric, values in top_k_values(found, positive.sum(axis=1), k).items():
            name = f"{metric}@{k}"
            for user, value in enumerate(values):
                tally.check(f"case {number}, user u{user}, {name}",
                            ours.get(f"u{user}", {}).get(name), float(value))
            tally.check(f"case {number}, mean {name}", means.get(name), float(values.mean()))


if __name__ == "__main__":
    tally = Tally()
    program = Program(sys.argv[1])
    for number in range(CASES):
        check_case(program, tally, number)
    sys.exit(tally.close())
