"""What the competitors implicit and implicit_tuned share.

ranking_metrics_at_k(K=10) of a model that has the factors of the case. With one held-out item per
user, its ndcg is ndcg@10 and its precision (hits divided by the smaller of K and the held-out items)
is recall@10. Its map stops at K and its auc counts what is below the top K as half right: neither is
ap or auc. Its own threads each score 100 users at a time.
"""

import implicit
import numpy as np
from competitor import any_order, command_line, compete, read_case
from implicit.evaluation import ranking_metrics_at_k
from scipy.sparse import csr_matrix


def run() -> None:
    options = command_line()
    case = read_case(options.folder)
    users, items = len(case.users), len(case.items)
    seen = csr_matrix((np.ones(len(case.seen), np.float32), case.seen, case.seen_begin),
                      shape=(users, items))
    held_out = csr_matrix((np.ones(users, np.float32), case.held_out, np.arange(users + 1)),
                          shape=(users, items))
    model = implicit.als.AlternatingLeastSquares(case.users.shape[1], num_threads=options.threads)
    model.user_factors, model.item_factors = case.users, case.items

    def evaluate() -> dict[str, float]:
        means = ranking_metrics_at_k(model, seen, held_out, K=10, show_progress=False,
                                     num_threads=options.threads)
        return any_order({"ndcg@10": float(means["ndcg"]),
                          "recall@10": float(means["precision"])})

    compete(f"implicit {implicit.__version__}", evaluate, options)
