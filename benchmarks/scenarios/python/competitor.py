"""What the competitors share: the command line, runs as dicts, and the names of the metrics."""

import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from timing import least_seconds, report  # noqa: E402

# As trec_eval spells them, and as ranx does.
METRICS = {"map": "map", "ndcg": "ndcg", "ndcg_cut_10": "ndcg@10", "P_10": "precision@10",
           "recall_100": "recall@100", "recip_rank": "mrr"}


def command_line() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("case")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--check", action="store_true")
    return parser.parse_args()


def read_dicts(folder: pathlib.Path) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Judgments and the run, as pytrec_eval and ranx take them. Reading is not timed."""
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    with open(folder / "qrels") as file:
        for line in file:
            query, _, document, grade = line.split()
            qrels.setdefault(query, {})[document] = int(grade)
    with open(folder / "run") as file:
        for line in file:
            query, _, document, _, score, _ = line.split()
            run.setdefault(query, {})[document] = float(score)
    return qrels, run


__all__ = ["METRICS", "command_line", "least_seconds", "read_dicts", "report"]
