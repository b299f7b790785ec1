"""Reports of every verb, made from small inputs."""

from __future__ import annotations

import pathlib
import random
import subprocess

HOSTILE = "</script><script>hacked()</script>"
MARKUP = "<img src onerror>&\"'{{script}}"


ITEMS = 200


def write_interactions(folder: pathlib.Path) -> None:
    """120 users with ratings of early items more often; users and items have an attribute."""
    draw = random.Random(7)
    rows = {"train.tsv": [], "test.tsv": [], "ratings.tsv": []}
    for user in range(120):
        items = sorted({min(ITEMS - 1, int(draw.expovariate(0.015))) for _ in range(75)})
        held_out = draw.randrange(len(items))
        for place, item in enumerate(items):
            # What users rate depends on who they are, so that a segment has something to say.
            line = f"u{user}\ti{item}\t{1 + (item + user % 2 * 2 + draw.randrange(2)) % 5}\n"
            rows["ratings.tsv"].append(line)
            rows["test.tsv" if place == held_out else "train.tsv"].append(line)
    rows["users.tsv"] = ["user\tgender\tage\n", *(f"u{user}\t{'fm'[user % 2]}\t{20 + user % 3}\n" for user in range(120))]
    rows["items.tsv"] = ["item\tgenres\n", *(f"i{item}\t{(MARKUP, HOSTILE)[item % 2]}\n" for item in range(ITEMS))]
    for name, lines in rows.items():
        (folder / name).write_text("".join(lines))
    data = folder / "data"  # as reproduce looks for it
    data.mkdir()
    for name, file in {"ml-1m.train.rating": "train.tsv", "ml-1m.test.rating": "test.tsv", "ratings.tsv": "ratings.tsv",
                       "users.dat": "users.tsv", "movies.dat": "items.tsv"}.items():
        (data / name).write_bytes((folder / file).read_bytes())


def make_reports(program: str, source: pathlib.Path, folder: pathlib.Path) -> dict[str, pathlib.Path]:
    """The pages by what they are of; names of models are hostile where ours to choose."""
    write_interactions(folder)
    data = source / "examples" / "data"
    ranks = ["--ranks", f"{HOSTILE}={data}/a.tsv", "--ranks", f"{MARKUP}={data}/b.tsv", "--ranks", f"C={data}/c.tsv"]
    split = ["--train", "train.tsv", "--test", "test.tsv"]
    study = ["satisfaction", "--ratings", "ratings.tsv", "--item-attributes", "items.tsv"]
    for name, model in {"ease": "ease", "popularity": "popularity", "segment": "segment(gender)"}.items():
        run(program, folder, ["evaluate", *split, "--users", "users.tsv", "--model", model, "--save-ranks", f"{name}.ranks"])
    commands = {
        "evaluate": ["evaluate", *ranks, "--items", "10000", "--metrics", "auc,ap,ndcg,recall@10"],
        "expect": ["expect", *ranks, "--items", "10000", "--samples", "10,99", "--metrics", "ap,recall@10",
                   "--estimators", "naive,bv(0.1)"],
        "adaptive": ["sample", *split, "--model", "popularity", "--adaptive", "5:40", "--out", "adaptive.sampled"],
        "sample": ["sample", *split, "--model", "popularity", "--samples", "20", "--out", "popularity.tsv"],
        "estimate": ["estimate", "--sampled", f"{HOSTILE}=popularity.tsv", "--estimators", "naive,cls,bv(0.1),mle"],
        "satisfaction": ["satisfaction", "--ratings", "ratings.tsv", "--users", "users.tsv", "--short-head", "fit",
                         "--model", "<b>=popularity", "--model", "segment(gender)"],
        "new users": [*study, "--study", "new-users", "--users", "users.tsv"],
        "new items": [*study, "--study", "new-items"],
        "compare": ["compare", "--ranks", f"{HOSTILE}=ease.ranks", "--ranks", f"{MARKUP}=popularity.ranks",
                    "--ranks", "C=segment.ranks", *split, "--users", "users.tsv", "--slice", "gender", "--slice", "activity",
                    "--metrics", "ndcg@10,auc", "--samples", "5,20,50"],
        "plan": ["plan", "--ranks", f"{HOSTILE}=ease.ranks", "--error", "0.02", "--users", "10000",
                 "--metrics", "ndcg@10,recall@10"],
        "order": ["plan", "--ranks", f"{HOSTILE}=ease.ranks", "--ranks", f"{MARKUP}=popularity.ranks", "--order", "0.9"],
        "demo": ["demo"],
    }
    pages = {}
    for name, arguments in commands.items():
        pages[name] = folder / f"{name.replace(' ', '_')}.html"
        run(program, folder, [*arguments, "--report", str(pages[name]), "--quiet"])
    for paper in ("kdd20", "satisfaction"):
        run(program, folder, ["reproduce", paper, "--data", "data", "--out", paper, "--repeats", "2", "--quiet"])
        pages[f"reproduce {paper}"] = folder / paper / "report.html"
    return pages


def run(program: str, folder: pathlib.Path, arguments: list[str]) -> None:
    subprocess.run([program, *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL)
