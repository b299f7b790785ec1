"""torch: matmul, mask, topk(10), as RecBole evaluates; ndcg@10 and recall@10 only.

Batches of 256 users. RecBole's default batch is a single user at these sizes, and it finds hits
through an integer matrix as large as the scores: both are left out, in its favour. Debian's package
(python3-torch) belongs to the system's interpreter, which is used where this one has no torch; it
multiplies with the BLAS that libblas.so.3 is (OpenBLAS where libopenblas-dev is installed).
"""

import json
import os
import sys

SYSTEM_PYTHON = "/usr/bin/python3"

try:
    import torch
except ImportError:
    if not os.path.exists(SYSTEM_PYTHON) or os.path.samefile(sys.executable, SYSTEM_PYTHON):
        print(json.dumps({"skipped": "there is no torch; apt-get install python3-torch"}))
        raise SystemExit from None
    os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, "-B", *sys.argv])

from competitor import (  # noqa: E402
    Case,
    any_order,
    command_line,
    compete,
    read_case,
    top_10_metrics,
)

BATCH = 256


def evaluate(case: Case, users: "torch.Tensor", items: "torch.Tensor") -> dict[str, float]:
    held_out = torch.from_numpy(case.held_out).long()
    ranks = []
    for first in range(0, len(users), BATCH):
        last = min(first + BATCH, len(users))
        scores = users[first:last] @ items.T
        row, item = case.seen_of(first, last)
        scores[torch.from_numpy(row), torch.from_numpy(item).long()] = -torch.inf
        top = torch.topk(scores, 10, dim=1).indices
        hits = top == held_out[first:last, None]
        ranks.append(torch.where(hits.any(1), hits.int().argmax(1) + 1, 11))
    return any_order(top_10_metrics(torch.cat(ranks).numpy()))


if __name__ == "__main__":
    options = command_line()
    torch.set_num_threads(options.threads)
    case = read_case(options.folder)
    users, items = torch.from_numpy(case.users), torch.from_numpy(case.items)
    compete(f"torch {torch.__version__}", lambda: evaluate(case, users, items), options)
