"""Reports of every verb, made from small inputs."""

from __future__ import annotations

import pathlib
import random
import subprocess

HOSTILE = "</script><script>hacked()</script>"
MARKUP = "<img src onerror>&\"'{{script}}"


def write_interactions(folder: pathlib.Path) -> None:
    """200 users with ratings of 60 items, early ones more often; users have an attribute."""
    draw = random.Random(7)
    rows = {"train.tsv": [], "test.tsv": [], "ratings.tsv": []}
    for user in range(200):
        items = sorted({min(59, int(draw.expovariate(0.07))) for _ in range(14)})
        for place, item in enumerate(items):
            # What users rate depends on who they are, so that a segment has something to say.
            line = f"u{user}\ti{item}\t{1 + (item + user % 2 * 2 + draw.randrange(2)) % 5}\n"
            rows["ratings.tsv"].append(line)
            rows["test.tsv" if place == len(items) // 2 else "train.tsv"].append(line)
    for name, lines in rows.items():
        (folder / name).write_text("".join(lines))
    (folder / "users.tsv").write_text("user\tgender\n" + "".join(f"u{user}\t{'fm'[user % 2]}\n" for user in range(200)))


def make_reports(program: str, source: pathlib.Path, folder: pathlib.Path) -> dict[str, pathlib.Path]:
    """The pages by verb; names of models are hostile where ours to choose."""
    write_interactions(folder)
    data = source / "examples" / "data"
    ranks = ["--ranks", f"{HOSTILE}={data}/a.tsv", "--ranks", f"{MARKUP}={data}/b.tsv", "--ranks", f"C={data}/c.tsv"]
    split = ["--train", "train.tsv", "--test", "test.tsv"]
    commands = {
        "evaluate": [*ranks, "--items", "10000", "--metrics", "auc,ap,ndcg,recall@10"],
        "expect": [*ranks, "--items", "10000", "--samples", "10,99", "--metrics", "ap,recall@10",
                   "--estimators", "naive,bv(0.1)"],
        "adaptive": [*split, "--model", "popularity", "--adaptive", "5:40", "--out", "adaptive.sampled"],
        "sample": [*split, "--model", "popularity", "--samples", "20", "--out", "popularity.tsv"],
        "estimate": ["--sampled", f"{HOSTILE}=popularity.tsv", "--estimators", "naive,cls,bv(0.1),mle"],
        "satisfaction": ["--ratings", "ratings.tsv", "--users", "users.tsv", "--short-head", "fit",
                         "--model", "<b>=popularity", "--model", "segment(gender)"],
    }
    pages = {}
    for name, arguments in commands.items():
        pages[name] = folder / f"{name}.html"
        verb = "sample" if name == "adaptive" else name
        subprocess.run([program, verb, *arguments, "--report", str(pages[name]), "--quiet"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
    return pages
