"""numpy, vectorised over users, as numpy_exclude, with a mask of a batch of users by all items."""

import numpy as np
from sampling_case import SAMPLES, Case, command_line, compete, read_case, sampled_above, sampled_metrics

BATCH = 2048


def evaluate(case: Case) -> dict[str, float]:
    items = len(case.items)
    random = np.random.default_rng(42)
    above = np.empty(len(case.users), np.int64)
    for first in range(0, len(case.users), BATCH):
        users = np.arange(first, min(first + BATCH, len(case.users)))
        begin, end = case.seen_begin[users[0]], case.seen_begin[users[-1] + 1]
        rows = np.arange(len(users))
        excluded = np.zeros((len(users), items), bool)
        excluded[np.repeat(rows, np.diff(case.seen_begin[users[0]:users[-1] + 2])), case.seen[begin:end]] = True
        excluded[rows, case.held_out[users]] = True
        drawn = random.integers(0, items, (len(users), SAMPLES))
        while True:
            again = excluded[rows[:, None], drawn]
            count = np.count_nonzero(again)
            if count == 0:
                break
            drawn[again] = random.integers(0, items, count)
        above[users] = sampled_above(case, users, drawn)
    return sampled_metrics(above)


if __name__ == "__main__":
    options = command_line()
    case = read_case(options.folder)
    compete(f"numpy {np.__version__}", lambda: evaluate(case), options)
