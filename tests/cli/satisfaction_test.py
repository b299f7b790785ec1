"""The verb satisfaction: results, notes, files, and what it says about bad input."""

import json
import random
import sys

from program import Outcome, Program, Tally


def rows(part: int) -> str:
    """Ratings of 40 users: even ones like even items. Part 0 is half of them, part 1 a quarter."""
    drawn = random.Random(3)
    lines = []
    for user in range(40):
        for item in range(12):
            if (0, 0, 1, 2)[drawn.randrange(4)] == part:
                lines.append(f"u{user}\ti{item}\t{5 if item % 2 == user % 2 else 2}\n")
    return "".join(lines)


FILES = {
    "t.tsv": rows(0), "s.tsv": rows(1), "all.tsv": rows(0) + rows(1),
    "users.csv": "id,kind,name\n" + "".join(f"u{n},{'even' if n % 2 == 0 else 'odd'},n{n}\n" for n in range(40)),
    "items.csv": "id,genre\n" + "".join(f"i{n},{'a' if n % 2 == 0 else 'b'}\n" for n in range(14)),
    "log.tsv": "depth\n" + "".join(f"{1 + n % 5}\n" for n in range(50)),
}
SPLIT = ["satisfaction", "--train", "t.tsv", "--test", "s.tsv"]


def results(outcome: Outcome) -> dict[tuple[str, str], dict]:
    if outcome.code != 0:
        return {}
    return {(row["model"], row["metric"]): row for row in json.loads(outcome.stdout)["results"]}


def test_values(program: Program, tally: Tally) -> None:
    arguments = [*SPLIT, "--users", "users.csv", "--item-attributes", "items.csv", "--model", "popularity",
                 "--model", "average_rating", "--model", "segment(kind)", "--model", "attributes(kind)", "--model", "metadata",
                 "--shrink", "1", "--format", "json"]
    one = program.run([*arguments, "--threads", "1"], FILES)
    values = results(one)
    tally.check("rows", len(values) == 61 and all(0 <= row["value"] <= 2 for (_, metric), row in values.items()
                                                  if not metric.startswith("gain")), str(one))
    value = {model: row["value"] for (model, metric), row in values.items() if metric == "satisfaction"}
    tally.check("knowing the kind helps", value["segment(kind)"] > value["average_rating"]
                and value["metadata"] > value["average_rating"], str(value))
    for model in value:
        shares = [values[model, name]["value"] for name in ("hit_share", "mishit_share", "not_rated_share")]
        tally.check(f"shares, {model}", abs(sum(shares) - 1) < 1e-12, str(shares))
    notes = json.loads(one.stdout)["notes"]
    tally.check("paired tests", sum("paired t test, 40 users" in note for note in notes) == 4, str(notes))
    two = program.run([*arguments, "--threads", "2"], FILES)
    tally.check("threads", results(two) == values, str(two))


def test_parts_and_users(program: Program, tally: Tally) -> None:
    arguments = [*SPLIT, "--model", "popularity", "--model", "ease", "--format", "json"]
    values = results(program.run(arguments, FILES))
    for model in ("popularity", "ease"):
        value = {metric: row["value"] for (name, metric), row in values.items() if name == model}
        tally.check(f"satisfaction is success times liking, {model}", abs(value["satisfaction"] - value["success"] * value["liking"]) < 1e-12, str(value))
        tally.check(f"parts, {model}", 0 < value["precision@10"] <= 1 and 0 < value["liking@1"] <= 2 and 0 < value["liking@10"] <= 2, str(value))
        share = values[model, "hit_share"]
        tally.check(f"shares have errors, {model}", share["standard_error"] > 0 and share["low"] < share["value"] < share["high"], str(share))
    written = program.written([*arguments, "--per-user", "u.tsv"], FILES, "u.tsv").splitlines()
    tally.check("users", written[0] == "model\tuser\tsatisfaction\tsuccess" and len(written) == 81, str(written[:3]))
    own = [float(line.split("\t")[2]) for line in written if line.startswith("ease\t")]
    tally.check("mean over users", abs(sum(own) / 40 - values["ease", "satisfaction"]["value"]) < 1e-12, str(own))
    for name, text in {"satisfaction": "D(rank) sigma(item) (rating - t)", "success": "sum over N = 1..z of w_N P_N"}.items():
        outcome = program.run(["explain", name], {})
        tally.check(f"explain {name}", outcome.code == 0 and text in outcome.stdout, str(outcome))
    tally.check("explain success of trec_eval", "hit" in program.run(["explain", "success_10", "--like", "trec_eval"], {}).stdout, "")


