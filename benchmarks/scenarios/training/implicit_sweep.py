"""A sweep of implicit's AlternatingLeastSquares, from the factors that honestrank has after its
first one.

implicit weighs an interaction by c and all other pairs by 1, where honestrank weighs the pairs by
alpha and an interaction by 1 more: with c = 1 + 1 / alpha, lambda * c and factors longer by
sqrt(c * alpha) both solve the same systems. One BLAS thread, as implicit itself asks for: its own
threads take a user or an item each.
"""

import math

import numpy as np
from competitor import command_line, read_interactions, report
from implicit import __version__
from implicit.cpu.als import AlternatingLeastSquares
from scipy.sparse import csr_matrix
from threadpoolctl import threadpool_limits

ALPHA, REGULARIZATION, FACTORS = 0.2, 10.0, 64  # as in honestrank.cpp
CONFIDENCE = 1 + 1 / ALPHA
LENGTH = math.sqrt(CONFIDENCE * ALPHA)
SWEEPS = 10


def loss(users: np.ndarray, items: np.ndarray, interactions: csr_matrix) -> float:
    """What honestrank minimises, for each interaction."""
    users, items = users.astype(np.float64), items.astype(np.float64)
    total = ALPHA * ((users.T @ users) * (items.T @ items)).sum()
    total += REGULARIZATION * (np.square(users).sum() + np.square(items).sum())
    user, item = interactions.nonzero()
    for first in range(0, len(user), 1 << 16):
        part = slice(first, first + (1 << 16))
        total += np.square((users[user[part]] * items[item[part]]).sum(axis=1) - 1).sum()
    return float(total / len(user))


def compete(use_cg: bool) -> None:
    options = command_line()
    interactions = read_interactions(options.folder)
    start = [LENGTH * np.load(options.folder / f"start_{side}.npy") for side in ("users", "items")]
    elapsed: list[float] = []

    def sweep(count: int) -> AlternatingLeastSquares:
        model = AlternatingLeastSquares(
            factors=FACTORS, regularization=REGULARIZATION * CONFIDENCE, alpha=CONFIDENCE,
            iterations=count, num_threads=options.threads, use_cg=use_cg, random_state=1)
        model.user_factors, model.item_factors = (side.astype(np.float32) for side in start)
        model.fit(interactions, show_progress=False,
                  callback=lambda _, seconds, __: elapsed.append(seconds))
        return model

    with threadpool_limits(1, "blas"):
        model = sweep(1 if options.check else SWEEPS)
    answer = None
    if options.check:
        value = loss(model.user_factors / LENGTH, model.item_factors / LENGTH, interactions)
        # A sweep of conjugate gradients ends near the minimum, not in it.
        answer = {"loss, approximate": value} if use_cg else {"loss": value}
    report(min(elapsed), f"implicit {__version__}", answer)
