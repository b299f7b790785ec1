"""Arrays as the bytes of .npy files: the tests need no numpy."""

from __future__ import annotations

import struct


def npy(dtype: str, shape: str, data: bytes, order: str = "False") -> bytes:
    header = f"{{'descr': '{dtype}', 'fortran_order': {order}, 'shape': {shape}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


def matrix(rows: list[list[float]], dtype: str = "<f4") -> bytes:
    """Numbers of dtype <f2, <f4, <f8 or one of the > kinds, row by row."""
    letter = {"2": "e", "4": "f", "8": "d"}[dtype[2]]
    data = b"".join(struct.pack(f"{dtype[0]}{len(row)}{letter}", *row) for row in rows)
    return npy(dtype, f"({len(rows)}, {len(rows[0])})", data)


def vector(values: list[float]) -> bytes:
    return npy("<f4", f"({len(values)},)", struct.pack(f"<{len(values)}f", *values))