def test_permutations(program: Program, tally: Tally) -> None:
    base = [*SPLIT, "--users", "users.csv", "--model", "average_rating", "--shrink", "1", "--format", "json"]
    told = program.run([*base, "--model", "segment(kind)", "--model", "segment(coin)", "--permutations", "39"], {**FILES, "users.csv": coins(40)})
    values = results(told)
    gain = {metric: values["segment(kind)", metric]["value"] for metric in ("gain", "gain_shuffled", "gain_p_value")}
    tally.check("attributes that tell", gain["gain_p_value"] == 1 / 40 and gain["gain"] > 3 * abs(gain["gain_shuffled"]), str(gain))
    difference = values["segment(kind)", "satisfaction"]["value"] - values["average_rating", "satisfaction"]["value"]
    tally.check("gain over the list for everybody", abs(gain["gain"] - difference) < 1e-12, f"{gain} {difference}")
    tally.check("attributes that tell nothing", values["segment(coin)", "gain_p_value"]["value"] > 0.05, str(values["segment(coin)", "gain_p_value"]))
    notes = json.loads(told.stdout)["notes"]
    tally.check("permutations, notes", sum("p = 0.0250 (39 permutations), the least that so many can give; --permutations for more" in note
                                                  for note in notes) == 1
                and sum("the least that so many can give" in note for note in notes) == 1, str(notes))
    none = results(program.run([*base, "--model", "segment(kind)", "--permutations", "0"], FILES))
    tally.check("no permutations", none and not any(metric.startswith("gain") for _, metric in none), str(none))


def coins(count: int) -> str:
    drawn = random.Random(11)
    return "id,kind,coin\n" + "".join(f"u{n},{'even' if n % 2 == 0 else 'odd'},{drawn.randrange(2)}\n" for n in range(count))


def test_short_head(program: Program, tally: Tally) -> None:
    base = [*SPLIT, "--model", "average_rating", "--format", "json"]
    plain = results(program.run(base, FILES))
    step = results(program.run([*base, "--short-head", "step(3)"], FILES))
    smooth = results(program.run([*base, "--short-head", "sigmoid(3,2)"], FILES))
    key = ("average_rating", "satisfaction")
    tally.check("heads count less", 0 < step[key]["value"] < plain[key]["value"] and smooth[key]["value"] < plain[key]["value"],
                f"{plain} {step} {smooth}")
    tally.check("share of the head", step["average_rating", "head_after"]["value"] == 0
                and 0 < smooth["average_rating", "head_after"]["value"] < smooth["average_rating", "head_before"]["value"] < 1,
                f"{step} {smooth}")
    curve = program.written([*base, "--short-head", "fit", "--users", "users.csv", "--curve", "c.tsv"], FILES, "c.tsv")
    tally.check("curve", curve.startswith("head\tsatisfaction\tincrease\tkind\n0\t") and curve.count("\n") > 3, curve)
    outcome = program.run([*base, "--short-head", "fit", "--users", "users.csv"], FILES)
    tally.check("fitted", "(95 % of samples: " in outcome.stdout and "short head: chosen by 0.2 of the ratings to learn from of 40 users" in outcome.stdout and "the increase is largest" in outcome.stdout and " % (mean of kind), where " in outcome.stdout and "name" in outcome.stdout, str(outcome))


def test_browsing(program: Program, tally: Tally) -> None:
    base = [*SPLIT, "--model", "popularity"]
    text = program.written([*base, "--looks", "w", "--discounts", "d.tsv"], {**FILES, "w": "0.5\n0.5\n"}, "d.tsv")
    tally.check("discounts", text == "rank\tlooks\tdiscount\n1\t0.5\t0.75\n2\t0.5\t0.25\n", text)
    outcome = program.run([*base, "--depth-log", "log.tsv", "--depth", "4"], FILES)
    tally.check("log", outcome.code == 0 and "depths of 50 sessions" in outcome.stdout and "20 % look beyond 4" in outcome.stdout
                and "a geometric model of sessions that saw something" in outcome.stdout, str(outcome))


