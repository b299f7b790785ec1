"""Models that are trained: specifications, one table, seeds, saving, loading, what is refused."""

from __future__ import annotations

import hashlib
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from program import Outcome, Program, Tally

# Two groups of users and items, and one user in between.
PAIRS = [(u, i) for u in range(6) for i in range(6) if (u < 3) == (i < 3) and (u + i) % 4 != 3] + [(6, 0), (6, 4)]
TRAIN = "".join(f"u{u}\ti{i}\t{1 + (u + 2 * i) % 5}\t{100 + u}\n" for u, i in PAIRS)
TEST = "u0\ti3\t5\t300\nu3\ti4\t4\t300\nu6\ti1\t3\t300\nu1\tnew\t2\t300\n"
FILES = {"t.tsv": TRAIN, "s.tsv": TEST}
SPLIT = ["evaluate", "--train", "t.tsv", "--test", "s.tsv", "--metrics", "ndcg@10,auc", "--format", "json"]
MODELS = ["popularity", "average_rating", "random", "itemknn(q=3)", "itemknn(k_prime=2)", "ials(factors=3,sweeps=4)",
          "bpr(factors=3,epochs=4)", "ease"]


NEURAL = ["multivae(hidden=6,latent=3,epochs=2,validation=0)", "neumf(factors=2,epochs=2,validation=0)"]
if "neural" in sys.argv:
    MODELS += NEURAL


def result_of(outcome: Outcome) -> dict:
    return json.loads(outcome.stdout) if outcome.code == 0 else {"error": outcome.stderr}


def values_of(result: dict, model: str) -> list[float]:
    return [row["value"] for row in result.get("results", []) if row["model"] == model]


def test_one_table(program: Program, tally: Tally) -> None:
    arguments = [*SPLIT, *(word for model in MODELS for word in ("--model", model))]
    results = [result_of(program.run([*arguments, "--threads", threads], FILES)) for threads in ("1", "2", "7")]
    tally.check("one table", [row["model"] for row in results[0].get("results", [])]
                == [model for model in MODELS for _ in range(2)], str(results[0]))
    for result in results:
        result.pop("command", None)
    tally.check("any number of threads", results[0] == results[1] == results[2], str(results))
    notes = results[0].get("notes", [])
    tally.check("catalogue", notes[0] == "catalogue: the 7 items of train and test", str(notes))
    tally.check("every option is told", "itemknn(q=3) is itemknn(q=3,k=0,k_prime=0,shrink=0,normalize=true)" in notes,
                str(notes))
    outcome = program.run([*SPLIT, "--model", "Y=itemknn(q=3)"], FILES)
    tally.check("named", values_of(result_of(outcome), "Y") == values_of(results[0], "itemknn(q=3)"), str(outcome))


def test_seed(program: Program, tally: Tally) -> None:
    def values(model: str, *more: str) -> list[float]:
        return values_of(result_of(program.run([*SPLIT, "--model", f"m={model}", *more], FILES)), "m")

    tally.check("--seed is the model's", values("random", "--seed", "5") == values("random(seed=5)"), "")
    tally.check("a seed of its own goes first", values("random(seed=5)", "--seed", "7") == values("random(seed=5)"), "")
    tally.check("another seed, other numbers", values("random(seed=5)") != values("random(seed=6)"), "")


def test_neural(program: Program, tally: Tally) -> None:
    """A build without libtorch says so, before anything is read or trained."""
    for model in NEURAL:
        outcome = program.run(["evaluate", "--train", "none.tsv", "--test", "none.tsv", "--model", "ials", "--model", model])
        if "neural" in sys.argv:
            tally.check(f"library, {model}", outcome.stderr == "honestrank: none.tsv: No such file or directory\n", str(outcome))
        else:
            tally.check(f"library, {model}", outcome.code == 4 and "libtorch-dev" in outcome.stderr, str(outcome))


