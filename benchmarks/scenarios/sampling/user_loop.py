"""A loop over users, as evaluation code of papers has it: random items until 100 are found that the
user has not seen, then one product of numpy.
"""

from collections.abc import Callable

import numpy as np
from sampling_case import SAMPLES, Case, sampled_metrics


def evaluate(case: Case, draw: Callable[[int], int]) -> dict[str, float]:
    items = len(case.items)
    above = np.empty(len(case.users), np.int64)
    for user, vector in enumerate(case.users):
        seen = set(case.seen[case.seen_begin[user]:case.seen_begin[user + 1]].tolist())
        target = int(case.held_out[user])
        drawn = []
        while len(drawn) < SAMPLES:
            item = draw(items)
            if item not in seen and item != target:
                drawn.append(item)
        scores = case.items[[target, *drawn]] @ vector
        above[user] = np.count_nonzero(scores[1:] > scores[0])
    return sampled_metrics(above)
