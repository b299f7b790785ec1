"""Adaptive sampling through a torch two-tower model: how much of the time is the model's own."""

import json
import time

import numpy
from competitor import command_line

import honestrank as hr

try:
    import torch
except ImportError:
    print(json.dumps({"skipped": "there is no torch; apt-get install python3-torch"}))
    raise SystemExit from None

USERS, ITEMS, COLUMNS = 20_000, 20_000, 64

if __name__ == "__main__":
    options = command_line()
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    user_rows, item_rows = torch.randn(USERS, COLUMNS), torch.randn(ITEMS, COLUMNS)
    tower = torch.nn.Sequential(torch.nn.Linear(COLUMNS, COLUMNS), torch.nn.ReLU(), torch.nn.Linear(COLUMNS, COLUMNS))
    inside = 0.0

    @torch.no_grad()
    def score_pairs(users, items):
        global inside
        start = time.perf_counter()
        result = (tower(user_rows[torch.from_dlpack(users)]) * tower(item_rows[torch.from_dlpack(items)])).sum(dim=1)
        inside += time.perf_counter() - start
        return result

    random = numpy.random.default_rng(1)
    truth = random.integers(0, ITEMS, USERS)
    scores = hr.scores(score_pairs=score_pairs, users=USERS, items=ITEMS)
    start = time.perf_counter()
    drawn = hr.sample(truth, scores, adaptive=(100, 3200), threads=options.threads)
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "version": f"torch {torch.__version__}",
                      "answer": {"users": len(drawn)}, "statistics": {"in_model": inside / seconds}}))
