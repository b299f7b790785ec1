#!/usr/bin/env python3
"""Fail if a module includes a module that is not below it. The order is the architecture.

The programs stand on top: cli and python include public headers and their own, nothing else of ours. neural, a
library of its own that src/models loads, stands beside sampling; nobody else knows libtorch.
"""

import pathlib
import re
import sys

# Lowest first; tests, fuzz and benchmarks may include everything.
LAYERS = ["base", "kernels", "data", "models", "rankings", "metrics", "satisfaction", "sampling", "estimators",
          "comparison", "report"]
INCLUDE = re.compile(r'^\s*#\s*include\s+"(honestrank/)?([a-z_]+)/')
ANY_INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')
PRIVATE_IN_PUBLIC = re.compile(r'^\s*#\s*include\s+["<](?!honestrank/)[a-zA-Z0-9_]+/')


def violations(root: pathlib.Path):
    for top in (root / "include" / "honestrank", root / "src"):
        for path in sorted(top.rglob("*")):
            module = path.relative_to(top).parts[0]
            if path.suffix not in {".h", ".cpp", ".cu", ".cuh"}:
                continue
            if module not in LAYERS:
                yield f"{path}: module {module} is not in the list of layers"
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                if match and match[2] in LAYERS and LAYERS.index(match[2]) > LAYERS.index(module):
                    yield f"{path}:{number}: {module} must not include {match[2]}"
                if top.name == "honestrank" and PRIVATE_IN_PUBLIC.match(line):
                    yield f"{path}:{number}: a public header speaks standard C++ only: {line.strip()}"


def neural_violations(root: pathlib.Path):
    """neural includes its own headers, what a ranking and a metric need, and nothing above."""
    for path in sorted((root / "neural").rglob("*")):
        if path.suffix not in {".h", ".cpp"}:
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if match and match[2] in LAYERS[LAYERS.index("metrics") + 1:]:
                yield f"{path}:{number}: neural must not include {match[2]}"
    for path in sorted([*(root / "src").rglob("*.h"), *(root / "src").rglob("*.cpp")]):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = ANY_INCLUDE.match(line)
            if match and match[2].startswith(("torch/", "ATen/", "c10/", "neural/")):
                yield f"{path}:{number}: only neural includes {match[2]}"


def program_violations(root: pathlib.Path, program: str):
    modules = [path.name for path in (root / "src").iterdir() if path.is_dir()]
    for path in sorted((root / program).rglob("*")):
        if path.suffix not in {".h", ".cpp"}:
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = ANY_INCLUDE.match(line)
            if not match or match[2].startswith("honestrank/"):
                continue
            quoted, name = match[1] == '"', match[2]
            if quoted and not ((path.parent / name).is_file() or (root / program / name).is_file()):
                yield f"{path}:{number}: {program} includes public headers and its own only: {name}"
            elif name.split("/")[0] in modules or ".." in name:
                yield f"{path}:{number}: {program} must not include the private {name}"


if __name__ == "__main__":
    root = pathlib.Path(sys.argv[1])
    found = [*violations(root), *neural_violations(root), *program_violations(root, "cli"),
             *program_violations(root, "python")]
    print("\n".join(found) or "layering: ok")
    sys.exit(bool(found))
