"""numpy, vectorised over users, random items of the whole catalogue: what a user has seen and even
the held-out item may be drawn. Another metric, so that its values are not compared.
"""

import numpy as np
from sampling_case import SAMPLES, Case, command_line, compete, read_case, sampled_above

BATCH = 2048


def evaluate(case: Case) -> dict[str, float]:
    random = np.random.default_rng(42)
    above = np.empty(len(case.users), np.int64)
    for first in range(0, len(case.users), BATCH):
        users = slice(first, min(first + BATCH, len(case.users)))
        drawn = random.integers(0, len(case.items), (users.stop - first, SAMPLES))
        above[users] = sampled_above(case, users, drawn)
    return {"recall@10, seen items drawn": float((above < 10).mean())}


if __name__ == "__main__":
    options = command_line()
    case = read_case(options.folder)
    compete(f"numpy {np.__version__}", lambda: evaluate(case), options)
