"""The demo: its numbers, its page, its conclusions."""

from __future__ import annotations

import html
import re
import sys

from program import Program, Tally


def test_demo(program: Program, tally: Tally) -> None:
    one = program.run(["demo", "--format", "csv", "--threads", "1"])
    values = {tuple(line.split(",")[:2]): float(line.split(",")[3]) for line in one.stdout.splitlines()[1:]}
    tally.check("demo: popularity beats random", values["popularity", "ndcg@10"] > 3 * values["random", "ndcg@10"], str(values))
    tally.check("demo: random is random", abs(values["random", "auc"] - 0.5) < 0.02, str(values))
    shown = program.run(["demo", "--threads", "2"]).stdout
    rows = {(words[0], words[1]): words[2] for words in map(str.split, shown.splitlines()) if len(words) == 7}
    tally.check("demo: the same for 1 and 2 threads", all(rows.get(key) == f"{value:.4f}" for key, value in values.items()),
                one.stdout + shown)
    tally.check("demo fits 80 columns", all(len(line) <= 80 for line in shown.splitlines()), shown)
    tally.check("demo writes a report", set(program.last) == {"honestrank-demo.html"}
                and "/honestrank-demo.html\n" in shown, shown)
    page = program.last["honestrank-demo.html"].decode()
    sentences = shown.split("/honestrank-demo.html\n")[1].strip()
    tally.check("demo ends with three sentences", [line.split()[0] for line in sentences.splitlines() if line[0] != " "]
                == ["Over", "Among", "Corrected"], sentences)
    best = max(("X", "Y", "Z"), key=lambda model: values[model, "ndcg@10"])
    tally.check("demo concludes from the numbers", sentences.startswith(f"Over all items {best} is best: ndcg@10 "
                f"{values[best, 'ndcg@10']:.4f}, "), sentences)
    for sentence in re.sub(r"\n  ", " ", sentences).splitlines():
        tally.check("the report has the conclusions", html.escape(sentence) in page, sentence)


def main() -> None:
    tally = Tally()
    test_demo(Program(sys.argv[1]), tally)
    tally.finish()


if __name__ == "__main__":
    main()
