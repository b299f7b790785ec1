"""A model of the package implicit, and ours beside it."""

import sys

import honestrank as hr

try:
    import implicit.als
    import numpy
    import scipy.sparse
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(77)

random = numpy.random.default_rng(1)
taste = random.standard_normal((300, 4)) @ random.standard_normal((4, 500)) + random.standard_normal((300, 500))
liked = numpy.argsort(-taste, axis=1)[:, :25]
users = numpy.repeat(numpy.arange(300), 25)
held_out = numpy.arange(users.size) % 5 == 0


def matrix(rows):
    return scipy.sparse.csr_matrix(
        (numpy.ones(rows.sum(), "float32"), (users[rows], liked.ravel()[rows])), shape=(300, 500)
    )


train, test = matrix(~held_out), matrix(held_out)
model = implicit.als.AlternatingLeastSquares(factors=16, iterations=10, random_state=1, num_threads=1)
model.fit(train, show_progress=False)
metrics = ["ndcg@10", "recall@10", "auc"]
result = hr.evaluate(test, model, seen=train, metrics=metrics, name="implicit")
print(result + hr.evaluate(test, "ials(factors=16)", seen=train, metrics=metrics, name="ials"))