def test_ratings(program: Program, tally: Tally) -> None:
    arguments = ["satisfaction", "--ratings", "all.tsv", "--held-out", "0.4", "--model", "ease", "--format", "json"]
    first = program.run(arguments, FILES)
    tally.check("ratings", first.code == 0 and "held out: 0.4 of the ratings" in first.stdout, str(first))
    tally.check("same split", results(first) == results(program.run(arguments, FILES)), str(first))
    other = program.run([*arguments, "--seed", "7"], FILES)
    tally.check("other split", other.code == 0 and results(first) != results(other), str(other))


def test_head_of_train_alone(program: Program, tally: Tally) -> None:
    """The head is chosen by train: other ratings of test leave it, and the curve, as they are."""
    arguments = [*SPLIT, "--model", "average_rating", "--short-head", "fit", "--users", "users.csv", "--shrink", "1", "--curve", "c.tsv"]
    other = "".join(line.replace("\t5", "\tx").replace("\t2", "\t5").replace("\tx", "\t2") + "\n" for line in rows(1).splitlines())
    curves = [program.written(arguments, {**FILES, "s.tsv": text}, "c.tsv") for text in (rows(1), other)]
    tally.check("head of train alone", other != rows(1) and curves[0] == curves[1] and curves[0].count("\n") > 3, str(curves))


def test_constant_columns(program: Program, tally: Tally) -> None:
    table = "id,kind,planet\n" + "".join(f"u{n},{'' if n < 3 else 'even' if n % 2 == 0 else 'odd'},earth\n" for n in range(40))
    outcome = program.run([*SPLIT, "--users", "users.csv", "--model", "average_rating", "--model", "segment(planet)", "--short-head", "fit", "--shrink", "1",
                           "--format", "json"], {**FILES, "users.csv": table})
    told = json.loads(outcome.stdout) if outcome.code == 0 else {"warnings": []}
    for text in ("short head: planet has the same value in all rows, or none: it divides nobody and is not used",
                 "short head: 3 of the 40 users have no value of kind", "segment(planet): planet has the same value in all rows, or none"):
        tally.check(f"constant columns, {text[:20]}", any(text in warning for warning in told["warnings"]), str(told["warnings"]))


def test_missing_attributes(program: Program, tally: Tally) -> None:
    some = "id,kind\n" + "".join(f"u{n},{'even' if n % 2 == 0 else ('' if n == 1 else 'odd')}\n" for n in range(30))
    outcome = program.run([*SPLIT, "--users", "users.csv", "--model", "segment(kind)"], {**FILES, "users.csv": some})
    tally.check("missing", outcome.code == 0 and "11 of the 40 users of test have no value of" in outcome.stderr + outcome.stdout,
                str(outcome))


def test_heads_of_everything(program: Program, tally: Tally) -> None:
    outcome = program.run([*SPLIT, "--model", "average_rating", "--short-head", "step(100000)"], FILES)
    tally.check("all items in the head", outcome.code == 0 and "so that nothing counts" in outcome.stderr + outcome.stdout, str(outcome))


def test_repeated_ratings(program: Program, tally: Tally) -> None:
    ratings = "".join(f"u{u}\ti{i}\t{1 + (u * 3 + i) % 5}\n" for u in range(8) for i in range(12)) + "u0\ti0\t5\n"
    outcome = program.run(["satisfaction", "--ratings", "r.tsv", "--model", "average_rating", "--format", "json"], {"r.tsv": ratings})
    told = json.loads(outcome.stdout) if outcome.code == 0 else {}
    tally.check("repeated pairs", "r.tsv: 1 row repeats a pair of user and item; the last one counts" in told.get("warnings", []), str(outcome))


def test_json_has_what_was_found_out(program: Program, tally: Tally) -> None:
    table = "id,kind\n" + "".join(f"u{n},{'even' if n % 2 == 0 else 'odd'}\n" for n in range(40))
    outcome = program.run([*SPLIT, "--users", "users.csv", "--model", "average_rating", "--model", "segment(kind)", "--short-head", "fit",
                           "--format", "json"], {**FILES, "users.csv": table})
    told = json.loads(outcome.stdout) if outcome.code == 0 else {"differences": [], "quantities": {}, "results": []}
    tally.check("differences", [(row["model"], row["against"]) for row in told["differences"]] == [("segment(kind)", "average_rating")]
                and told["differences"][0]["p_value"] >= 1 / 21, str(told["differences"]))
    tally.check("quantities", set(told["quantities"]) == {"short_head", "short_head_low", "short_head_high", "short_head_increase"},
                str(told["quantities"]))
    tally.check("satisfaction first", [row["metric"] for row in told["results"][:4]] == ["satisfaction"] * 2 + ["success"] * 2,
                str(told["results"][:4]))
    missing = program.run([*SPLIT, "--users", "users.csv", "--model", "segment(kindd)"], {**FILES, "users.csv": table})
    tally.check("column of a model", missing.code == 3 and "users.csv: expected one of the columns kind; got 'kindd'" in missing.stderr,
                str(missing))


