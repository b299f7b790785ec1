"""Links of the documents lead somewhere, files that they name exist, and the README leads to every page of docs/."""

from __future__ import annotations

import pathlib
import re
import sys

from program import Tally

FOLDERS = "benchmarks|cli|cmake|docs|examples|fuzz|include|neural|python|scripts|src|tests"


def anchors_of(text: str) -> set[str]:
    """As GitHub makes them: words joined by hyphens, everything else left out."""
    titles = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def main() -> None:
    source, tally = pathlib.Path(sys.argv[2]).resolve(), Tally()
    pages = [*source.glob("*.md"), *(source / "docs").glob("*.md"), *(source / "benchmarks").glob("*.md")]
    linked = set()
    for page in pages:
        name, text = page.relative_to(source), page.read_text()
        for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            tally.check(f"{name}: {target}", file.exists()
                        and (not anchor or anchor in anchors_of(file.read_text())), "leads nowhere")
            if name.name == "README.md" and page.parent == source:
                linked.add(file)
        for path in re.findall(rf"`((?:{FOLDERS})/[\w./-]+)[` ]", text):
            tally.check(f"{name}: {path}", (source / path).exists(), "there is no such file")
    missing = [page.name for page in (source / "docs").glob("*.md") if page.resolve() not in linked]
    tally.check("README.md leads to every page", not missing, str(missing))
    tally.finish()


if __name__ == "__main__":
    main()
