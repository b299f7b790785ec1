"""Finds the commands of the program in README.md and docs/*.md."""

from __future__ import annotations

import pathlib
import re
import shlex
from dataclasses import dataclass, field

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`(honestrank\s[^`]+)`")


@dataclass
class Command:
    page: str
    block: int  # commands of one block follow each other: one reads what another wrote
    words: list[str]
    output: str | None = None  # what the page shows of it

    @property
    def text(self) -> str:
        return shlex.join(self.words)


@dataclass
class Page:
    name: str
    text: str
    commands: list[Command] = field(default_factory=list)  # in blocks, indented or between fences
    mentions: list[list[str]] = field(default_factory=list)  # in running text, words in capitals in place of names


def commands_of(page: str, block: int, lines: list[str]) -> list[Command]:
    """`honestrank ...`, with or without a prompt; lines that end in a backslash go on."""
    found: list[Command] = []
    shown = any(line.startswith("$ ") for line in lines)
    text, output = "", []

    def finish() -> None:
        if text.split(" ")[0] == "honestrank":
            words = shlex.split(text)[1:]
            found.append(Command(page, block, words, "\n".join(output).strip() if shown else None))

    for line in lines:
        if text.endswith("\\"):
            text = text[:-1] + line.removeprefix("> ").strip()
        elif not shown or line.startswith("$ "):
            finish()
            text, output = line.removeprefix("$ ").strip(), []
        else:
            output.append(line)
    finish()
    return found


def read_page(path: pathlib.Path, name: str) -> Page:
    page = Page(name, path.read_text())
    fenced = [match for match in BLOCK.finditer(page.text) if match[1] in ("", "sh", "console")]
    indented = re.finditer(r"(?:^    .*\n)+", page.text, re.MULTILINE)
    spans = [(match.start(), match[2]) for match in fenced]
    spans += [(match.start(), re.sub("^    ", "", match[0], flags=re.MULTILINE)) for match in indented
              if not any(block.start() < match.start() < block.end() for block in BLOCK.finditer(page.text))]
    for number, (_, text) in enumerate(sorted(spans)):
        page.commands += commands_of(name, number, text.splitlines())
    for code in CODE.findall(BLOCK.sub("", page.text)):
        page.mentions.append(code.split()[1:])
    return page


def read_pages(source: pathlib.Path) -> list[Page]:
    names = ["README.md", *sorted(f"docs/{path.name}" for path in (source / "docs").glob("*.md"))]
    return [read_page(source / name, name) for name in names]
