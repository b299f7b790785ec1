"""For users of RecBole: top-k lists, or all scores, of a model that was trained there.

With a RecBole model, `scores` is what model.full_sort_predict gives for a batch, and `top_items` what
recbole.utils.case_study.full_sort_topk gives; here both are random, so that the example runs without it.
"""

import numpy

import honestrank as hr

random = numpy.random.default_rng(1)
USERS, ITEMS, K = 300, 800, 10
scores = random.standard_normal((USERS, ITEMS)).astype("float32")
scores[:, 0] = -numpy.inf  # RecBole's row 0 is padding
test = {user: [int(item) for item in random.choice(ITEMS - 1, 3, replace=False) + 1] for user in range(USERS)}

# All scores: every metric, and how far ties and chance could move it.
everything = hr.evaluate(test, scores, metrics=["recall@10", "mrr@10", "ndcg@10", "hit@10"], like="recbole", name="scores")

# Top-k lists: what is not in them was not found.
top_items = numpy.argsort(-scores, axis=1)[:, :K]
lists = {user: top_items[user].tolist() for user in range(USERS)}
top = hr.evaluate(test, lists, metrics=["recall@10", "mrr@10", "ndcg@10", "hit@10"], like="recbole", name="top 10")
print(everything + top)
for name in ("recall@10", "mrr@10", "ndcg@10", "hit@10"):
    assert abs(everything[name].value - top[name].value) < 1e-12
