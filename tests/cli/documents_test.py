"""Every command of README.md, docs/*.md and the examples of --help runs.

Where the page shows what a command prints, readme_test.py compares it; all others run here, on small files that stand
in for those that they read. What cannot is named in UNTRIED with the reason, and is read by the program at least.
"""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from documents import Command, Page, commands_of, read_pages
from help_text import OPTION, examples_of, options_of, verbs_of
from program import Tally
from stand_ins import inputs_of

UNTRIED = {
    "reproduce aaai23": "trains and samples five models a hundred times, two of them with libtorch",
}
if "neural" not in sys.argv:
    UNTRIED["--model multivae"] = "needs libtorch"


def with_data(words: list[str]) -> list[str]:
    return [word.replace("$DATA", "data") for word in words]


def run(program: str, folder: str, words: list[str]) -> subprocess.CompletedProcess:
    return subprocess.run([program, *words], cwd=folder, capture_output=True, text=True, check=False, timeout=300)


def check_runs(program: str, tally: Tally, commands: list[Command]) -> None:
    """Commands of one block, one after the other, in a folder of their own."""
    with tempfile.TemporaryDirectory() as name:
        folder, stand_ins = pathlib.Path(name), set()
        for command in commands:
            words = with_data(command.words)
            for path, content in inputs_of(words).items():
                file = folder / path
                if file.exists() and path not in stand_ins:
                    continue  # an earlier command wrote it
                data = content(path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data.encode() if isinstance(data, str) else data)
                stand_ins.add(path)
            done = run(program, name, words)
            tally.check(f"{command.page}: {command.text}", done.returncode == 0,
                        f"{done.returncode}\n{done.stdout}{done.stderr}")


def check_is_read(program: str, tally: Tally, command: Command) -> None:
    """Without its files: they are missed (3, 4), the command is not (2)."""
    with tempfile.TemporaryDirectory() as folder:
        done = run(program, folder, with_data(command.words))
        tally.check(f"{command.page}: {command.text}", done.returncode in (3, 4), f"{done.returncode} {done.stderr}")


def check_mention(program: str, tally: Tally, verbs: list[str], page: str, words: list[str]) -> None:
    """In running text words stand for others: verb and options are what can be checked."""
    if words[0] == "VERB" or words[0].startswith("--"):
        return
    text = " ".join(words)
    known = options_of(program, words[0]) if words[0] in verbs else set()
    tally.check(f"{page}: `honestrank {text}`", words[0] in verbs and set(OPTION.findall(text)) <= known, str(known))


def check_nothing_is_missed(tally: Tally, page: Page, verbs: list[str]) -> None:
    """The commands that a search for their words finds are those that were found as commands."""
    counted = len(re.findall(rf"honestrank\s+(?:{'|'.join(verbs)})\b", page.text))
    found = len(page.commands) + sum(words[0] in verbs for words in page.mentions)
    tally.check(f"{page.name}: commands", counted == found, f"found {found} of {counted}")


def main() -> None:
    program, source = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    tally, verbs, used = Tally(), verbs_of(program), set()
    commands = [command for verb in verbs
                for command in commands_of(f"{verb} --help", 0, examples_of(program, verb))]
    for page in read_pages(source):
        commands += [command for command in page.commands if command.output is None]
        check_nothing_is_missed(tally, page, verbs)
        for words in page.mentions:
            check_mention(program, tally, verbs, page.name, words)
    blocks: dict[tuple[str, int], list[Command]] = {}
    for command in commands:
        untried = [words for words in UNTRIED if words in command.text]
        used |= set(untried)
        if untried:
            check_is_read(program, tally, command)
        else:
            blocks.setdefault((command.page, command.block), []).append(command)
    for block in blocks.values():
        check_runs(program, tally, block)
    tally.check("UNTRIED names no more than there is", used == set(UNTRIED), str(set(UNTRIED) - used))
    tally.finish()


if __name__ == "__main__":
    main()
