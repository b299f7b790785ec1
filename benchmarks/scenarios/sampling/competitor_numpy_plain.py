"""numpy, vectorised over users, random items of the whole catalogue: what a user has seen and even
the held-out item may be drawn. Another metric, so that its values are not compared.
"""

import numpy as np
from sampling_case import SAMPLES, Case, command_line, compete, read_case

BATCH = 2048


def evaluate(case: Case) -> dict[str, float]:
    random = np.random.default_rng(42)
    above = np.empty(len(case.users), np.int64)
    for first in range(0, len(case.users), BATCH):
        last = min(first + BATCH, len(case.users))
        drawn = random.integers(0, len(case.items), (last - first, SAMPLES))
        own = case.users[first:last]
        target = np.einsum("ud,ud->u", own, case.items[case.held_out[first:last]])
        scores = np.einsum("ud,umd->um", own, case.items[drawn])
        above[first:last] = np.count_nonzero(scores > target[:, None], axis=1)
    return {"recall@10, seen items drawn": float((above < 10).mean())}


if __name__ == "__main__":
    options = command_line()
    case = read_case(options.folder)
    compete(f"numpy {np.__version__}", lambda: evaluate(case), options)