def test_usage(program: Program, tally: Tally) -> None:
    known = "popularity, average_rating, random, segment, attributes, metadata, itemknn, ials, bpr, ease, multivae, neumf"
    cases = {
        "als": f"--model als: expected a model of {known}; got 'als'; did you mean ials?",
        "m=esae": f"--model m=esae: expected a model of {known}; got 'esae'; did you mean ease?",
        "my (l2)/1=esae(l2=3)": f"--model my (l2)/1=esae(l2=3): expected a model of {known}; got 'esae'; did you mean ease?",
        "ease(l=3)": "--model ease(l=3): ease: expected options of l2; got 'l'",
        "ease(l2=x)": "--model ease(l2=x): ease: expected a number for l2; got 'x'",
        "ease(l2=0)": "--model ease(l2=0): ease: expected a number above 0 for l2; got 0",
        "ials(factors=0)": "--model ials(factors=0): ials: expected a whole number from 1 to 4096 for factors; got 0",
        "neumf(negatives=0)": "--model neumf(negatives=0): neumf: expected a whole number from 1 to 1000 for negatives; got 0",
        "ease(3)": "--model ease(3): ease: expected options of l2; got '3'",
    }
    for model, message in cases.items():
        outcome = program.run([*SPLIT, "--model", model], FILES)
        tally.check(f"usage, {model}", outcome.code == 2 and outcome.stderr == f"honestrank: {message}\n", str(outcome))
    for name in ("my(model)", "EASE (l2=9)", "a/b", "a/b (1)"):
        rows = result_of(program.run([*SPLIT, "--model", f"{name}=ease(l2=9)"], FILES))["results"]
        tally.check(f"a name may be {name}", {row["model"] for row in rows} == {name}, str(rows))
    outcome = program.run(["evaluate", "--test", "s.tsv", "--model", "ease"], FILES)
    tally.check("no train", outcome.code == 2 and outcome.stderr
                == "honestrank: evaluate: --model needs --train FILE to learn from, or, where it is saved, to mask\n", str(outcome))
    outcome = program.run([*SPLIT, "--model", "ease", "--model", "ease"], FILES)
    tally.check("same name", outcome.code == 2 and "two models are called 'ease'" in outcome.stderr, str(outcome))
    outcome = program.run([*SPLIT, "--model", "average_rating"], {**FILES, "t.tsv": "u0\ti0\nu3\ti3\n"})
    tally.check("no ratings", outcome.code == 3 and "expected interactions with ratings" in outcome.stderr, str(outcome))


def test_ids_apart(program: Program, tally: Tally) -> None:
    apart = {"t.tsv": "1\t7\n1\t8\n2\t7\n", "s.tsv": "u1\ti1\nu2\ti2\n", "i.txt": "7\n8\ni1\ni2\n"}
    first = "the first users are '1' and 'u1', the first items '7' and 'i1'"
    outcome = program.run([*SPLIT, "--model", "ease"], apart)
    tally.check("no id in common", outcome.code == 3 and outcome.stderr ==
                "honestrank: t.tsv and s.tsv: expected a user or an item in both, since a trained model knows nothing of others; "
                f"got none: {first}\n", str(outcome))
    checked = program.run(["check", "--train", "t.tsv", "--test", "s.tsv"], apart)
    tally.check("check finds it", checked.code == 0 and f"warning: no user and no item has a row in both: {first}\n" in checked.stdout,
                str(checked))
    for name, files, more in (("new users", {"s.tsv": "u1\t7\n"}, []), ("new items", {"s.tsv": "2\ti1\n"}, []),
                              ("a catalogue", {}, ["--catalogue", "i.txt"])):
        outcome = program.run([*SPLIT, "--model", "popularity", *more], {**apart, **files})
        tally.check(f"{name} alone are no error", outcome.code == 0, str(outcome))
        checked = program.run(["check", "--train", "t.tsv", "--test", "s.tsv"], {**apart, **files})
        tally.check(f"check, {name}", ("no user and no item" in checked.stdout) == (not files), str(checked))


