"""RecBole's evaluation of given factors, in full or among 100 random items (`uni100`).

    python recbole_evaluation.py FOLDER full|uni100 THREADS

for a Python that has RecBole. The factors are put into RecBole's BPR; its trainer evaluates the test
set, as it does after every epoch. Prints what a competitor prints.
"""

import json
import pathlib
import sys
import tempfile
import time

import numpy as np
import torch

# RecBole 1.2 speaks of numpy's old names.
for name, kind in {"float": float, "bool": bool, "int": int, "object": object, "long": int,
                   "float_": np.float64, "complex_": np.complex128, "unicode_": np.str_}.items():
    if name not in np.__dict__:
        setattr(np, name, kind)

import recbole  # noqa: E402
from recbole.config import Config  # noqa: E402
from recbole.data import create_dataset, data_preparation  # noqa: E402
from recbole.utils import get_model, get_trainer, init_seed  # noqa: E402

ROUNDS = 5


def write_interactions(folder: pathlib.Path, case: pathlib.Path) -> None:
    """Users and items are called by their rows. Every row is in train, so that RecBole knows it."""
    begin, seen = np.load(case / "seen_begin.npy"), np.load(case / "seen.npy")
    held_out = np.load(case / "held_out.npy")
    users = np.repeat(np.arange(len(held_out)), np.diff(begin))
    parts = {"train": (users, seen), "valid": (np.arange(len(held_out)), held_out),
             "test": (np.arange(len(held_out)), held_out)}
    (folder / "case").mkdir()
    for name, (own_users, items) in parts.items():
        with open(folder / "case" / f"case.{name}.inter", "w") as file:
            file.write("user_id:token\titem_id:token\n")
            file.writelines(f"{user}\t{item}\n" for user, item in zip(own_users, items))


def main(case: pathlib.Path, mode: str, threads: int) -> None:
    torch.set_num_threads(threads)
    users, items = np.load(case / "U.npy"), np.load(case / "V.npy")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_interactions(folder, case)
        config = Config(model="BPR", dataset="case", config_dict={
            "data_path": str(folder), "benchmark_filename": ["train", "valid", "test"],
            "load_col": {"inter": ["user_id", "item_id"]}, "use_gpu": False, "show_progress": False,
            "eval_args": {"mode": mode, "order": "RO", "group_by": "user"},
            "metrics": ["NDCG", "Recall"], "topk": [10], "valid_metric": "NDCG@10", "seed": 42,
            "embedding_size": users.shape[1], "eval_batch_size": 4096 if mode != "full" else 1 << 22,
            "checkpoint_dir": str(folder), "metric_decimal_place": 12})
        init_seed(42, True)
        dataset = create_dataset(config)
        train, _, test = data_preparation(config, dataset)
        model = get_model("BPR")(config, train.dataset)
        with torch.no_grad():
            for weights, field, table in ((users, "user_id", model.user_embedding.weight),
                                          (items, "item_id", model.item_embedding.weight)):
                for token, row in dataset.field2token_id[field].items():
                    if token != "[PAD]":
                        table[row] = torch.from_numpy(weights[int(token)])
        trainer = get_trainer(config["MODEL_TYPE"], "BPR")(config, model)
        least = float("inf")
        for _ in range(ROUNDS):
            start = time.perf_counter()
            result = trainer.evaluate(test, load_best_model=False, show_progress=False)
            least = min(least, time.perf_counter() - start)
    what = "over all items" if mode == "full" else "of RecBole uni100"
    print(json.dumps({"seconds": least, "version": f"RecBole {recbole.__version__}",
                      "answer": {f"ndcg@10 {what}": float(result["ndcg@10"])}}))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
