"""The help of every verb is readable, docs/cli.md has every option, and no page has one that the program lacks."""

from __future__ import annotations

import os
import pathlib
import re
import sys

from documents import read_pages
from help_text import OPTION, help_of, options_of, verbs_of
from program import Tally

# Sections of docs/cli.md that speak of several verbs.
INPUTS = ["evaluate"]  # "takes the models that evaluate takes"
SECTIONS = {
    "train": ["train", "evaluate", "satisfaction"], "check": ["check", *INPUTS],
    "sample": ["sample, expect, estimate", "satisfaction", *INPUTS], "expect": ["sample, expect, estimate"],
    "estimate": ["sample, expect, estimate"], "satisfaction": ["satisfaction", *INPUTS],
    "compare": ["compare", "sample, expect, estimate", "satisfaction", *INPUTS], "evaluate": ["evaluate", "satisfaction"],
}
OTHER_TOOLS = {"--preset", "--prefix", "--build", "--install", "--target", "--verbose", "--write"}


def sections_of(text: str) -> dict[str, set[str]]:
    parts = re.split(r"^## (.*)$", text, flags=re.MULTILINE)
    return {title: set(OPTION.findall(body)) for title, body in zip(parts[1::2], parts[2::2])}


def main() -> None:
    program, source = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    tally, verbs = Tally(), verbs_of(program)
    tally.check("verbs", len(verbs) >= 12, str(verbs))
    for verb in ([], *([verb] for verb in verbs)):
        text = help_of(program, *verb)
        tally.check(f"help {verb}: 80 columns", all(len(line) <= 80 for line in text.splitlines()), text)

    known = {verb: options_of(program, verb) for verb in verbs}
    sections = sections_of((source / "docs" / "cli.md").read_text())
    for verb in verbs:
        said = set().union(*(sections[title] for title in ["Results", *SECTIONS.get(verb, [verb])])) | {"--help"}
        tally.check(f"docs/cli.md: {verb}", known[verb] <= said, f"lacks {sorted(known[verb] - said)}")
    every = set().union(*known.values(), {"--version"}, OTHER_TOOLS)
    for page in read_pages(source):
        named = set(OPTION.findall(page.text))
        tally.check(f"{page.name}: options", named <= every, f"there is no {sorted(named - every)}")
    tally.finish()


if __name__ == "__main__":
    main()
