"""EM over the histogram of sampled ranks, in numpy. The matrix of probabilities is made beforehand,
outside the time (ours is within it)."""

import numpy as np
from competitor import ITERATIONS, command_line, least_seconds, metrics, probabilities, read_counts, report

if __name__ == "__main__":
    options = command_line()
    counts, matrix = read_counts(options), probabilities(options)
    by_rank = np.ascontiguousarray(matrix.T)
    users = counts.sum()

    def learn() -> np.ndarray:
        ranks = np.full(matrix.shape[1], 1 / matrix.shape[1])
        for _ in range(ITERATIONS):
            ranks *= by_rank @ (counts / (matrix @ ranks)) / users
        return ranks

    seconds, ranks = least_seconds(learn, options.check)
    likelihood = float(counts @ np.log(matrix @ ranks) / users)
    report(seconds, f"numpy {np.__version__}", {"log_likelihood": likelihood, **metrics(ranks)})
