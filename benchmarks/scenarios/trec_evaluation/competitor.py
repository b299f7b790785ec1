"""What the Python competitors share: the command line, timing, and the names of the metrics."""

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

# As trec_eval spells them, and as ranx does.
METRICS = {"map": "map", "ndcg": "ndcg", "ndcg_cut_10": "ndcg@10", "P_10": "precision@10",
           "recall_100": "recall@100", "recip_rank": "mrr"}


def command_line() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("case", choices=["in_memory", "from_files"])
    parser.add_argument("qrels")
    parser.add_argument("run")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--check", action="store_true")
    return parser.parse_args()


def report(seconds: float, version: str, answer: dict[str, float] | None) -> None:
    print(json.dumps({"seconds": seconds, "version": version, "answer": answer}))


def compete(version: str, read: Callable[[str, str], Any], evaluate: Callable[[Any], Any],
            means: Callable[[Any], dict[str, float]], options: argparse.Namespace) -> None:
    """Times `evaluate`, in the case `from_files` together with `read`."""
    start = time.perf_counter()
    data = read(options.qrels, options.run)
    if options.case == "in_memory":
        start = time.perf_counter()
    result = evaluate(data)
    seconds = time.perf_counter() - start
    report(seconds, version, means(result) if options.check else None)
