"""What all results have: remarks, and the forms of the command line."""

from __future__ import annotations

from typing import Protocol


class _Report(Protocol):
    """What C++ reports have in common."""

    @property
    def notes(self) -> list[str]: ...
    @property
    def warnings(self) -> list[str]: ...
    def format(self, name: str, /) -> str: ...


class ReportForms:
    """Shows a report as a table, and writes it in the other forms."""

    _report: _Report

    @property
    def notes(self) -> list[str]:
        """How to read the numbers: conventions in force, what was asked."""
        return list(self._report.notes)

    @property
    def warnings(self) -> list[str]:
        """What limits trust in the numbers."""
        return list(self._report.warnings)

    def __str__(self) -> str:
        return self._report.format("table").rstrip("\n")

    def __repr__(self) -> str:
        return str(self)

    def to_latex(self) -> str:
        """The table for a paper. That of a comparison has models by metrics: best values bold, superscripts that name
        the models a value is significantly better than."""
        return self._report.format("latex")

    def to_markdown(self) -> str:
        """The tables in Markdown."""
        return self._report.format("markdown")

    def to_csv(self) -> str:
        """The rows in full precision."""
        return self._report.format("csv")

    def to_json(self) -> str:
        """What `--format json` prints."""
        return self._report.format("json")
