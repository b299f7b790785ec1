"""A PyTorch two-tower model, asked as little as possible: adaptive sampling through a function."""

import sys

import numpy

import honestrank as hr

try:
    import torch
except ImportError:
    print("torch is not installed", file=sys.stderr)
    sys.exit(77)

torch.manual_seed(1)
USERS, ITEMS, COLUMNS = 400, 1500, 16


class TwoTower(torch.nn.Module):
    """Scores a pair by the dot product of what two small networks make of user and item."""

    def __init__(self):
        super().__init__()
        self.users = torch.nn.Sequential(torch.nn.Embedding(USERS, COLUMNS), torch.nn.Linear(COLUMNS, COLUMNS))
        self.items = torch.nn.Sequential(torch.nn.Embedding(ITEMS, COLUMNS), torch.nn.Linear(COLUMNS, COLUMNS))

    def forward(self, users, items):
        return (self.users(users) * self.items(items)).sum(dim=1)


model = TwoTower().eval()


@torch.no_grad()
def score_pairs(users, items):
    """Called with many pairs at once: int64 arrays of one length."""
    return model(torch.from_dlpack(users), torch.from_dlpack(items))


random = numpy.random.default_rng(1)
items = numpy.argsort(random.random((USERS, ITEMS)), axis=1)[:, :6]
test = {user: [int(items[user, 0])] for user in range(USERS)}
seen = {user: items[user, 1:].tolist() for user in range(USERS)}

scores = hr.scores(score_pairs=score_pairs, users=USERS, items=ITEMS)
drawn = hr.sample(test, scores, seen=seen, adaptive=(50, 800))
for step in drawn.costs():
    print(f"{step['samples']:>4} samples: {step['users']} users, {step['told']} of them told apart")
print(hr.estimate(drawn, metrics=["ndcg@10", "auc"], estimators=["adaptive_mle"], learnt_errors=False))
print(hr.evaluate(test, scores, seen=seen, metrics=["ndcg@10", "auc"]))
