"""recometrics: calc_reco_metrics() in float32 without noise on ties; all four metrics.

Its PR_AUC is ap, its ROC_AUC is auc. Ties fall as they happen to be sorted. A source
package on PyPI: pip compiles it, in about two minutes.
"""

from importlib.metadata import version

import numpy as np
from competitor import any_order, command_line, compete, read_case
from recometrics import calc_reco_metrics
from scipy.sparse import csr_array

NAMES = {"NDCG@K": "ndcg@10", "R@K": "recall@10", "PR_AUC": "ap", "ROC_AUC": "auc"}

if __name__ == "__main__":
    options = command_line()
    case = read_case(options.folder)
    users, items = len(case.users), len(case.items)
    # It takes 32-bit row starts and would copy the matrix otherwise.
    seen = csr_array((np.ones(len(case.seen), np.float32), case.seen,
                      case.seen_begin.astype(np.int32)), shape=(users, items))
    held_out = csr_array((np.ones(users, np.float32), case.held_out,
                          np.arange(users + 1, dtype=np.int32)), shape=(users, items))

    def evaluate() -> dict[str, float]:
        values = calc_reco_metrics(
            seen, held_out, case.users, case.items, k=10, as_df=False, precision=False,
            average_precision=False, recall=True, ndcg=True, roc_auc=True, pr_auc=True,
            break_ties_with_noise=False, nthreads=options.threads)
        return any_order({ours: float(np.mean(values[theirs], dtype=np.float64))
                          for theirs, ours in NAMES.items()})

    compete(f"recometrics {version('recometrics')}", evaluate, options)
