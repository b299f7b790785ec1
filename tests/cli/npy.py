"""Arrays as the bytes of .npy files: the tests need no numpy."""

from __future__ import annotations

import io
import struct
import zipfile


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


def integers(values: list[int]) -> bytes:
    return npy("<i4", f"({len(values)},)", struct.pack(f"<{len(values)}i", *values))


def npz(arrays: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in arrays.items():
            archive.writestr(f"{name}.npy", content)
    return file.getvalue()


def csr(rows: list[dict[int, float]], columns: int, kind: str = "csr") -> bytes:
    """A matrix as scipy.sparse.save_npz writes it."""
    limits = [sum(len(row) for row in rows[:end]) for end in range(len(rows) + 1)]
    return npz({"indices": integers([column for row in rows for column in row]),
                "indptr": integers(limits),
                "format": npy("|S3", "()", kind.encode()),
                "shape": npy("<i8", "(2,)", struct.pack("<2q", len(rows), columns)),
                "data": vector([value for row in rows for value in row.values()])})
