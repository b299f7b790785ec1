#!/usr/bin/env python3
"""The table of docs/metrics.md that compares us with other packages, made by running them.

    scripts/conformance_table.py [--write]

Needs the Python package and, as far as they are to be compared, pytrec_eval, ranx, recometrics, implicit and
torchmetrics with torch; tools that are not installed are named and left out. --write puts the table into the page,
between its marks. Random scores without ties, 200 users, 300 items, 1 to 15 held-out items of grades 1 to 3.
"""

from __future__ import annotations

import importlib.metadata
import pathlib
import sys

import numpy
import scipy.sparse

import honestrank as hr

PAGE = pathlib.Path(__file__).resolve().parents[1] / "docs" / "metrics.md"
MARKS = "<!-- conformance: begin -->", "<!-- conformance: end -->"
USERS, ITEMS = 200, 300

random = numpy.random.default_rng(5)
user_factors = random.standard_normal((USERS, 8)).astype("float32")
item_factors = random.standard_normal((ITEMS, 8)).astype("float32")
scores = user_factors @ item_factors.T
order = numpy.argsort(random.random((USERS, ITEMS)), axis=1)
test = {user: order[user, : 1 + user % 15].tolist() for user in range(USERS)}
train = {user: order[user, 15:25].tolist() for user in range(USERS)}
grades = {user: {item: 1 + (user + item) % 3 for item in items} for user, items in test.items()}
for user, items in train.items():
    scores[user, items] = -numpy.inf
open_items = {user: numpy.flatnonzero(scores[user] > -numpy.inf) for user in range(USERS)}
qrels = {f"q{user}": {f"d{item}": grade for item, grade in own.items()} for user, own in grades.items()}
run = {f"q{user}": {f"d{item}": float(scores[user, item]) for item in own} for user, own in open_items.items()}


def matrix(lists: dict[int, list[int]]) -> scipy.sparse.csr_matrix:
    rows = [user for user, items in lists.items() for _ in items]
    columns = [item for items in lists.values() for item in items]
    return scipy.sparse.csr_matrix((numpy.ones(len(rows), "float32"), (rows, columns)), shape=(USERS, ITEMS))


def ours(metric: str, graded: bool = False, like: str | None = None) -> float:
    truth = qrels if graded else {query: list(own) for query, own in qrels.items()}
    return hr.evaluate(truth, run, metrics=[metric], items=None if like else ITEMS - 10, like=like)[metric].value


def pytrec_eval_rows():
    import pytrec_eval

    names = ["map", "ndcg", "ndcg_cut_10", "P_10", "recall_10", "recip_rank", "Rprec", "success_10", "map_cut_10"]
    asked = {"map", "ndcg", "ndcg_cut.10", "P.10", "recall.10", "recip_rank", "Rprec", "success.10", "map_cut.10"}
    found = pytrec_eval.RelevanceEvaluator(qrels, asked).evaluate(run)
    for name in names:
        theirs = sum(query[name] for query in found.values()) / len(found)
        yield name, theirs, f"{name} (like trec_eval)", ours(name, graded=True, like="trec_eval"), ""


def ranx_rows():
    import ranx

    pairs = {
        "map": "ap_trec", "map@10": "ap_trec@10", "ndcg@10": "ndcg@10", "mrr": "rr", "precision@10": "precision@10",
        "recall@10": "recall@10", "hit_rate@10": "hit@10", "r-precision": "r_precision", "f1@10": "f1@10",
    }
    found = ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), list(pairs))
    for theirs, name in pairs.items():
        why = ""
        if theirs == "map@10":
            why = "divides by \\|R\\|; `ap@10` divides by min(k, \\|R\\|)"
        yield theirs, float(found[theirs]), name, ours(name, graded=True), why


def recometrics_rows():
    import recometrics

    found = recometrics.calc_reco_metrics(
        matrix(train), matrix(test), user_factors, item_factors, k=10, precision=True, recall=True,
        average_precision=True, trunc_average_precision=True, ndcg=True, hit=True, rr=True, roc_auc=True,
        as_df=True, min_pos_test=1, min_items_pool=2,
    )
    pairs = {
        "P@10": ("precision@10", ""), "R@10": ("recall@10", ""), "AP@10": ("ap_trec@10", "divides by \\|R\\|"),
        "TAP@10": ("ap@10", "divides by min(k, \\|R\\|)"), "NDCG@10": ("ndcg@10", ""), "Hit@10": ("hit@10", ""),
        "RR@10": ("rr@10", ""), "ROC_AUC": ("auc", ""),
    }
    for theirs, (name, why) in pairs.items():
        if theirs in found.columns:
            yield theirs, float(found[theirs].mean()), name, ours(name), why