def test_prose(program: Program, tally: Tally) -> None:
    """Any text passes for lists, which is said."""
    prose = {"t.txt": "It was a dark and stormy night\nthe rain fell\n", "s.txt": "It rained\nthe night was a dark one indeed\n"}
    split = ["evaluate", "--train", "t.txt", "--test", "s.txt", "--model", "popularity", "--format", "json"]
    notes = result_of(program.run(split, prose)).get("notes", [])
    for name in prose:
        note = f"{name} is read as one user a line: user item item ..., UTF-8; other layouts need --layout"
        tally.check(f"{name}, lists", note in notes, str(notes))
    notes = result_of(program.run([*split, "--layout", "lists"], prose)).get("notes", ["read as"])
    tally.check("who asks for lists is not told", not any("read as" in note for note in notes), str(notes))
    notes = result_of(program.run([*SPLIT, "--model", "popularity"], FILES)).get("notes", ["read as"])
    tally.check("tables are not told", not any("read as" in note for note in notes), str(notes))


def test_catalogue(program: Program, tally: Tally) -> None:
    files = {**FILES, "c.txt": "i0\ni1\ni3\ni4\nnew\nnowhere\n"}
    result = result_of(program.run([*SPLIT, "--model", "popularity", "--catalogue", "c.txt"], files))
    tally.check("catalogue", result.get("notes", [""])[0] == "catalogue: 6 of 8 items; the others are never ranked",
                str(result))


class Folder:
    """A directory in which several commands run one after the other."""

    def __init__(self, program: Program) -> None:
        self.program = pathlib.Path(program.path).resolve()
        self.path = pathlib.Path(tempfile.mkdtemp())
        for name, text in FILES.items():
            (self.path / name).write_text(text)

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.program, *arguments], cwd=self.path, capture_output=True, text=True, check=False)

    def save(self, model: str, name: str) -> subprocess.CompletedProcess:
        return self.run("train", "--train", "t.tsv", "--model", model, "--save", name)

    def evaluate(self, model: str) -> subprocess.CompletedProcess:
        return self.run(*SPLIT, "--model", f"m={model}")

    def remove(self) -> None:
        shutil.rmtree(self.path)


def test_saved_models(program: Program, tally: Tally) -> None:
    folder = Folder(program)
    for number, model in enumerate(MODELS):
        outcome = folder.save(model, f"saved{number}")
        tally.check(f"saves {model}", outcome.returncode == 0, str(outcome))
        fresh, saved = folder.evaluate(model), folder.evaluate(f"saved{number}")
        # A model saved before the item "new" was known scores it 0, as a trained one does.
        same = json.loads(fresh.stdout)["results"] == json.loads(saved.stdout)["results"]
        tally.check(f"loads {model}", saved.returncode == 0 and same, f"{fresh}\n{saved}")
    outcome = folder.save("ease", "saved0")
    tally.check("replaces nothing", outcome.returncode == 2 and outcome.stderr
                == "honestrank: --save saved0: expected a new folder; got one that exists\n", str(outcome))
    left = {path.name for path in folder.path.iterdir()} - {f"saved{i}" for i in range(len(MODELS))} - FILES.keys()
    tally.check("leaves nothing else", not left, str(left))
    folder.remove()


