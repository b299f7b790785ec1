"""What RecBole's EASE, MultiVAE and NeuMF reach on MovieLens 1M, ranked by HonestRank.

    python benchmarks/reference_models.py HONESTRANK TRAIN TEST [MODEL ...]

HONESTRANK is the program, TRAIN and TEST are files of NCF's split. Needs RecBole and torch, whose
versions are printed. A random interaction of each user is held out for RecBole's early stopping, as
our models hold out theirs; EASE, which has none, learns from all. Prints the table of `honestrank evaluate`.
"""

import gzip
import pathlib
import random
import subprocess
import sys
import tempfile

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

SETTINGS = {
    "EASE": {"reg_weight": 500.0, "train_neg_sample_args": None, "epochs": 1},
    # Liang et al.: 600 hidden, 200 latent, dropout 0.5, beta up to 0.2.
    "MultiVAE": {"mlp_hidden_size": [600], "latent_dimension": 200, "dropout_prob": 0.5,
                 "anneal_cap": 0.2, "total_anneal_steps": 1200, "train_batch_size": 256,
                 "train_neg_sample_args": None, "epochs": 200, "stopping_step": 10},
    # He et al., 16 factors: embeddings of 64 below layers of 64, 32 and 16.
    "NeuMF": {"mf_embedding_size": 16, "mlp_embedding_size": 64, "mlp_hidden_size": [64, 32, 16],
              "dropout_prob": 0.0, "train_batch_size": 4096, "learning_rate": 0.001,
              "train_neg_sample_args": {"distribution": "uniform", "sample_num": 4},
              "epochs": 40, "stopping_step": 4},
}


def read_pairs(path: str) -> list[tuple[str, str]]:
    opened = gzip.open(path, "rt") if path.endswith(".gz") else open(path)
    with opened as lines:
        return [tuple(line.split()[:2]) for line in lines]


def write_recbole(folder: pathlib.Path, parts: dict[str, list[tuple[str, str]]]) -> None:
    (folder / "ml1m").mkdir()
    for name, pairs in parts.items():
        with open(folder / "ml1m" / f"ml1m.{name}.inter", "w") as file:
            file.write("user_id:token\titem_id:token\n")
            file.writelines(f"{user}\t{item}\n" for user, item in pairs)


def hold_out_one_each(pairs):
    by_user = {}
    for user, item in pairs:
        by_user.setdefault(user, []).append(item)
    draw = random.Random(42)
    held_out = [(user, draw.choice(items)) for user, items in by_user.items()]
    rest = set(held_out)
    return [pair for pair in pairs if pair not in rest], held_out


def trained_scores(folder: pathlib.Path, name: str):
    """A matrix of users by items, with the ids of its rows and columns."""
    config = Config(model=name, dataset="ml1m", config_dict={
        "data_path": str(folder), "benchmark_filename": ["train", "valid", "test"],
        "load_col": {"inter": ["user_id", "item_id"]}, "use_gpu": False, "show_progress": False,
        "eval_args": {"mode": "full", "order": "RO", "group_by": "user"}, "metrics": ["NDCG"],
        "topk": [10], "valid_metric": "NDCG@10", "eval_batch_size": 4096000, "seed": 42,
        "checkpoint_dir": str(folder), **SETTINGS[name]})
    init_seed(42, True)
    dataset = create_dataset(config)
    train, valid, _ = data_preparation(config, dataset)
    model = get_model(name)(config, train.dataset)
    trainer = get_trainer(config["MODEL_TYPE"], name)(config, model)
    trainer.fit(train, valid, saved=True, show_progress=False)
    model.load_state_dict(torch.load(trainer.saved_model_file)["state_dict"])
    model.eval()
    users = torch.arange(1, dataset.user_num)
    rows = []
    with torch.no_grad():
        for part in users.split(8):
            if name != "NeuMF":
                scores = model.full_sort_predict({"user_id": part})
            else:
                items = torch.arange(dataset.item_num)
                scores = model.predict({"user_id": part.repeat_interleave(len(items)),
                                        "item_id": items.repeat(len(part))})
            rows.append(scores.view(len(part), -1)[:, 1:].numpy().astype(np.float32))
    return (np.concatenate(rows), dataset.id2token("user_id", users.numpy()),
            dataset.id2token("item_id", np.arange(1, dataset.item_num)))


def main(program: str, train_file: str, test_file: str, *models: str) -> None:
    print(f"RecBole {recbole.__version__}, torch {torch.__version__}")
    everything, test = read_pairs(train_file), read_pairs(test_file)
    for model in models or SETTINGS:
        train, valid = (everything, test) if model == "EASE" else hold_out_one_each(everything)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            write_recbole(folder, {"train": train, "valid": valid, "test": test})
            scores, users, items = trained_scores(folder, model)
            np.save(folder / f"{model}.npy", scores)
            (folder / "users.txt").write_text("\n".join(users) + "\n")
            (folder / "items.txt").write_text("\n".join(items) + "\n")
            subprocess.run([program, "evaluate", "--train", train_file, "--test", test_file,
                            "--scores", f"{model}={folder / model}.npy",
                            "--user-ids", str(folder / "users.txt"),
                            "--item-ids", str(folder / "items.txt"),
                            "--metrics", "recall@10,ndcg@10,ap,auc"], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
