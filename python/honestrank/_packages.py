"""Other packages, imported when they are needed and not before."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any


def require(package: str, what: str) -> ModuleType:
    """The package, or an ImportError that says what it is needed for."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        name = package.partition(".")[0]
        raise ImportError(f"{what} needs {name}, which is not installed: pip install {name}") from error


def is_from(value: Any, package: str) -> bool:
    """Whether a value's type comes from a package, without importing it."""
    module = type(value).__module__
    return package in sys.modules and (module == package or module.startswith(package + "."))


def is_sparse(value: Any) -> bool:
    """Whether it is a scipy matrix or array."""
    return is_from(value, "scipy") and hasattr(value, "tocsr")


def is_table(value: Any) -> bool:
    """Whether it is a table with named columns: pandas, polars, pyarrow or any other Arrow producer."""
    if is_from(value, "pandas"):
        return hasattr(value, "columns")
    return hasattr(value, "__arrow_c_stream__") or is_from(value, "polars")


def is_array(value: Any) -> bool:
    """Whether it is an array that can be read without a copy."""
    return not is_table(value) and any(
        hasattr(value, name) for name in ("__dlpack__", "__array_interface__", "__array__")
    )


def detached(value: Any) -> Any:
    """A tensor without its gradient, on the CPU; other values as they are."""
    if is_from(value, "torch") and hasattr(value, "detach"):
        return value.detach().cpu()
    return value
