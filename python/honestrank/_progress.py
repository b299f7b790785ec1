"""A line on a terminal that says how far a long call has come."""

from __future__ import annotations

import sys
from collections.abc import Callable

Progress = bool | Callable[[str, int, int], object] | None


def shown(progress: Progress) -> Callable[[str, int, int], object] | None:
    """What the library is to call: the caller's function, a line on the terminal for True, or nothing."""
    if progress is True:
        return _line if sys.stderr.isatty() else None
    return progress if callable(progress) else None


def _line(task: str, done: int, total: int) -> None:
    share = f" {100 * done // total} %" if total else ""
    end = "\n" if total and done == total else ""
    sys.stderr.write(f"\r{task}{share}{end}")
    sys.stderr.flush()
