"""mes by cvxpy with Clarabel, instead of the commercial solver of the published scripts."""

import cvxpy
import numpy as np
from competitor import command_line, least_seconds, metrics, probabilities, read_counts, report

ETA = 0.001

if __name__ == "__main__":
    options = command_line()
    counts, matrix = read_counts(options), probabilities(options)
    shares = counts / counts.sum()

    def objective(ranks: np.ndarray) -> float:
        positive = ranks[ranks > 0]
        return float(len(counts) * shares @ np.square(matrix @ ranks - shares)
                     + ETA * (positive @ np.log(positive)))

    def learn() -> np.ndarray:
        ranks = cvxpy.Variable(matrix.shape[1])
        weights = np.sqrt(len(counts) * shares)
        distance = cvxpy.sum_squares(cvxpy.multiply(weights, matrix @ ranks - shares))
        problem = cvxpy.Problem(cvxpy.Minimize(distance - ETA * cvxpy.sum(cvxpy.entr(ranks))),
                                [cvxpy.sum(ranks) == 1])
        problem.solve(solver=cvxpy.CLARABEL)
        found = np.maximum(ranks.value, 0)
        return found / found.sum()

    seconds, ranks = least_seconds(learn, options.check)
    report(seconds, f"cvxpy {cvxpy.__version__}", {"objective": objective(ranks), **metrics(ranks)})
