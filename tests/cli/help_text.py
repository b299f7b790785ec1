"""What the program says of itself."""

from __future__ import annotations

import re
import subprocess

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")


def help_of(program: str, *verb: str) -> str:
    return subprocess.run([program, *verb, "--help"], capture_output=True, text=True, check=True).stdout


def verbs_of(program: str) -> list[str]:
    return re.findall(r"^  ([a-z]+)", help_of(program).split("Subcommands:")[1], re.MULTILINE)


def examples_of(program: str, verb: str) -> list[str]:
    """The lines below `Examples:`."""
    return [line.removeprefix("  ") for line in help_of(program, verb).partition("\nExamples:\n")[2].splitlines()]


def options_of(program: str, verb: str) -> set[str]:
    lines = re.findall(r"^  (?:-h,)?(--\S+)", help_of(program, verb), re.MULTILINE)
    return {OPTION.match(line)[0] for line in lines}
