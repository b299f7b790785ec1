"""EM in a loop over users, as in the scripts published with the paper: the posterior of each user's
rank, then their mean. Two iterations of the hundred are run and the time is multiplied by fifty."""

import time

import numpy as np
from competitor import ITERATIONS, command_line, probabilities, read_counts, report

RUN = 2

if __name__ == "__main__":
    options = command_line()
    counts, matrix = read_counts(options), probabilities(options)
    seen = np.repeat(np.arange(len(counts)), counts.astype(np.int64))
    np.random.default_rng(42).shuffle(seen)
    ranks = np.full(matrix.shape[1], 1 / matrix.shape[1])
    start = time.perf_counter()
    for _ in range(RUN):
        total = np.zeros_like(ranks)
        for above in seen:
            posterior = matrix[above] * ranks
            total += posterior / posterior.sum()
        ranks = total / len(seen)
    seconds = (time.perf_counter() - start) / RUN * ITERATIONS
    likelihood = float(counts @ np.log(matrix @ ranks) / len(seen))
    report(seconds, f"numpy {np.__version__}", {f"log_likelihood_after_{RUN}": likelihood})