def test_folders(program: Program, tally: Tally) -> None:
    folder = Folder(program)
    folder.save("popularity", "ease")
    checked = folder.run("check", "--train", "t.tsv", "--model", "./ease")
    tally.check("checked", checked.returncode == 0 and "./ease\n  popularity\n  7 users\n  6 items\n" in checked.stdout, str(checked))
    fresh = result_of(program.run([*SPLIT, "--model", "ease"], FILES))
    beside = json.loads(folder.run(*SPLIT, "--model", "ease").stdout)
    tally.check("a name is never a folder", beside["results"] == fresh["results"], str(beside))
    read = json.loads(folder.run(*SPLIT, "--model", "m=./ease").stdout)
    tally.check("read from", "m is popularity, read from ./ease" in read["notes"], str(read))
    tally.check("unknown items", "m: the saved model does not know 0 of the users and 1 of the items of test"
                in read["warnings"], str(read))
    folder.run("train", "--train", "s.tsv", "--model", "itemknn", "--save", "leak")
    leak = json.loads(folder.evaluate("leak").stdout)
    tally.check("leak", "m: the saved model has learnt from 4 of the 4 rows of test" in leak["warnings"], str(leak))
    for model, got in {"./none": "a folder that does not exist", "t.tsv": "something without a file model.json"}.items():
        outcome = folder.run(*SPLIT, "--model", model)
        tally.check(f"no model, {model}", outcome.returncode == 2 and outcome.stderr.startswith(
            f"honestrank: --model {model}: expected a model or the folder of a saved one; got {got}"), str(outcome))
    for name, message in {"": "--save: expected the name of a new folder; got none",
                          "none/m": "--save none/m: expected a folder to make it in; there is no "}.items():
        outcome = folder.save("popularity", name)
        tally.check(f"save into {name!r}", outcome.returncode == 2 and message in outcome.stderr, str(outcome))
    folder.remove()


def test_attributes(program: Program, tally: Tally) -> None:
    """Trouble with a table names its file."""
    files = {**FILES, "users.csv": "id,kind\nu1,even\nu99,odd\n", "items.csv": "id,genre\ni1,Drama\n"}
    for verb in (SPLIT, ["train", "--train", "t.tsv", "--save", "m"]):
        for model, text in (("segment(kindd)", "users.csv: expected one of the columns kind; got 'kindd'"),
                            ("attributes(kind)", "users.csv: expected attributes of users that the interactions know; "
                                                 "got 1 other, the first is 'u99'"),
                            ("metadata(genres)", "items.csv: expected one of the columns genre; got 'genres'")):
            outcome = program.run([*verb, "--users", "users.csv", "--item-attributes", "items.csv", "--model", model], files)
            tally.check(f"{verb[0]} {model}", outcome.code == 3 and text in outcome.stderr and not outcome.left, str(outcome))
    known = "id,kind\n" + "".join(f"u{user},even\n" for user in range(7))
    for table, warning in ((known, ""), (known + "u99,odd\n", "1 of 8 users have no interaction")):
        outcome = program.run(["check", "--train", "t.tsv", "--test", "s.tsv", "--users", "users.csv"],
                              {**FILES, "users.csv": table})
        tally.check(f"check: {warning}", outcome.code == 0 and warning in outcome.stdout
                    and ("no interaction" in outcome.stdout) == bool(warning), str(outcome))


def test_odd_ids(program: Program, tally: Tally) -> None:
    """Ids that a list cannot hold are refused before the training."""
    outcome = program.run(["train", "--train", "t.csv", "--model", "ease", "--save", "m"],
                          {"t.csv": "user,item\n\" a\",x\nb,y\n"})
    tally.check("odd ids", outcome.code == 3 and "without blanks around them; got ' a'" in outcome.stderr
                and not outcome.left, str(outcome))