def implicit_rows():
    from implicit.cpu.matrix_factorization_base import MatrixFactorizationBase
    from implicit.evaluation import ranking_metrics_at_k

    class Model(MatrixFactorizationBase):
        def fit(self, *_args, **_options):
            pass

        def save(self, *_args, **_options):
            pass

    model = Model()
    model.user_factors, model.item_factors = user_factors, item_factors
    found = ranking_metrics_at_k(model, matrix(train), matrix(test), K=10, show_progress=False, num_threads=1)
    pairs = {
        "precision": ("precision@10", "divides by the sum of min(k, \\|R\\|) over users: nearer to `recall_capped`"),
        "map": ("ap@10", ""),
        "ndcg": ("ndcg@10", "the ideal ranking is over min(k, \\|R\\|), as here" ),
        "auc": ("auc", "what is below the top 10 counts half; not the AUC"),
    }
    for theirs, (name, why) in pairs.items():
        yield theirs, float(found[theirs]), name, ours(name), why


def torchmetrics_rows():
    import torch
    import torchmetrics.functional.retrieval as retrieval

    functions = {
        "retrieval_average_precision(top_k=10)": (
            lambda p, t: retrieval.retrieval_average_precision(p, t, top_k=10), "ap@10",
            "divides by the relevant items in the top 10"),
        "retrieval_average_precision": (retrieval.retrieval_average_precision, "ap", ""),
        "retrieval_normalized_dcg(top_k=10)": (
            lambda p, t: retrieval.retrieval_normalized_dcg(p, t, top_k=10), "ndcg@10", ""),
        "retrieval_reciprocal_rank": (retrieval.retrieval_reciprocal_rank, "rr", ""),
        "retrieval_precision(top_k=10)": (
            lambda p, t: retrieval.retrieval_precision(p, t, top_k=10), "precision@10", ""),
        "retrieval_recall(top_k=10)": (lambda p, t: retrieval.retrieval_recall(p, t, top_k=10), "recall@10", ""),
        "retrieval_hit_rate(top_k=10)": (lambda p, t: retrieval.retrieval_hit_rate(p, t, top_k=10), "hit@10", ""),
        "retrieval_r_precision": (retrieval.retrieval_r_precision, "r_precision", ""),
    }
    for theirs, (function, name, why) in functions.items():
        values = []
        for user, own in open_items.items():
            relevant = [int(item in test[user]) for item in own]
            values.append(float(function(torch.tensor(scores[user, own].tolist()), torch.tensor(relevant))))
        yield theirs, sum(values) / len(values), name, ours(name), why


TOOLS = {
    "pytrec_eval": ("pytrec_eval-terrier", pytrec_eval_rows),
    "ranx": ("ranx", ranx_rows),
    "recometrics": ("recometrics", recometrics_rows),
    "implicit": ("implicit", implicit_rows),
    "TorchMetrics": ("torchmetrics", torchmetrics_rows),
}


def table() -> str:
    lines = ["| tool | there | value | here | value | |", "|---|---|---:|---|---:|---|"]
    for tool, (package, rows) in TOOLS.items():
        try:
            label = f"{tool} {importlib.metadata.version(package)}"
            found = list(rows())
        except ImportError as error:
            print(f"{tool} is left out: {error}", file=sys.stderr)
            continue
        for theirs, value, name, own, why in found:
            same = abs(value - own) < 1e-6  # float32 there, in some
            verdict = "same" if same else f"differs: {why or 'UNEXPLAINED'}"
            lines.append(f"| {label} | `{theirs}` | {value:.6f} | `{name}` | {own:.6f} | {verdict} |")
    return "\n".join(lines)


if __name__ == "__main__":
    made = table()
    print(made)
    if "UNEXPLAINED" in made:
        sys.exit("a difference without an explanation")
    if "--write" in sys.argv[1:]:
        text = PAGE.read_text()
        head, tail = text.split(MARKS[0])[0], text.split(MARKS[1])[1]
        PAGE.write_text(f"{head}{MARKS[0]}\n{made}\n{MARKS[1]}{tail}")
