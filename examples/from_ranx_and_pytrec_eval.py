"""For users of ranx and pytrec_eval: the same dicts, the same numbers, with error bars."""

import honestrank as hr

qrels = {"q1": {"d1": 1, "d3": 2}, "q2": {"d2": 1}, "q3": {"d1": 1, "d5": 1}}
run = {
    "q1": {"d1": 0.9, "d2": 0.8, "d3": 0.7},
    "q2": {"d1": 0.4, "d2": 0.4, "d3": 0.1},
    "q3": {"d5": 0.6, "d4": 0.5, "d1": 0.3},
}

# pytrec_eval: RelevanceEvaluator(qrels, {"map", "ndcg_cut_10"}).evaluate(run), then means by hand.
# Ties by document id, as there; q2's relevant document is lucky to be called d2 and not d1.
as_trec_eval = hr.evaluate(qrels, run, metrics=["map", "ndcg_cut_10", "recip_rank"], like="trec_eval")
print(as_trec_eval)
print(as_trec_eval.per_user("dict")["map"])

# ranx: evaluate(Qrels(qrels), Run(run), ["map", "ndcg@10", "mrr"]). No Run is needed.
# By default ties are in no order, and the value is the expectation over all of them.
print(hr.evaluate(qrels, run, metrics=["map", "ndcg@10", "mrr"]).to_dict())

try:
    import pytrec_eval
except ImportError:
    pass
else:
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"map", "ndcg_cut_10", "recip_rank"}).evaluate(run)
    for name, row in as_trec_eval.items():
        mean = sum(query[name] for query in theirs.values()) / len(theirs)
        assert abs(mean - row.value) < 1e-9, name
