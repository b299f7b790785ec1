#!/usr/bin/env python3
"""Our arrays against numpy's and scipy's: each reads what the other wrote.

usage: numpy_interop_test.py PROGRAM, where PROGRAM is built from numpy_interop_program.cpp
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

import numpy as np
import scipy.sparse

PROGRAM = None

TYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
         "float16", "float32", "float64"]
SHAPES = [(), (0,), (1,), (7,), (3, 4), (4, 0, 2), (2, 3, 5), (1, 1, 1, 6)]


def run(*words):
    return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True)


def array_of(dtype, shape, seed=1):
    """Values across the range of the type; for floats with infinities and subnormals."""
    dtype = np.dtype(dtype)
    count = int(np.prod(shape))
    bits = np.random.default_rng(seed).integers(0, 256, count * dtype.itemsize, dtype=np.uint8)
    if dtype.kind == "b":
        return (bits % 2).astype(bool).reshape(shape)
    array = np.frombuffer(bits.tobytes(), dtype).copy()
    if dtype.kind == "f":
        array[np.isnan(array)] = np.inf
        array[1:2] = np.finfo(dtype).smallest_subnormal
    return array.reshape(shape)


def parse_line(line):
    """name, dtype, shape and values as `show` prints them."""
    words, values = line.split(":")
    name, dtype, *shape = words.split()
    shape = tuple(map(int, shape[0].split("x"))) if shape else ()
    kind = np.dtype(dtype) if dtype in ("int64", "uint64", "float64") else np.dtype("float32")
    return name, dtype, np.array(values.split(), dtype=kind).reshape(shape)


class InteropTest(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self._folder.name)

    def tearDown(self):
        self._folder.cleanup()

    def succeed(self, *words):
        done = run(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def refuse(self, *words):
        done = run(*words)
        self.assertEqual(done.returncode, 3, done.stderr)
        return done.stderr.strip()

    def assert_shown(self, line, name, array):
        shown_name, dtype, values = parse_line(line)
        self.assertEqual((shown_name, dtype), (name, str(array.dtype)))
        expected = array.astype(values.dtype)
        self.assertEqual(values.shape, expected.shape)
        self.assertEqual(values.tobytes(), expected.tobytes())

    def test_every_type_and_shape_is_read_as_numpy_wrote_it(self):
        path = self.folder / "a.npy"
        for dtype in TYPES:
            for shape in SHAPES:
                with self.subTest(dtype=dtype, shape=shape):
                    array = array_of(dtype, shape)
                    np.save(path, array)
                    self.assert_shown(self.succeed("show", path), "-", array)

    def test_every_format_version_is_read(self):
        array = array_of("float32", (3, 4))
        for version in [(1, 0), (2, 0), (3, 0)]:
            with open(self.folder / "a.npy", "wb") as file:
                np.lib.format.write_array(file, array, version=version)
            self.assert_shown(self.succeed("show", self.folder / "a.npy"), "-", array)

    def test_written_npy_files_are_byte_for_byte_those_of_numpy(self):
        for dtype in TYPES:
            for shape in SHAPES:
                with self.subTest(dtype=dtype, shape=shape):
                    np.save(self.folder / "a.npy", array_of(dtype, shape))
                    self.succeed("npy", self.folder / "a.npy", self.folder / "b.npy")
                    self.assertEqual((self.folder / "a.npy").read_bytes(),
                                     (self.folder / "b.npy").read_bytes())

    def test_fortran_order_is_refused_only_where_it_matters(self):
        path = self.folder / "a.npy"
        np.save(path, np.asfortranarray(array_of("float32", (3, 4))))
        self.assertEqual(self.refuse("show", path),
                         f"{path}: expected C order; got Fortran order; save it with "
                         "numpy.ascontiguousarray(array)")
        for shape in [(6,), (1, 6), (6, 1)]:
            array = np.asfortranarray(array_of("float32", shape))
            np.save(path, array)
            self.assert_shown(self.succeed("show", path), "-", array)

    def test_the_advice_in_messages_works(self):
        path = self.folder / "a.npy"
        array = array_of("float32", (3, 4))
        np.save(path, array.astype(">f4"))
        self.assertEqual(self.refuse("show", path),
                         f"{path}: expected little-endian numbers; got big-endian '>f4'; save it "
                         "with array.astype('<f4')")
        np.save(path, array.astype(">f4").astype("<f4"))
        self.assert_shown(self.succeed("show", path), "-", array)

    def test_other_dtypes_are_refused(self):
        path = self.folder / "a.npy"
        structured = np.zeros(2, dtype=[("user", "<i4"), ("é", "<f4")])
        for array, words in [(np.array(["ab"]), "got text"), (np.array([b"ab"]), "got text"),
                             (np.array([{}]), "pickles are never loaded"),
                             (structured, "got a structured dtype"),
                             (np.zeros(2, complex), "got dtype '<c16'"),
                             (np.zeros(2, "M8[s]"), "got dtype '<M8[s]'")]:
            np.save(path, array, allow_pickle=True)
            self.assertIn(words, self.refuse("show", path))

    def test_npz_files_of_numpy_are_read(self):
        path = self.folder / "a.npz"
        arrays = {f"{dtype}_array": array_of(dtype, (5, 3)) for dtype in TYPES}
        for save in [np.savez, np.savez_compressed]:
            save(path, **arrays)
            lines = self.succeed("show", path).splitlines()
            self.assertEqual(len(lines), len(arrays))
            for line, (name, array) in zip(lines, arrays.items()):
                self.assert_shown(line, name, array)

    def test_npz_files_written_to_a_stream_are_read(self):
        class Stream:
            """A file that cannot seek: zipfile then puts the sizes behind the data."""

            read = None  # numpy knows a file by this

            def __init__(self, file):
                self.write, self.flush = file.write, file.flush

        with open(self.folder / "a.npz", "wb") as file:
            np.savez_compressed(Stream(file), a=np.arange(10))
        self.assert_shown(self.succeed("show", self.folder / "a.npz"), "a", np.arange(10))

    def test_written_npz_files_are_read_by_numpy(self):
        arrays = {"größe": array_of("float64", (100, 7)), "b": array_of("int32", ()),
                  "none": array_of("float32", (0, 3))}
        np.savez(self.folder / "a.npz", **arrays)
        for words in [("npz", "stored"), ("npz", "deflated"), ("wide",)]:
            target = self.folder / "b.npz"
            self.succeed(words[0], self.folder / "a.npz", target, *words[1:])
            self.assertIsNone(zipfile.ZipFile(target).testzip())
            with np.load(target) as loaded:
                self.assertEqual(list(loaded), list(arrays))
                for name, array in arrays.items():
                    self.assertEqual(loaded[name].dtype, array.dtype)
                    np.testing.assert_array_equal(loaded[name], array)

    def test_sparse_matrices_go_both_ways(self):
        source, target = self.folder / "a.npz", self.folder / "b.npz"
        random = np.random.default_rng(3)
        for kind in [scipy.sparse.csr_matrix, scipy.sparse.csr_array]:
            for dtype in ["float32", "float64", "int32", "int64", "uint8", "bool"]:
                for compressed in [False, True]:
                    with self.subTest(kind=kind, dtype=dtype, compressed=compressed):
                        dense = (random.random((40, 30)) < 0.1) * random.integers(1, 6, (40, 30))
                        matrix = kind(dense.astype(dtype))
                        scipy.sparse.save_npz(source, matrix, compressed=compressed)
                        self.succeed("csr", source, target)
                        back = scipy.sparse.load_npz(target)
                        back.check_format(full_check=True)
                        self.assertEqual(back.shape, matrix.shape)
                        self.assertEqual(back.dtype, np.float32)
                        np.testing.assert_array_equal(back.toarray(), dense.astype(dtype))

    def test_sparse_matrices_may_have_wide_unsorted_indices_and_empty_rows(self):
        source, target = self.folder / "a.npz", self.folder / "b.npz"
        matrix = scipy.sparse.csr_matrix(
            (np.array([1.0, 2.0, 3.0]), np.array([2, 0, 1], np.int64),
             np.array([0, 2, 2, 3], np.int64)), shape=(3, 4))
        matrix.indices = matrix.indices.astype(np.int64)
        matrix.indptr = matrix.indptr.astype(np.int64)
        scipy.sparse.save_npz(source, matrix)
        self.succeed("csr", source, target)
        back = scipy.sparse.load_npz(target)
        self.assertTrue(back.has_sorted_indices)
        np.testing.assert_array_equal(back.toarray(), matrix.toarray())

    def test_other_sparse_formats_are_refused_and_the_advice_works(self):
        source, target = self.folder / "a.npz", self.folder / "b.npz"
        for name in ["csc", "coo", "bsr", "dia"]:
            matrix = scipy.sparse.eye(5, format=name)
            scipy.sparse.save_npz(source, matrix)
            self.assertEqual(self.refuse("csr", source, target),
                             f"{source}: expected the format 'csr'; got '{name}'; convert it with "
                             "matrix.tocsr()")
            scipy.sparse.save_npz(source, matrix.tocsr())
            self.succeed("csr", source, target)

    def test_duplicates_are_refused_and_the_advice_works(self):
        source, target = self.folder / "a.npz", self.folder / "b.npz"
        matrix = scipy.sparse.csr_matrix((np.ones(3), [1, 1, 0], [0, 2, 3]), shape=(2, 2))
        scipy.sparse.save_npz(source, matrix)
        self.assertIn("merge them with matrix.sum_duplicates()",
                      self.refuse("csr", source, target))
        matrix.sum_duplicates()
        scipy.sparse.save_npz(source, matrix)
        self.succeed("csr", source, target)
        np.testing.assert_array_equal(scipy.sparse.load_npz(target).toarray(), [[0, 2], [1, 0]])


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