def test_attributes_that_nobody_asks_for(program: Program, tally: Tally) -> None:
    table = "id,kind\nu1,even\n"
    outcome = program.run([*SPLIT, "--users", "users.csv", "--model", "average_rating"], {**FILES, "users.csv": table})
    tally.check("unused attributes", outcome.code == 0 and "no model makes use of attributes of users" in outcome.stderr + outcome.stdout,
                str(outcome))


def test_bad_input(program: Program, tally: Tally) -> None:
    def fault(*arguments: str, **files: str) -> tuple[int, str]:
        outcome = program.run([*SPLIT, "--model", "average_rating", *arguments],
                              {**FILES, **{name.replace("_", "."): text for name, text in files.items()}})
        if outcome.left:
            return outcome.code, f"left {outcome.left}"
        return outcome.code, outcome.stderr

    cases = {
        ("--scale", "1:4"): (3, "s.tsv:1: expected ratings from 1 to 4; got 5; for other scales give --scale LOW:HIGH"),
        ("--threshold", "5"): (3, "honestrank: --threshold: expected a number from 0 to below 5, the scale of ratings; got 5"),
        ("--scale", "5"): (3, "--scale: expected the lowest and the highest rating, as in 1:10; got '5'"),
        ("--page-size", "0"): (3, "honestrank: --page-size: expected a page of at least 1 item; got 0"),
        ("--second-page", "1"): (3, "honestrank: --second-page: expected a share of users who see the second page above 0 and below 1; got 1"),
        ("--second-page", "0"): (3, "above 0 and below 1; got 0"),
        ("--page-size", "0", "--depth-log", "log.tsv"): (3, "expected a page of at least 1 item; got 0"),
        ("--page-size", "-1"): (2, "--page-size"),
        ("--second-page", "nan"): (3, "above 0 and below 1; got nan"),
        ("--depth", "0"): (3, "honestrank: --depth: expected a depth of at least 1 and at most 1000000; got 0"),
        ("--depth", "10000000000000"): (3, "honestrank: --depth: expected a depth of at least 1 and at most 1000000; got 10000000000000"),
        ("--short-head", "step(2.5)"): (3, "--short-head: expected none, step(ITEMS) or sigmoid(ITEMS,WIDTH)"),
        ("--short-head", "step(x)"): (3, "--short-head: expected none, step(ITEMS) or sigmoid(ITEMS,WIDTH)"),
        ("--curve", "c.tsv"): (2, "--curve is what --short-head fit looks at"),
        ("--known", "0,1"): (2, "--known is for --study, which is not given"),
        ("--folds", "3"): (2, "--folds is for --study, which is not given"),
        ("--repeats", "3"): (2, "--repeats is for --study, which is not given"),
        ("--attributes", "kind"): (2, "--attributes is for --study, which is not given"),
        ("--held-out", "0.5"): (2, "--held-out is for --ratings, which is not given"),
        ("--looks", "w", "--depth", "5"): (2, "--looks and --depth do not go together: lists end at the last probability"),
        ("--looks", "w", "--second-page", "0.5"): (2, "--looks and --second-page do not go together"),
        ("--looks", "w", "--page-size", "5"): (2, "--looks and --page-size do not go together"),
        ("--looks", "w", "--depth-log", "log.tsv"): (2, "--looks and --depth-log do not go together: give one of them"),
        ("--depth-log", "log.tsv", "--second-page", "0.5"): (2, "--depth-log and --second-page do not go together"),
        ("--permutations", "5"): (2, "--permutations is for models that know attributes of users, and there is none"),
        ("--short-head", "fit"): (2, "--short-head fit needs --users FILE"),
        ("--looks", "w"): (4, "w: No such file"),
        ("--ratings", "all.tsv"): (2, "--ratings is split into train and test"),
        ("--against", "nobody"): (2, "--against is for several models; one is given"),
        ("--model", "ease", "--against", "nobody"): (2, "--against: expected a model; got 'nobody'"),
        ("--model", "segment(kind)"): (3, "segment: expected a table of attributes of users; got none"),
    }
    for arguments, (code, text) in cases.items():
        outcome = fault(*arguments)
        tally.check(f"bad, {arguments}", outcome[0] == code and text in outcome[1], str(outcome))
    outcome = fault("--looks", "w.txt", w_txt="0.5\n0.6\n")
    tally.check("more than 1", outcome == (3, "honestrank: w.txt: expected probabilities that add up to at most 1; got 1.1\n"),
                str(outcome))
    outcome = fault("--looks", "w.txt", w_txt="0.5\n-1\n")
    tally.check("below 0", outcome[0] == 3 and "w.txt:2: expected the probability of a depth" in outcome[1], str(outcome))
    outcome = fault("--users", "users.csv", "--model", "segment(kind)", users_csv=FILES["users.csv"] + "stranger,even,x\n")
    strange = "users.csv: expected attributes of users that the ratings know; got 1 other, the first is 'stranger'"
    tally.check("strangers", outcome[0] == 3 and strange in outcome[1], str(outcome))
    outcome = fault("--users", "users.csv", users_csv=FILES["users.csv"] + "stranger,even,x\n")
    tally.check("strangers whom no model asks for", outcome[0] == 3 and strange in outcome[1], str(outcome))
    outcome = fault("--users", "users.csv", "--model", "segment(kind)", t_tsv="0\ta\t5\n1\ta\t2\n2\tb\t4\n", s_tsv="0\tb\t3\n",
                    users_csv="id,kind\n1,x\n2,y\n3,x\n")
    tally.check("ids from 1 and from 0", outcome[1].endswith("got 1 other, the first is '3'; ids are 1 to 3 here, 0 to 2 there: "
                                                             "are they off by one?\n"), str(outcome))
    outcome = fault(s_tsv="u0\ti2\nu1\ti0\n", t_tsv=FILES["t.tsv"])
    tally.check("no ratings", outcome[0] == 3 and "s.tsv: expected held-out interactions with ratings" in outcome[1], str(outcome))
    code, text = fault(t_tsv=FILES["t.tsv"] + "u0\ti13\t50\n")
    line = FILES["t.tsv"].count("\n") + 1
    tally.check("ratings of train", code == 3 and f"t.tsv:{line}: expected ratings from 0 to 5; got 50" in text, text)
    outcome = program.run([*SPLIT, "--model", "popularity", "--shrink", "3"], FILES)
    tally.check("shrink of nothing", outcome.code == 2 and "--shrink is for average_rating, segment, attributes and --short-head fit" in outcome.stderr, str(outcome))


