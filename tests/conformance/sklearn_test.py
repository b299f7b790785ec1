"""NDCG and AUC of rankings with ties against scikit-learn.

scikit-learn averages over the orders of tied items, which is our default (`expected`). Each user's
run holds the whole catalogue, as both of scikit-learn's functions need it.
"""

import random
import sys

from program import Program, Qrels, Run, qrel_lines, run_lines
from tally import Tally

try:
    from sklearn.metrics import ndcg_score, roc_auc_score
except ImportError:
    sys.exit(77)  # skipped

CASES = 60
CUTOFFS = [1, 3, 10]
METRICS = ["ndcg", *(f"ndcg@{k}" for k in CUTOFFS), "auc"]


def sklearn_values(grades: list[int], scores: list[float]) -> dict[str, float]:
    """What scikit-learn says; nothing where we leave the user out."""
    relevant = [grade > 0 for grade in grades]
    if not any(relevant):
        return {}
    values = {"ndcg": ndcg_score([grades], [scores])}
    values |= {f"ndcg@{k}": ndcg_score([grades], [scores], k=k) for k in CUTOFFS}
    if not all(relevant):
        values["auc"] = roc_auc_score(relevant, scores)
    return values


def check_case(program: Program, tally: Tally, number: int) -> None:
    rng = random.Random(number)
    items = [f"i{i}" for i in range(rng.randint(2, 40))]
    levels = rng.choice([2, 5, 1000])
    grades = rng.choice([[0, 1], [0, 0, 0, 1, 2, 3], [0, 1, 4]])
    qrels: Qrels = {}
    run: Run = {}
    for user in (f"u{i}" for i in range(rng.randint(1, 6))):
        # Multiples of a quarter: the same number as text, in single and in double precision.
        run[user] = {item: str(rng.randrange(levels) / 4) for item in items}
        qrels[user] = {item: rng.choice(grades) for item in items}
    qrels["u0"][items[0]] = 1  # somebody is left to average over

    theirs = {
        user: sklearn_values(list(qrels[user].values()), [float(s) for s in run[user].values()])
        for user in run
    }
    # AUC needs the size of the catalogue: a run alone could be cut off.
    means, ours = program.evaluate(qrel_lines(qrels), run_lines(run), METRICS,
                                   "--items", str(len(items)))
    for name in METRICS:
        for user in run:
            tally.check(f"case {number}, user {user}, {name}",
                        ours.get(user, {}).get(name), theirs[user].get(name))
        values = [v[name] for v in theirs.values() if name in v]
        tally.check(f"case {number}, mean {name}", means.get(name),
                    sum(values) / len(values) if values else None)


if __name__ == "__main__":
    tally = Tally()
    program = Program(sys.argv[1])
    for number in range(CASES):
        check_case(program, tally, number)
    sys.exit(tally.close())
