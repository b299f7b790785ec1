"""Tables of notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of texts."""
    lines = ["<table>", "<tr>" + "".join(f"<th>{escape(head)}</th>" for head in heads) + "</tr>"]
    lines += ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
    return "\n".join([*lines, "</table>"])


def remarks(notes: Iterable[str], warnings: Iterable[str]) -> str:
    """What is said below tables."""
    lines = [f"<p>{escape(note)}</p>" for note in notes]
    lines += [f"<p><b>warning:</b> {escape(warning)}</p>" for warning in warnings]
    return "\n".join(lines)


def rounded(value: float | None, form: str = ".4f") -> str:
    """A number, or a dash where there is none."""
    return "-" if value is None or value != value else format(value, form)


def interval(low: float, high: float, form: str = ".4f") -> str:
    """Two numbers, or a dash."""
    return "-" if low != low else f"{rounded(low, form)}..{rounded(high, form)}"