def test_broken_models(program: Program, tally: Tally) -> None:
    folder = Folder(program)
    folder.save("ials(factors=3)", "good")

    def broken(name: str, change) -> str:  # noqa: ANN001
        shutil.copytree(folder.path / "good", folder.path / name)
        change(folder.path / name)
        outcome = folder.evaluate(name)
        return outcome.stderr if outcome.returncode == 3 else f"{outcome}"

    def describe(path: pathlib.Path, **change: object) -> None:
        text = json.loads((path / "model.json").read_text())
        text.update(change)
        text.pop("checksum")
        written = json.dumps(text, separators=(",", ":"), ensure_ascii=False)
        text["checksum"] = hashlib.sha256(written.encode()).hexdigest()
        (path / "model.json").write_text(json.dumps(text))

    def misspell(path: pathlib.Path) -> None:
        text = (path / "model.json").read_text()
        (path / "model.json").write_text(text.replace("factors=3", "factors=4"))

    def append(path: pathlib.Path) -> None:
        with (path / "user_factors.npy").open("ab") as file:
            file.write(b"x")

    messages = {
        "changed": (append, "changed/user_factors.npy: expected the bytes that model.json has the SHA-256 of; got others: "
                    "the file was changed or is incomplete"),
        "missing": (lambda path: (path / "users.txt").unlink(), "missing: expected a file users.txt; got none"),
        "no_json": (lambda path: (path / "model.json").write_text("{"),
                    "no_json/model.json: expected the description of a saved model; got something else"),
        "later": (lambda path: describe(path, version=2),
                  "later/model.json: expected version 1; got another one, which this program does not know"),
        "misspelt": (misspell, "misspelt/model.json: expected a description whose SHA-256 is its checksum; got another: it was changed"),
        "nested": (lambda path: (path / "model.json").write_text('{"format":' + "[" * 400000 + "]" * 400000 + "}"),
                   "nested/model.json: expected the description of a saved model; got something else"),
        "other_kind": (lambda path: describe(path, kind="random"),
                       "other_kind: expected scores of the kind random for random alone; got them for ials"),
        "kind": (lambda path: describe(path, kind="pickle"), "kind: expected a kind of scores that is known; got 'pickle'"),
        "model": (lambda path: describe(path, model="exec(x=1)"), "expected a model of popularity, average_rating, random, "
                  "segment, attributes, metadata, itemknn, ials, bpr, ease, multivae, neumf; got 'exec'"),
        "files": (lambda path: [describe(path, files=[]), *(array.unlink() for array in path.glob("*.npy"))],
                  "files: expected a file users.txt in model.json; got none"),
        "unlisted": (lambda path: (path / "item_bias.npy").write_bytes(b""),
                     "unlisted: expected all arrays to be listed in model.json; got item_bias.npy, which is not"),
    }
    for name, (change, message) in messages.items():
        error = broken(name, change)
        tally.check(f"broken, {name}", error == f"honestrank: {message}\n", error)
    folder.remove()


def test_killed(program: Program, tally: Tally) -> None:
    """Killed while it writes, a training leaves a whole model or none."""
    folder = Folder(program)
    # Enough users for the writing to take a while.
    (folder.path / "many.tsv").write_text("".join(f"user{u}\ti{u % 7}\n" for u in range(200000)))
    killed_writing = 0
    for attempt in range(6):
        name = f"model{attempt}"
        process = subprocess.Popen([folder.program, "train", "--train", "many.tsv", "--model", "ials(factors=64,sweeps=1)",
                                    "--save", name], cwd=folder.path, stdout=subprocess.DEVNULL)
        while process.poll() is None and not list(folder.path.glob(f"{name}.partial-*")):
            time.sleep(0.001)
        time.sleep(0.01 * attempt)
        process.send_signal(signal.SIGKILL)
        process.wait()
        killed_writing += bool(list(folder.path.glob(f"{name}.partial-*")))
        if (folder.path / name).exists():
            outcome = folder.run("evaluate", "--train", "many.tsv", "--test", "s.tsv", "--model", f"m={name}")
            tally.check("whole or none", outcome.returncode == 0, str(outcome))
    tally.check("killed while writing", killed_writing > 0, "the program was always faster")
    outcome = folder.run("train", "--train", "many.tsv", "--model", "popularity", "--save", "model0.again")
    tally.check("trains beside what was left", outcome.returncode == 0, str(outcome))
    folder.remove()


def main() -> None:
    program = Program(sys.argv[1])
    tally = Tally()
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            test(program, tally)
    tally.finish()


if __name__ == "__main__":
    main()