def many(users: int, items: int) -> str:
    """Ratings of most pairs: even users like even items, odd ones odd items, mostly."""
    drawn = random.Random(5)
    lines = []
    for user in range(users):
        for item in range(items):
            if drawn.random() < 0.6:
                liked = drawn.random() < (0.85 if item % 2 == user % 2 else 0.15)
                lines.append(f"u{user}\ti{item}\t{5 if liked else 2}\n")
    return "".join(lines)


def kinds(count: int, letter: str) -> str:
    return "id,kind,coin\n" + "".join(f"{letter}{n},{'even' if n % 2 == 0 else 'odd'},{(n // 2) % 2}\n" for n in range(count))


STUDIED = {"all.tsv": many(80, 60), "users.csv": kinds(80, "u"), "items.csv": kinds(60, "i"), "some.csv": kinds(70, "u")}
STUDY = ["satisfaction", "--ratings", "all.tsv", "--shrink", "5", "--depth", "10"]
SMALL = ["--known", "0,1,2,4,8", "--folds", "4"]


def concluded(page: str) -> str:
    """What a page begins with."""
    return page.split("In short", 1)[-1].split("</section>", 1)[0] if "In short" in page else ""


def test_new_users(program: Program, tally: Tally) -> None:
    arguments = [*STUDY, *SMALL, "--study", "new-users", "--users", "users.csv", "--item-attributes", "items.csv"]
    kind = ["--attributes", "kind", "--format", "json"]
    one = program.run([*arguments, *kind, "--threads", "1"], STUDIED)
    values = results(one)
    names = [model for model, metric in values if metric == "satisfaction"]
    tally.check("new users, rows", names == ["known=0", "known=1", "known=2", "known=4", "known=8", "kind", "kind at random"]
                + [f"answered={n}" for n in range(1, 6)], str(one))
    if not values:
        return
    value = {model: row["value"] for (model, metric), row in values.items() if metric == "satisfaction"}
    tally.check("new users, the curve rises", value["known=0"] < value["known=2"] < value["known=8"], str(value))
    worth = values["kind", "ratings_worth"]
    tally.check("new users, worth", worth["value"] is None or worth["value"] > 1, str(worth))
    said = json.loads(one.stdout)
    tally.check("new users, notes", any(note.startswith("kind is worth ") and "95 % of samples of users" in note
                                        for note in said["notes"])
                and any(note.startswith("5 answers are worth ") for note in said["notes"]), str(said["notes"]))
    page = program.written([*arguments, *kind, "--report", "r.html"], STUDIED, "r.html")
    short = concluded(page)
    tally.check("new users, page", "<li>kind is worth " in short and "<li>5 answers are worth " in short
                and "80 new users, up to 8 known ratings of each" in page and "models, 2 metrics" not in page, short or page[:200])
    two = program.run([*arguments, *kind, "--threads", "2"], STUDIED)
    tally.check("new users, threads", results(two) == values, str(two))
    other = program.run([*arguments, *kind, "--seed", "1"], STUDIED)
    tally.check("new users, seed", other.code == 0 and results(other) != values, str(other))
    table = program.run([*arguments, "--attributes", "kind,coin", "--short-head", "step(5)"], STUDIED)
    tally.check("new users, table", table.code == 0 and "kind and coin are worth" in table.stdout.replace("\n  ", " "), str(table))
    missing = program.run([*STUDY, *SMALL, "--study", "new-users", "--users", "some.csv", "--attributes", "kind", "--short-head", "fit"], STUDIED)
    text = (missing.stdout + missing.stderr).replace("\n  ", " ")
    tally.check("new users, missing", missing.code == 0 and "7 of the 65 new users have no value of kind" in text
                and "the increase is largest" in text and "15 users whom it is chosen by" in text, str(missing))


