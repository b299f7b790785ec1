"""What is installed, for bug reports."""

from __future__ import annotations

from . import _native

_OTHERS = ["numpy", "scipy", "pandas", "polars", "pyarrow", "torch"]


def show_config() -> None:
    """Prints the version, the machine and the packages that honestrank works with.

        >>> hr.show_config()  # doctest: +ELLIPSIS
        honestrank  ...
    """
    for key, value in config().items():
        print(f"{key:<12}{value}")


def command_beside(interpreter: str) -> str | None:
    """The program that the wheel installed, also where its environment is not active."""
    import os
    import shutil

    return shutil.which("honestrank", path=os.path.dirname(interpreter))


def config() -> dict[str, str]:
    """What `show_config` prints."""
    import importlib.metadata
    import platform
    import shutil
    import sys

    result = {
        "honestrank": _native.__version__,
        "extension": str(_native.__file__),
        "command": shutil.which("honestrank") or command_beside(sys.executable) or "not in the PATH",
        "python": f"{platform.python_version()} ({sys.executable})",
        "machine": f"{platform.system()} {platform.machine()}",
        "threads": str(_native.thread_count()),
    }
    for package in _OTHERS:
        try:
            result[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            result[package] = "not installed"
    return result
