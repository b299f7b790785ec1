"""The verb reproduce: tables of small data, what is kept of a run before, and bad input."""

import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from program import Program, Tally
from terminal_test import seen_on_terminal


def shown_on(page: str) -> str:
    """The page without the data that its script has."""
    return page.split('id="result-data">', 1)[0]


def notes_of(page: str) -> list[str]:
    """What the page says of how to read it, without the figures that it is of."""
    section = page.split("How to read this</h2>", 1)[-1].split("</section>", 1)[0]
    return [line.split(": ", 1)[-1] if line.startswith("<li>Figure") else line for line in section.splitlines() if line.startswith("<li>")]


def write_data(folder: pathlib.Path, users: int, items: int) -> None:
    """Users who like items with numbers near theirs; one item each is held out."""
    drawn = random.Random(5)
    train, test = [], []
    for user in range(users):
        liked = sorted({(2 * user + int(drawn.gauss(0, 12))) % items for _ in range(14)})
        drawn.shuffle(liked)
        train += [f"{user}\t{item}\t1\n" for item in liked[1:]]
        test.append(f"{user}\t{liked[0]}\t1\n")
    train += [f"{users}\t{item}\t1\n" for item in range(0, items, 4)]  # every fourth item is known at least
    folder.mkdir()
    (folder / "ml-1m.train.rating").write_text("".join(train))
    (folder / "ml-1m.test.rating").write_text("".join(test))


