"""Small files in place of those that the commands of the documents read, chosen by option."""

from __future__ import annotations

import pathlib
import random
from collections.abc import Callable

from npy import matrix

USERS, ITEMS = 120, 160


def ratings() -> list[list[str]]:
    """Rows of each user: two groups, which like the two halves of the items; every user rates a third of them."""
    drawn = random.Random(7)
    rows = []
    for user in range(USERS):
        rows.append([])
        for item in drawn.sample(range(ITEMS), 55):
            liked = drawn.random() < (0.8 if (item < ITEMS / 2) == (user % 2 == 0) else 0.2)
            rows[-1].append(f"{user}\t{item}\t{drawn.choice((4, 5) if liked else (1, 2, 3))}\n")
    return rows


RATINGS = ratings()


def train(_: str) -> str:
    return "".join(row for rows in RATINGS for row in rows[:-5])


def test(_: str) -> str:
    return "".join(rows[-1] for rows in RATINGS)


def all_ratings(_: str) -> str:
    return "".join(row for rows in RATINGS for row in rows)


def users(_: str) -> str:
    return "".join(f"{user}::{'FM'[user % 2]}::{18 + user % 3}::3::0\n" for user in range(USERS))


def movies(_: str) -> str:
    return "".join(f"{item}::film {item}::{'Comedy' if item < ITEMS / 2 else 'Drama'}\n" for item in range(ITEMS))


def ranks(name: str) -> str:
    """The later in the alphabet, the worse: plans for models that are alike take long."""
    drawn = random.Random(name)
    mean = 10 * 2 ** min(5, ord(name[0]) - ord("a"))
    return "".join(f"u{user}\t{1 + min(999, int(drawn.expovariate(1 / mean)))}\n" for user in range(100))


def sampled_ranks(name: str) -> str:
    drawn = random.Random(name)
    return "".join(f"u{user}\t{1 + min(98, int(drawn.expovariate(0.2)))}\n" for user in range(100))


def sampled_file(name: str) -> str:
    drawn = random.Random(name)
    rows = [f"u{user}\t1\t{min(99, int(drawn.expovariate(0.2)))}\t0\t100\t3706\n" for user in range(100)]
    return "# protocol: uniform, with replacement\nuser\torder\tabove\ttied\tsamples\titems\n" + "".join(rows)


def qrels(_: str) -> str:
    return "".join(f"q{query} 0 d{3 * query % 20} 1\n" for query in range(40))


def run(name: str) -> str:
    drawn = random.Random(name)
    return "".join(f"q{query} Q0 d{document} 0 {drawn.random()} {pathlib.Path(name).stem}\n"
                   for query in range(40) for document in range(20))


def per_user(name: str) -> str:
    drawn = random.Random(name)
    return "user\tndcg@10\n" + "".join(f"u{user}\t{drawn.random()}\n" for user in range(100))


def numbers(rows: int, columns: int) -> Callable[[str], bytes]:
    def write(name: str) -> bytes:
        drawn = random.Random(name)
        return matrix([[drawn.random() for _ in range(columns)] for _ in range(rows)])
    return write


INPUTS = {
    "--train": train, "--test": test, "--ratings": all_ratings, "--users": users, "--item-attributes": movies,
    "--ranks": ranks, "--sampled": sampled_file, "--qrels": qrels, "--run": run, "--per-user": per_user,
    "--user-factors": numbers(USERS, 4), "--item-factors": numbers(ITEMS, 4), "--scores": numbers(USERS, ITEMS),
    "--item-ids": lambda _: "".join(f"{item}\n" for item in range(ITEMS)),
    "--depth-log": lambda _: "".join(f"{1 + session % 30}\n" for session in range(200)),
}
FOLDERS = {"--data": {"ml-1m.train.rating": train, "ml-1m.test.rating": test, "ratings.tsv": all_ratings,
                      "users.dat": users, "movies.dat": movies}}


def inputs_of(words: list[str]) -> dict[str, Callable[[str], str | bytes]]:
    """What stands in for each file that a command reads, by path."""
    verb, found = words[0], {}
    for option, value in zip(words, words[1:]):
        path = value.split("=")[-1]
        if (option == "--users" and verb == "plan") or (option == "--per-user" and verb != "compare"):
            continue  # a number; an output
        if option == "--sampled" and "--samples" in words:
            found[path] = sampled_ranks
        elif option in INPUTS:
            found[path] = INPUTS[option]
        for name, content in FOLDERS.get(option, {}).items():
            found[f"{path}/{name}"] = content
    return found