def test_constant_attributes_of_newcomers(program: Program, tally: Tally) -> None:
    users = "id,kind,planet\n" + "".join(f"u{n},{n % 2},earth\n" for n in range(80))
    items = "id,even,odd,planet\n" + "".join(f"i{n},{(n + 1) % 2},{n % 2},earth\n" for n in range(60))
    files = {**STUDIED, "users.csv": users, "items.csv": items}
    told = program.run([*STUDY, *SMALL, "--study", "new-users", "--users", "users.csv", "--attributes", "kind,planet", "--format", "json"], files)
    names = [model for model, _ in results(told)]
    tally.check("newcomers, constant", "kind" in names and "planet has the same value in all rows" in told.stdout, str(told))
    flags = program.run([*STUDY, *SMALL, "--study", "new-users", "--item-attributes", "items.csv", "--format", "json"], files)
    tally.check("newcomers, flags", "questions, in this order: even, odd\"" in flags.stdout or "questions, in this order: odd, even\"" in flags.stdout, str(flags))
    new = [*STUDY, *SMALL, "--study", "new-items", "--item-attributes", "items.csv", "--format", "json"]
    tally.check("new items, flags", "metadata: even and odd" in program.run(new, files).stdout, "")
    alone = program.run([*new, "--attributes", "planet"], files)
    tally.check("new items, constant alone", alone.code == 3 and "items.csv: expected attributes that tell items apart; got none" in alone.stderr, str(alone))


def test_newcomers_whose_tastes_are_noise(program: Program, tally: Tally) -> None:
    drawn = random.Random(9)
    noise = "".join(f"u{n}\ti{item}\t{drawn.choice((2, 5))}\n" for n in range(80) for item in range(60) if drawn.random() < 0.6)
    asked = [*STUDY, *SMALL, "--study", "new-users", "--users", "users.csv", "--attributes", "kind", "--format", "json", "--report", "r.html"]
    told = program.run(asked, {**STUDIED, "all.tsv": noise})
    short = concluded(program.last.get("r.html", b"").decode())
    worth = results(told)["kind", "ratings_worth"]
    text = "cannot be told, since known ratings do not raise the satisfaction"
    tally.check("newcomers, noise", text in str(worth["diagnostics"]) and f"what is worth how many ratings: {text}" in told.stdout, str(told))
    tally.check("newcomers, noise concludes nothing", f"what is worth how many ratings: {text}" in short and "kind is worth" not in short, short)


