"""Evaluate a model, in one call."""

import numpy

import honestrank as hr

# A model: a row of numbers for each user and each item. Yours comes from implicit, torch, ...
random = numpy.random.default_rng(1)
user_factors = random.standard_normal((500, 8)).astype("float32")
item_factors = random.standard_normal((2000, 8)).astype("float32")

# What users did: the items that they like best, with some chance. One of each user's is held out.
taste = user_factors @ item_factors.T + 3 * random.standard_normal((500, 2000))
liked = numpy.argsort(-taste, axis=1)[:, :20]
test = {user: [int(liked[user, user % 20])] for user in range(500)}
seen = {user: [int(item) for item in liked[user] if item != test[user][0]] for user in range(500)}

result = hr.evaluate(test, (user_factors, item_factors), seen=seen, metrics=["ndcg@10", "recall@10", "auc"])
print(result)
print(result["ndcg@10"].value, "+-", result["ndcg@10"].standard_error)
