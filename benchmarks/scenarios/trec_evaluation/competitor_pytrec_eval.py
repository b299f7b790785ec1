"""pytrec_eval: RelevanceEvaluator on dictionaries, read with the loop of its parse_run."""

import statistics
from collections import defaultdict

import pytrec_eval
from competitor import METRICS, command_line, compete

Data = tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]


def read(qrels_path: str, run_path: str) -> Data:
    qrels: dict[str, dict[str, int]] = defaultdict(dict)
    with open(qrels_path) as file:
        for line in file:
            query, _, document, grade = line.split()
            qrels[query][document] = int(grade)
    run: dict[str, dict[str, float]] = defaultdict(dict)
    with open(run_path) as file:
        for line in file:
            query, _, document, _, score, _ = line.split()
            run[query][document] = float(score)
    return dict(qrels), dict(run)


def evaluate(data: Data) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
    qrels, run = data
    queries = pytrec_eval.RelevanceEvaluator(qrels, set(METRICS)).evaluate(run)
    values = queries.values()
    return queries, {name: statistics.fmean(v[name] for v in values) for name in METRICS}


if __name__ == "__main__":
    compete(f"pytrec_eval {pytrec_eval.__version__}", read, evaluate, lambda result: result[1],
            command_line())