def test_new_items(program: Program, tally: Tally) -> None:
    arguments = [*STUDY, *SMALL, "--study", "new-items", "--item-attributes", "items.csv", "--attributes", "kind", "--format", "json"]
    one = program.run([*arguments, "--threads", "1"], STUDIED)
    values = results(one)
    names = [model for model, metric in values if metric == "satisfaction"]
    tally.check("new items, rows", names == ["known=0", "known=1", "known=2", "known=4", "known=8", "metadata", "metadata at random"], str(one))
    if not values:
        return
    value = {model: row["value"] for (model, metric), row in values.items() if metric == "satisfaction"}
    tally.check("new items, the curve rises", value["known=0"] < value["known=2"] < value["known=8"], str(value))
    tally.check("new items, metadata", value["metadata"] > value["known=1"], str(value))
    notes = json.loads(one.stdout)["notes"]
    tally.check("new items, notes", any(note.startswith("metadata is worth ") for note in notes), str(notes))
    page = program.written([*arguments, "--report", "r.html"], STUDIED, "r.html")
    tally.check("new items, page", "<li>metadata is worth " in concluded(page) and " new items, up to 8 known ratings of each" in page, page[:200])
    tally.check("new items, threads", results(program.run([*arguments, "--threads", "2"], STUDIED)) == values, "")


def test_bad_studies(program: Program, tally: Tally) -> None:
    users = ["--study", "new-users"]
    cases = {
        (*users, "--known", "0,x"): (2, "--known: expected numbers of ratings, as in 0,1,2,5; got '0,x'"),
        (*users, "--known", "2,1"): (3, "honestrank: --known: expected rising numbers, from 0 on; got 2,1"),
        (*users, "--known", "0,500"): (3, "all.tsv: expected at least 10 users with 510 ratings each"),
        (*users, "--known", "0,2", "--folds", "1"): (3, "honestrank: --folds: expected a number of at least 2; got 1"),
        (*users, "--known", "0,2", "--repeats", "0"): (3, "honestrank: --repeats: expected a number of at least 1; got 0"),
        (*users, "--model", "ease"): (2, "--study and --model do not go together: a study has models and splits of its own"),
        (*users, "--held-out", "0.3"): (2, "--study and --held-out do not go together"),
        (*users, "--permutations", "3"): (2, "--study and --permutations do not go together"),
        (*users, "--against", "known=0"): (2, "--study and --against do not go together"),
        (*users, "--per-user", "u.tsv"): (2, "--study and --per-user do not go together"),
        ("--study", "new-items", "--item-attributes", "items.csv", "--users", "users.csv"): (2, "--study new-items and --users do not go together"),
        (*users, "--attributes", "kind"): (2, "--attributes of new users need --users FILE"),
        (*users, "--users", "users.csv", "--attributes", "size"): (3, "users.csv: "),
        (*users, "--short-head", "fit"): (2, "--short-head fit needs --users FILE"),
        (*users, "--scale", "1:4"): (3, "all.tsv:1: expected ratings from 1 to 4; got 5"),
        ("--study", "new-items"): (2, "--study new-items needs --item-attributes FILE"),
        ("--study", "new-shops"): (2, "--study"),
    }
    for arguments, (code, text) in cases.items():
        outcome = program.run([*STUDY, *arguments], STUDIED)
        tally.check(f"bad study, {arguments}", outcome.code == code and text in outcome.stderr, str(outcome))
    outcome = program.run([*STUDY, *users, "--users", "users.csv"], {**STUDIED, "users.csv": kinds(81, "u")})
    tally.check("bad study, strangers", outcome.code == 3 and "users.csv: expected attributes of users that the ratings know; "
                "got 1 other, the first is 'u80'" in outcome.stderr, str(outcome))
    outcome = program.run(["satisfaction", *users], STUDIED)
    tally.check("bad study, no ratings", outcome.code == 2 and "--study needs --ratings FILE" in outcome.stderr, str(outcome))


def main() -> None:
    program = Program(sys.argv[1])
    tally = Tally()
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            test(program, tally)
    tally.finish()


if __name__ == "__main__":
    main()
