"""`honestrank evaluate --like trec_eval` against pytrec_eval, per query and mean.

The generated cases hold what makes tools differ: scores that tie exactly or only in single
precision (which is how trec_eval up to 9 and pytrec_eval compare them), document names whose byte
order decides ties, graded judgments with zeros and negatives, judged queries without a relevant
document, relevant documents that were not retrieved, queries that only one of the files has.
"""

import random
import sys

from program import Program, Qrels, Run, qrel_lines, run_lines
from tally import Tally

try:
    import pytrec_eval
except ImportError:
    sys.exit(77)  # skipped

CASES = 200
METRICS = ["map", "Rprec", "ndcg", "ndcg_cut.10", "map_cut.10", "P.10", "recall.20", "success.5",
           "recip_rank"]
DOCUMENTS = [*(f"d{i}" for i in range(40)), *(f"D{i:03}" for i in range(30)), "a", "A", "z-9",
             "z_9", "9", "10", "d", "é", "ß1", "doc.with:signs/and=more"]
GRADES = [-2, -1, 0, 0, 0, 1, 1, 1, 2, 3, 10]


def tied_scores(rng: random.Random) -> str:
    return str(rng.choice([3, 2.5, 2, 1.0, 0, -0.0, -1, "1e0", "+2"]))


def scores_tied_in_single_precision(rng: random.Random) -> str:
    # The last one is a midpoint and a bit: read as double, then rounded to single, it is 1.
    return rng.choice(["1", "1.00000001", "0.99999999", "1.0000001", "16777216", "16777217", "0",
                       "1e-50", "1e300", "inf", "-1e300", "-inf", "1.0000000596046447753906251"])


def distinct_scores(rng: random.Random) -> str:
    return f"{rng.gauss(0, 5):.6f}"


def make_case(rng: random.Random) -> tuple[Qrels, Run]:
    score = rng.choice([tied_scores, tied_scores, scores_tied_in_single_precision, distinct_scores])
    queries = [f"{rng.choice('qQ7')}{i}" for i in range(rng.randint(1, 8))]
    qrels: Qrels = {}
    run: Run = {}
    for number, query in enumerate(queries):
        # The first query is in both files, so that there is something to compare.
        kind = rng.random() if number > 0 else 1.0
        if kind > 0.15:
            grades = [-1, 0] if rng.random() < 0.1 else GRADES
            judged = rng.sample(DOCUMENTS, rng.randint(1, 30))
            qrels[query] = {doc: rng.choice(grades) for doc in judged}
            # Where all grades are negative, pytrec_eval counts in memory that it never set, and
            # may hang or crash.
            qrels[query][judged[0]] = max(qrels[query][judged[0]], 0)
        if kind < 0.08 or kind > 0.15:
            retrieved = rng.sample(DOCUMENTS, rng.randint(1, 60))
            run[query] = {doc: score(rng) for doc in retrieved}
    return qrels, run


def check_case(program: Program, tally: Tally, number: int) -> None:
    rng = random.Random(number)
    qrels, run = make_case(rng)
    # Both spellings are trec_eval's: the dot in its options, the underscore in its output.
    names = [name.replace(".", "_") if number % 2 else name for name in METRICS]
    lines = run_lines(run)
    rng.shuffle(lines)

    evaluator = pytrec_eval.RelevanceEvaluator(qrels, set(METRICS))
    scores = {q: {d: float(s) for d, s in docs.items()} for q, docs in run.items()}
    theirs = evaluator.evaluate(scores)
    means, ours = program.evaluate(qrel_lines(qrels), lines, names, "--like", "trec_eval")

    for name in names:
        key = name.replace(".", "_")
        for query in sorted(qrels.keys() | run.keys()):
            tally.check(f"case {number}, query {query}, {name}",
                        ours.get(query, {}).get(name), theirs.get(query, {}).get(key))
        mean = pytrec_eval.compute_aggregated_measure(key, [v[key] for v in theirs.values()])
        tally.check(f"case {number}, mean {name}", means.get(name), mean)

    if number < 20:
        check_trec_format(program, tally, number, qrel_lines(qrels), lines, names, means)


def check_trec_format(program: Program, tally: Tally, number: int, qrels: list[str],
                      run: list[str], names: list[str], means: dict[str, float]) -> None:
    """Three columns, four digits."""
    output = program.call(qrels, run, names, "--like", "trec_eval", "--format", "trec")
    printed = {}
    for metric, query, value in (line.split() for line in output.splitlines()):
        if query == "all" and metric != "runid":
            printed[metric] = float(value)
    for name in names:
        label = f"case {number}, --format trec, {name}"
        value = printed.get(name, printed.get(name.replace(".", "_")))
        tally.check(label, value, means[name], tolerance=0.5001e-4)


if __name__ == "__main__":
    tally = Tally()
    program = Program(sys.argv[1])
    for number in range(CASES):
        check_case(program, tally, number)
    sys.exit(tally.close())