def run(program: Program, folder: pathlib.Path, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([program.path, "reproduce", *arguments], cwd=folder, capture_output=True, text=True,
                          timeout=300, check=False)


def values(folder: pathlib.Path, name: str) -> dict[tuple, dict]:
    return {tuple(row["labels"]): row for row in json.loads((folder / f"{name}.json").read_text())["values"]}


def test_kdd20(program: Program, tally: Tally, folder: pathlib.Path) -> None:
    one = run(program, folder, "kdd20", "--data", "data", "--out", "out", "--repeats", "3", "--threads", "1")
    tally.check("kdd20", one.returncode == 0, one.stderr)
    if one.returncode != 0:
        return
    out = folder / "out"
    first = values(out, "table1")
    tally.check("table 1", all(abs(row["value"] - row["published"]) <= 0.00051 for row in first.values()), str(first))
    second = values(out, "table2")
    far = [row for row in second.values()
           if abs(row["value"] - row["published"]) > 4 * row["standard_error"] + 0.0005]
    tally.check("table 2", not far, str(far))
    third = values(out, "table3")
    tally.check("rows of table 3", len(third) == 4 * 3 * 8, str(len(third)))
    tally.check("other data", all(row["published"] is None for row in third.values()))
    tally.check("described", "not MovieLens 1M" in one.stdout, one.stdout)
    auc = abs(third[("auc", "Y", "naive")]["value"] - third[("auc", "Y", "exact")]["value"])
    tally.check("auc is unbiased", auc < 2, str(auc))
    left, right = values(out, "figure4_left"), values(out, "figure4_right")
    for name in ("cls", "bv(0.1)"):
        far, naive = (sum((right[one, rank]["value"] - right["exact", rank]["value"]) ** 2 for shown, rank in right if shown == one)
                      for one in (name, "naive"))
        tally.check(f"{name} is closer to the metric", far < naive, f"{far} {naive}")
    tally.check("naive is the metric of the sampled rank", left["naive", "4"]["value"] == 0.25, str(left["naive", "4"]))
    tally.check("a rank is worth what its sampled ranks are", abs(right["naive", "1"]["value"] - left["naive", "1"]["value"]) < 1e-12)
    page = (out / "README.md").read_text()
    html = (out / "report.html").read_text()
    tally.check("report", "Figure 2: ap" in html and "Table 3" in html and len(html) < 2_000_000, str(len(html)))
    tally.check("names the paper", all("On Sampled Metrics for Item Recommendation (KDD 2020)" in text for text in (page, html)), html[:300])
    said = notes_of(html)
    tally.check("says where the data are from once", shown_on(html).count("not MovieLens 1M: published") == 1 and len(set(said)) == len(said), str(said))
    tally.check("page", "## Table 4" in page and "Figure 6" in page, page[:300])

    two = run(program, folder, "kdd20", "--data", "data", "--out", "two", "--repeats", "3", "--threads", "2")
    same = all((out / name).read_bytes() == (folder / "two" / name).read_bytes()
               for name in ("table3.json", "table4.json", "figure6.json"))
    tally.check("threads", two.returncode == 0 and same)

    (out / "table4.json").write_text('{"settings"')  # as if a run had been stopped
    again = run(program, folder, "kdd20", "--data", "data", "--out", "out", "--repeats", "3")
    tally.check("goes on", "(10 kept" in again.stdout, again.stdout)
    same = (out / "table4.json").read_bytes() == (folder / "two" / "table4.json").read_bytes()
    tally.check("the same again", same)
    other = run(program, folder, "kdd20", "--data", "data", "--out", "out", "--repeats", "2")
    tally.check("other settings", "(0 kept" in other.stdout, other.stdout)
    shown = seen_on_terminal([program.path, "reproduce", "kdd20", "--data", "data", "--out", "seen", "--repeats", "2"], str(folder))
    tally.check("progress says how much there is", b"1 of 11: table1" in shown and b"11 of 11: figure6" in shown, shown.decode())


def test_aaai23(program: Program, tally: Tally, folder: pathlib.Path) -> None:
    one = run(program, folder, "aaai23", "--data", "more", "--out", "study", "--repeats", "2", "--threads", "1")
    tally.check("aaai23", one.returncode == 0, one.stderr)
    if one.returncode != 0:
        return
    out = folder / "study"
    ranks = values(out, "figure1_top")
    tally.check("shares of sampled ranks", len(ranks) == 100 and abs(sum(row["value"] for row in ranks.values()) - 100) < 1e-9
                and ("r = 1", "1") in ranks, str(ranks)[:500])
    errors = values(out, "figure1_bottom")
    means = values(out, "table6")
    recall = [row["value"] for (metric, _), row in errors.items() if metric == "recall"]
    tally.check("errors by cut-off are those of the table",
                abs(sum(recall) / len(recall) - means["ease", "100", "mle"]["value"]) < 1e-9, str(recall))
    costs = {int(size): row["value"] for (_, size), row in values(out, "figure2").items()}
    tally.check("sets double", 100 in costs and all(size == 100 or size // 2 in costs for size in costs), str(costs))
    notes = json.loads((out / "figure1_top.json").read_text())["notes"]
    tally.check("says what the paper says", any("The paper" in note and "have rank 1" in note for note in notes), str(notes))
    html = (out / "report.html").read_text()
    tally.check("figures of aaai23", all(f"Figure {name}" in html for name in ("1, top", "1, bottom", "2")))

    two = run(program, folder, "aaai23", "--data", "more", "--out", "study2", "--repeats", "2", "--threads", "2")
    same = all((out / name).read_bytes() == (folder / "study2" / name).read_bytes()
               for name in ("table6.json", "figure1_top.json", "figure1_bottom.json", "figure2.json"))
    tally.check("threads", two.returncode == 0 and same)
    (out / "figure2.json").unlink()
    again = run(program, folder, "aaai23", "--data", "more", "--out", "study", "--repeats", "2")
    tally.check("figure 2 alone", "(7 kept" in again.stdout
                and (out / "figure2.json").read_bytes() == (folder / "study2" / "figure2.json").read_bytes(), again.stdout)


def write_rated_data(folder: pathlib.Path) -> None:
    """240 users in two groups, which like the two halves of 160 items; every user rates a third of them."""
    drawn = random.Random(7)
    folder.mkdir()
    ratings = []
    for user in range(240):
        for item in sorted(drawn.sample(range(160), 55)):
            liked = drawn.random() < (0.8 if (item < 80) == (user % 2 == 0) else 0.2)
            ratings.append(f"{user}\t{item}\t{drawn.choice((4, 5)) if liked else drawn.choice((1, 2, 3))}\n")
    (folder / "ratings.tsv").write_text("".join(ratings))
    (folder / "users.dat").write_text("".join(f"{user}::{'FM'[user % 2]}::{drawn.choice((18, 25, 35))}::3::0\n"
                                              for user in range(240)))
    (folder / "movies.dat").write_text("".join(f"{item}::film {item}::{'Comedy' if item < 80 else 'Drama'}\n"
                                               for item in range(160)))


def test_satisfaction(program: Program, tally: Tally, folder: pathlib.Path) -> None:
    write_rated_data(folder / "rated")
    one = run(program, folder, "satisfaction", "--data", "rated", "--out", "studies", "--repeats", "2",
              "--threads", "1")
    tally.check("satisfaction", one.returncode == 0, one.stderr)
    if one.returncode != 0:
        return
    out = folder / "studies"
    worth = values(out, "section8")
    age = worth[("gender and age of a new user", "worth")]
    tally.check("gender tells much", age["value"] is None or age["value"] > 2, str(age))
    tally.check("published beside it", age["published"] == 5, str(age))
    metadata = worth[("metadata of a new item", "worth")]
    tally.check("genres too", metadata["value"] is None or metadata["value"] > 2, str(metadata))
    curve = values(out, "figure4")
    tally.check("more ratings, more satisfaction",
                curve[("ratings", "34")]["value"] > curve[("ratings", "0")]["value"], str(curve))
    table = values(out, "models")
    tally.check("segments are better",
                table[("segment(gender,shrink=100)", "satisfaction")]["value"]
                > table[("average_rating(threshold=3,shrink=100)", "satisfaction")]["value"], str(table))
    html = (out / "report.html").read_text()
    said = notes_of(html)
    tally.check("report", "Figure 4" in html and "What is a Fair Value of Your Recommendation List?" in html)
    tally.check("what is the same everywhere is said once", len(set(said)) == len(said) > 3
                and shown_on(html).count("ratings of imhonet.ru from 0 to 10") == 1, str(said))

    two = run(program, folder, "satisfaction", "--data", "rated", "--out", "studies2", "--repeats", "2",
              "--threads", "2")
    same = all((out / name).read_bytes() == (folder / "studies2" / name).read_bytes()
               for name in ("section8.json", "models.json", "figure3.json", "figure5.json"))
    tally.check("threads", two.returncode == 0 and same)
    again = run(program, folder, "satisfaction", "--data", "rated", "--out", "studies", "--repeats", "2")
    tally.check("all is kept", "(6 kept" in again.stdout, again.stdout)


def test_missing_attribute(program: Program, tally: Tally, folder: pathlib.Path) -> None:
    shutil.copytree(folder / "rated", folder / "ageless")
    (folder / "ageless" / "users.dat").write_text("user\tgender\n" + "".join(f"{user}\t{'FM'[user % 2]}\n" for user in range(240)))
    done = run(program, folder, "satisfaction", "--data", "ageless", "--out", "x", "--repeats", "2")
    tally.check("no age", done.returncode == 3 and "ageless/users.dat: expected one of the columns gender; got 'age'" in done.stderr, done.stderr)
    tally.check("nothing is left", not (folder / "x").exists())


def test_bad_input(program: Program, tally: Tally, folder: pathlib.Path) -> None:
    cases = [
        (["kdd20", "--data", ".", "--out", "x"], 3, "expected ml-1m.train.rating (or .gz) in ."),
        (["satisfaction", "--data", "data", "--out", "x"], 3, "expected ratings.tsv (or .gz) in data"),
        (["kdd20"], 2, "--out is required"),
        (["kdd21", "--out", "x"], 2, "kdd21"),
        (["kdd20", "--out", "x", "--repeats", "1"], 2, "--repeats"),
        (["kdd20", "--data", "data", "--out", "data/ml-1m.test.rating/x"], 4, "ml-1m.test.rating"),
    ]
    for arguments, code, text in cases:
        done = run(program, folder, *arguments)
        tally.check(" ".join(arguments), done.returncode == code and text in done.stderr,
                    f"{done.returncode} {done.stderr}")
        tally.check("nothing is left", not (folder / "x").exists())


def main() -> None:
    program, tally = Program(sys.argv[1]), Tally()
    folder = pathlib.Path(tempfile.mkdtemp())
    write_data(folder / "data", 60, 160)
    write_data(folder / "more", 400, 800)
    test_kdd20(program, tally, folder)
    test_aaai23(program, tally, folder)
    test_satisfaction(program, tally, folder)
    test_missing_attribute(program, tally, folder)
    test_bad_input(program, tally, folder)
    shutil.rmtree(folder)
    tally.finish()


main()
