"""`compare` against scipy and statsmodels, through per-user files.

Deterministic p-values, effect sizes and adjusted p-values agree to nine digits. Tests that draw are
compared to a few standard errors of both sides' drawing.
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile

from tally import Tally

try:
    import numpy
    from scipy import stats
    from statsmodels.stats.multitest import multipletests
except ImportError:
    sys.exit(77)  # skipped

CASES = 40
TESTS = ["t", "wilcoxon", "sign", "randomisation", "bootstrap"]
RESAMPLES = 20000


def compared(program: str, values: numpy.ndarray, *options: str) -> dict:
    """What the program says of models (rows) and users (columns) of one metric."""
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name) / "values.csv"
        lines = ["model,user,ndcg"]
        for model, row in enumerate(values):
            lines += [f"m{model},u{user},{float(value)!r}" for user, value in enumerate(row)]
        path.write_text("\n".join(lines) + "\n")
        done = subprocess.run([program, "compare", "--per-user", str(path), "--format", "json",
                               *options], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(done.args)}\nexit {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def random_values(rng: numpy.random.Generator, users: int, kind: int) -> numpy.ndarray:
    """Two models: continuous values, those of a metric with a cut-off, or few distinct ones."""
    shift = rng.choice([0, 0.1, 0.3])
    if kind == 0:
        common = rng.normal(size=users)
        return numpy.array([common + rng.normal(size=users) + shift,
                            common + rng.normal(size=users)])
    if kind == 1:
        ranks = rng.geometric(0.1, size=(2, users))
        return numpy.where(ranks <= 10, 1 / numpy.log2(ranks + 1), 0)
    return rng.integers(0, 4, size=(2, users)).astype(float)


def theirs_wilcoxon(difference: numpy.ndarray) -> float:
    """Exact where ours is: up to 50 differences other than 0; enumerated where there are ties."""
    nonzero = difference[difference != 0]
    if len(nonzero) == 0:
        return 1.0
    ties = len(numpy.unique(numpy.abs(nonzero))) < len(nonzero)
    if len(nonzero) > 50:
        return stats.wilcoxon(nonzero, method="approx").pvalue
    if not ties:
        return stats.wilcoxon(nonzero, method="exact").pvalue
    enumerated = stats.PermutationMethod(n_resamples=2 ** len(nonzero))
    return stats.wilcoxon(nonzero, method=enumerated).pvalue


def check_pair(program: str, tally: Tally, number: int) -> None:
    rng = numpy.random.default_rng(number)
    kind = number % 3
    # Enumerating the signs of tied ranks takes 2^users.
    users = int(rng.choice([8, 12] if kind and number % 2 else [5, 30, 50] if kind == 0 else [300]))
    if number % 5 == 0:
        users = 1000
    values = random_values(rng, users, kind)
    difference = values[0] - values[1]
    rows = {row["test"]: row for row in compared(
        program, values, "--paired-test", ",".join(TESTS), "--correction", "none",
        "--resamples", str(RESAMPLES))["comparisons"]}
    label = f"case {number} ({users} users, kind {kind})"

    student = stats.ttest_rel(values[0], values[1])
    interval = student.confidence_interval(0.95)
    if difference.std() > 0:
        tally.check(f"{label}: t", rows["t"]["p_value"], student.pvalue)
        tally.check(f"{label}: low", rows["t"]["low"], interval.low)
        tally.check(f"{label}: high", rows["t"]["high"], interval.high)
        tally.check(f"{label}: d", rows["t"]["effect_size"],
                    difference.mean() / difference.std(ddof=1))
    wins, losses = int((difference > 0).sum()), int((difference < 0).sum())
    tally.check(f"{label}: wins", rows["t"]["wins"], wins)
    tally.check(f"{label}: losses", rows["t"]["losses"], losses)
    if wins + losses > 0:
        tally.check(f"{label}: sign", rows["sign"]["p_value"],
                    stats.binomtest(wins, wins + losses).pvalue)
    if not (kind and 16 < wins + losses <= 50):
        tally.check(f"{label}: wilcoxon", rows["wilcoxon"]["p_value"], theirs_wilcoxon(difference))
    check_drawn(tally, label, difference, rows)


def check_drawn(tally: Tally, label: str, difference: numpy.ndarray, rows: dict) -> None:
    theirs = stats.permutation_test((difference,), lambda d, axis: d.mean(axis=axis),
                                    permutation_type="samples", vectorized=True,
                                    n_resamples=RESAMPLES, rng=1).pvalue
    ours = rows["randomisation"]["p_value"]
    exact = 2.0 ** (difference != 0).sum() <= RESAMPLES and len(difference) <= 14
    # scipy doubles the smaller tail, whose share of B draws has variance (p/2) (1 - p/2) / B.
    variance = theirs * (2 - theirs) + theirs * (1 - theirs)
    error = math.sqrt(max(variance, 1 / RESAMPLES) / RESAMPLES)
    tally.check(f"{label}: randomisation", ours, theirs, 1e-9 if exact else 4 * error)
    if len(difference) < 30 or difference.std() == 0:
        return
    drawn = stats.bootstrap((difference,), numpy.mean, method="BCa", n_resamples=RESAMPLES, rng=2,
                            vectorized=True, batch=100)
    ours = rows["bootstrap"]
    spread = difference.std(ddof=1) / math.sqrt(len(difference))
    # The 2.5 % quantile of 20,000 normal numbers has standard error 0.019, that of two differ by
    # 0.027, and z0 adds 0.007 times 2.2 twice: 0.2 standard errors are six of these.
    tally.check(f"{label}: BCa low", ours["low"], drawn.confidence_interval.low, 0.2 * spread)
    tally.check(f"{label}: BCa high", ours["high"], drawn.confidence_interval.high, 0.2 * spread)
    tally.check(f"{label}: bootstrap s.e.", ours["standard_error"], drawn.standard_error,
                0.04 * spread)


def check_adjusted(program: str, tally: Tally, number: int) -> None:
    rng = numpy.random.default_rng(1000 + number)
    models = int(rng.integers(3, 7))
    values = rng.normal(size=(models, 60)) + rng.choice([0, 0.4], size=(models, 1))
    for ours, theirs in [("holm", "holm"), ("bh", "fdr_bh")]:
        rows = compared(program, values, "--correction", ours, "--resamples", "100")["comparisons"]
        expected = multipletests([row["p_value"] for row in rows], method=theirs)[1]
        for row, value in zip(rows, expected):
            tally.check(f"family {number}, {ours}", row["adjusted_p_value"], value)


if __name__ == "__main__":
    tally = Tally()
    for number in range(CASES):
        check_pair(sys.argv[1], tally, number)
    for number in range(10):
        check_adjusted(sys.argv[1], tally, number)
    sys.exit(tally.close())
