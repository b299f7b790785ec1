"""Bad input, one row each: exact message, exit code 3, and no output file left behind."""

from __future__ import annotations

import gzip
import struct
import sys

from npy import csr, matrix, npy, npz, vector
from program import Program, Tally

QRELS = "q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 2\n"
RUN = "q1 Q0 d1 1 0.5 tag\nq1 Q0 d2 2 0.4 tag\nq2 Q0 d1 1 0.3 tag\n"
RANKS = "a\t1\nb\t20\n"
TRAIN = "u1\ti1\t5\nu1\ti2\t3\nu2\ti1\t4\n"


def line_of_two_gigabytes() -> bytes:
    """A gzip file of 2,048 members with 1 MiB of one letter each: one line of 2 GiB."""
    return gzip.compress(b"a" * (1 << 20), mtime=0) * 2048


def damaged(data: bytes) -> bytes:
    return data[:20] + b"\xff" * 8 + data[28:]


def ranks(content: bytes | str, *more: str):
    return (["evaluate", "--ranks", "r.tsv", "--items", "100", *more], {"r.tsv": content})


def trec(qrels: bytes | str = QRELS, run: bytes | str = RUN, *more: str):
    return (["evaluate", "--qrels", "q.txt", "--run", "r.txt", *more], {"q.txt": qrels, "r.txt": run})


def train(content: bytes | str):
    return (["check", "--train", "t.tsv"], {"t.tsv": content})


def known(train: str):
    return (["check", "--train", "t.tsv", "--user-ids", "u.txt", "--item-ids", "i.txt"],
            {"t.tsv": train, "u.txt": "0\n1\n2\n", "i.txt": "0\n1\n2\n3\n"})


def array(content: bytes):
    return (["check", "--array", "a.npy"], {"a.npy": content})


def models(more: list[str] | None = None, **files: bytes | str):
    """Two users by three items, evaluated by factors; files replace the good ones, v for v.npy."""
    return (["evaluate", "--train", "t.tsv", "--test", "s.tsv", *(more or FACTORS)],
            {"t.tsv": "0\t0\n1\t1\n", "s.tsv": "0\t1\n1\t2\n", "u.npy": U, "v.npy": V,
             **{NAMES[name]: content for name, content in files.items()}})


def attributes(content: bytes | str):
    return (["check", "--attributes", "a.csv"], {"a.csv": content})


U = matrix([[1, 2], [3, 4]])
V = matrix([[1, 0], [0, 1], [1, 1]])
FACTORS = ["--user-factors", "u.npy", "--item-factors", "v.npy"]
SCORES = ["--scores", "m.npy"]
NAMES = {"t": "t.tsv", "s": "s.tsv", "u": "u.npy", "v": "v.npy", "b": "b.npy", "m": "m.npy", "w": "w.npy",
         "users": "users.txt", "items": "items.txt", "c": "c.txt"}
NAN = float("nan")

FOUR = struct.pack("<4f", 1, 2, 3, 4)

CASES = {
    "truncated gzip": (
        train(gzip.compress(TRAIN.encode() * 50, mtime=0)[:-12]),
        "t.tsv: expected a complete gzip file; got a truncated one"),
    "damaged gzip": (
        trec(run=damaged(gzip.compress(RUN.encode() * 50, mtime=0))),
        "r.txt: expected gzip data; got damaged data"),
    "too few columns": (train("u1\ti1\t5\nu1\ti2\n"), "t.tsv:2: expected 3 fields; got 2"),
    "short lists": (
        train("0 1 2 3\n1 6\n2 7\n"),
        "t.tsv:2: expected 4 fields; got 2; for lists (user item item ...) give --layout lists"),
    "too many columns": (train("u1\ti1\t5\nu1\ti2\t3\t9\n"), "t.tsv:2: expected 3 fields; got 4"),
    "one column": (train("u1\nu2\n"), 
        "t.tsv:1: expected at least 2 fields (user, item); got 1; give --separator, or --layout lists"),
    "rating in words": (
        train("u1\ti1\t5\nu1\ti2\tgood\n"),
        "t.tsv:2: expected a number as rating (column 3); got 'good'"),
    "rating NaN": (
        train("u1\ti1\t5\nu1\ti2\tnan\n"),
        "t.tsv:2: expected a number as rating (column 3); got 'nan'"),
    "rating infinite": (
        train("u1\ti1\t5\nu1\ti2\tinf\n"),
        "t.tsv:2: expected a number as rating (column 3); got 'inf'"),
    "timestamp in words": (
        train("u1\ti1\t5\t100\nu1\ti2\t4\tlater\n"),
        "t.tsv:2: expected a number or an ISO date as timestamp (column 4); got 'later'"),
    "empty user id": (train("u1\ti1\t5\n\ti2\t4\n"), "t.tsv:2: expected a user id; got an empty field"),
    "empty item id": (train("u1\ti1\t5\nu2\t\t4\n"), "t.tsv:2: expected an item id; got an empty field"),
    "quote without end": (
        train('u1,i1,5\nu2,"i2,4\n'),
        "t.tsv:2: expected a closing quote on the same line; got none"),
    "empty file": (train(""), "t.tsv: expected interactions; got an empty file"),
    "header alone": (train("user\titem\trating\n"), "t.tsv: expected interactions; got a file without any"),
    "binary": (
        train(b"u1\ti1\t5\nu1\ti2\x00\t5\n"),
        "t.tsv:2: expected text; got a NUL byte (a binary or UTF-16 file?)"),
    "UTF-16": (
        train("u1\ti1\t5\n".encode("utf-16")),
        "t.tsv: expected a text file; got UTF-16; convert it to UTF-8"),
    "zip": (train(b"PK\x03\x04 and so on"), "t.tsv: expected a text file; got a zip archive; unpack it first"),
    "neither UTF-8 nor Latin-1": (
        train(b"u1\ti1\t5\nu\x81\ti2\t4\n"),
        "t.tsv:2: expected UTF-8 or Latin-1 text; got the id 'u?'"),
    "line of 2 GB": (
        train(line_of_two_gigabytes()),
        "t.tsv:1: expected lines of at most 64 MiB; got a longer one"),
    "candidate line": (
        (["check", "--candidates", "c.txt"], {"c.txt": "(1,2)\t3\n1\t2\n"}),
        "c.txt:2: expected (user,item) followed by candidates; got '1?2'"),
    "attribute id twice": (
        attributes("id,gender\n1,F\n2,M\n1,F\n"), "a.csv:4: expected each id once; got '1' again"),
    "attribute columns": (attributes("id,gender\n1,F\n2\n"), "a.csv:3: expected 2 fields; got 1"),
    "negative rank": (
        ranks("a\t1\nb\t-3\n"), "r.tsv:2: expected a whole number of at least 1 as rank; got '-3'"),
    "rank 0": (ranks("a\t1\nb\t0\n"), "r.tsv:2: expected a whole number of at least 1 as rank; got '0'"),
    "rank beyond 64 bits": (
        ranks("a\t1\nb\t18446744073709551616\n"),
        "r.tsv:2: expected a whole number of at most 18446744073709551615 as rank; got '18446744073709551616'"),
    "rank with decimals": (
        ranks("a\t1\nb\t2.5\n"), "r.tsv:2: expected a whole number of at least 1 as rank; got '2.5'"),
    "rank NaN": (ranks("a\t1\nb\tnan\n"), "r.tsv:2: expected a whole number of at least 1 as rank; got 'nan'"),
    "rank beyond the items": (
        ranks("a\t1\nb\t101\n"), "r.tsv:2: expected a rank of at most 100 (items); got 101"),
    "user twice with one rank": (
        ranks("a\t7\nb\t1\na\t7\n"), "r.tsv:3: expected at most 1 item(s) at rank 7; got 2 for user 'a'"),
    "overlapping ties": (
        ranks("user\trank\ttied\na\t5\t4\na\t7\t0\n"),
        "r.tsv:3: expected tie groups that do not overlap; got ranks 5 and 7 for user 'a'"),
    "two numbers of items": (
        ranks("user\trank\titems\na\t5\t50\na\t7\t60\n"),
        "r.tsv:3: expected one number of items a user; got 50 and 60 for user 'a'"),
    "no users": (ranks(""), "r.tsv: expected ranks; got an empty file"),
    "items unknown": (
        (["evaluate", "--ranks", "r.tsv"], {"r.tsv": RANKS}),
        "r.tsv: expected a column 'items' or the number of items (--items N); got neither"),
    "rank file not UTF-8": (ranks(b"\xe9\t1\n"), "r.tsv:1: expected UTF-8 text; got the id '?'"),
    "score NaN": (
        trec(run="q1 Q0 d1 1 0.5 tag\nq1 Q0 d2 2 nan tag\n"),
        "r.txt:2: expected a number as score (field 5); got 'nan'"),
    "run fields": (
        trec(run="q1 Q0 d1 1 0.5 tag\n# fine\nq1 Q0 d2 2 0.4\n"), "r.txt:3: expected 6 fields; got 5"),
    "document retrieved twice": (
        trec(run=RUN + "q1 Q0 d1 3 0.2 tag\n"),
        "r.txt:4: expected each document once per query; got 'd1' again for query 'q1'"),
    "document judged twice": (
        trec(qrels=QRELS + "q1 0 d1 1\n"),
        "q.txt:4: expected each document once per query; got 'd1' again for query 'q1'"),
    "grade in words": (
        trec(qrels="q1 0 d1 yes\n"), "q.txt:1: expected a number as grade (field 4); got 'yes'"),
    "empty qrels": (trec(qrels=""), "q.txt: expected at least one line; got none"),
    "more documents than items": (
        trec(QRELS, RUN, "--items", "1"),
        "rank_run: expected at most 1 items; got 2 retrieved and 0 other relevant ones for query 'q1'"),
    "unknown item": (known("0\t3\t5\n1\t4\t5\n"), "t.tsv:2: expected one of the 4 known item ids; got '4'"),
    "negative id": (known("0\t3\t5\n-1\t3\t5\n"), "t.tsv:2: expected one of the 3 known user ids; got '-1'"),
    "id listed twice": (
        (["check", "--train", "t.tsv", "--item-ids", "i.txt"], {"t.tsv": TRAIN, "i.txt": "i1\ni2\ni1\n"}),
        "i.txt:3: expected each id once; got 'i1' again"),
    "more columns than a table without header has": (
        train("1 0 55 1 12.5\n2 0 56 1 12.5\n"),
        "t.tsv:1: expected a header that names the columns where there are more than 4; got none over 5 columns; "
        "give --columns, or --layout lists"),
    "header that does not tell the item": (
        train("review_id,user_id,hotel_id,rating\n1,2,3,5\n"),
        "t.tsv:1: expected a header that tells the item; got the columns review_id, user_id, hotel_id, rating; give --columns"),
    "two columns of one name": (
        train("user_id,userId,item\n1,2,3\n"), "t.tsv:1: expected one column 'user_id'; got several; give --columns"),
    "nobody to evaluate": (
        trec(qrels="q9 0 d1 0\n"),
        "evaluate: expected users that tag can be evaluated for; got none; 1 left out: no relevant item"),
    "unknown metric": (
        ranks(RANKS, "--metrics", "ndgc@10"),
        "expected the name of a metric; got 'ndgc@10'; did you mean ndcg@10?"),
    "npy with lying shape": (array(npy("<f4", "(3, 2)", FOUR)),
        "a.npy: expected 24 bytes of data for shape (3, 2) of float32; got 16"),
    "npy in Fortran order": (array(npy("<f4", "(2, 2)", FOUR, "True")),
        "a.npy: expected C order; got Fortran order; save it with numpy.ascontiguousarray(array)"),
    "npy big-endian": (array(npy(">f4", "(2, 2)", FOUR)),
        "a.npy: expected little-endian numbers; got big-endian '>f4'; save it with array.astype('<f4')"),
    "npy with objects": (array(npy("|O", "(2, 2)", FOUR)),
        "a.npy: expected an array of numbers; got Python objects (dtype 'O'); pickles are never loaded"),
    "npy with negative shape": (array(npy("<f4", "(-1, 2)", FOUR)),
        "a.npy: expected lengths of 0 or more in the shape; got '-1'"),
    "npy of overflowing shape": (array(npy("<f4", f"({1 << 62}, {1 << 62})", FOUR)),
        "a.npy: expected a shape of less than 2^64 bytes; got (4611686018427387904, 4611686018427387904) elements of 4 bytes"),
    "npy cut off": (array(npy("<f4", "(2, 2)", FOUR)[:20]),
        "a.npy: expected a header of 118 bytes; got 10"),
    "factors of two widths": (
        models(v=matrix([[1, 0, 1], [0, 1, 1], [1, 1, 1]])),
        "u.npy and v.npy: expected equal numbers of columns; got 2 and 3"),
    "item factors transposed": (
        models(v=matrix([[1, 0, 1], [0, 1, 1]])),
        "u.npy and v.npy: expected equal numbers of columns; got 2 and 3"),
    "factors in one dimension": (models(u=vector([1, 2])), "u.npy: expected 2 dimensions; got 1"),
    "bias of another length": (
        models([*FACTORS, "--item-bias", "b.npy"], b=vector([1, 2])),
        "v.npy and b.npy: expected equal numbers of items; got 3 and 2"),
    "bias a matrix": (
        models([*FACTORS, "--item-bias", "b.npy"], b=V),
        "b.npy: expected a vector; got a matrix of 3 by 2"),
    "models of other users": (
        models([*FACTORS, "--user-factors", "w.npy"], w=V),
        "u.npy and w.npy: expected equal numbers of users; got 2 and 3"),
    "models of other items": (
        models([*FACTORS, *SCORES], m=matrix([[1, 2], [3, 4]])),
        "v.npy and m.npy: expected equal numbers of items; got 3 and 2"),
    "factors float64": (
        models(u=matrix([[1, 2], [3, 4]], "<f8")),
        "u.npy: expected float32 or float16; got float64; save it with array.astype('float32'), or give "
        "--allow-float64 to have it rounded"),
    "float64 beyond float32": (
        models([*SCORES, "--allow-float64"], m=matrix([[1, 2, 3], [1, 1e300, 3]], "<f8")),
        "m.npy: expected values within the range of float32; got 1e+300 at position 4"),
    "factors of whole numbers": (
        models(u=npy("<i4", "(2, 2)", FOUR)), "u.npy: expected float32 or float16; got int32; save it with array.astype('float32')"),
    "factors big-endian": (
        models(v=matrix([[1, 0], [0, 1], [1, 1]], ">f4")),
        "v.npy: expected little-endian numbers; got big-endian '>f4'; save it with array.astype('<f4')"),
    "NaN in user factors": (models(u=matrix([[1, 2], [NAN, 4]])),
        "u.npy: expected numbers; got NaN in row 1, column 0 (from 0)"),
    "NaN in item factors": (models(v=matrix([[1, 0], [0, 1], [1, NAN]])),
        "v.npy: expected numbers; got NaN in row 2, column 1 (from 0)"),
    "NaN in a bias": (models([*FACTORS, "--item-bias", "b.npy"], b=vector([0, NAN, 0])),
        "b.npy: expected numbers; got NaN in row 1"),
    "no rows": (models(u=npy("<f4", "(0, 2)", b"")), "u.npy: expected rows and columns; got 0 by 2"),
    "NaN in scores": (models(SCORES, m=matrix([[1, 2, 3], [1, 2, NAN]])),
        "m.npy: expected scores that are numbers; got NaN for user '1' and item '2'"),
    "NaN in scores, with ids": (
        models([*SCORES, "--user-ids", "users.txt", "--item-ids", "items.txt"], m=matrix([[1, 2, 3], [1, 2, NAN]]),
               users="Ann\nBob\n", items="x\ny\nz\n", t="Ann\tx\n", s="Bob\ty\n"),
        "m.npy: expected scores that are numbers; got NaN for user 'Bob' and item 'z'"),
    "user without a row": (
        models(s="0\t1\n2\t2\n"), "s.tsv:2: expected one of the 2 known user ids; got '2'"
        "; without --user-ids they are the row numbers 0 to 1 of u.npy; ids that count "
        "from 1 need --user-ids"),
    "item without a row": (
        models(t="0\t0\n1\t1\n\n1\t3\n"), "t.tsv:4: expected one of the 3 known item ids; got '3'"
        "; without --item-ids they are the row numbers 0 to 2 of v.npy; ids that count "
        "from 1 need --item-ids"),
    "id that is not listed": (
        models([*FACTORS, "--item-ids", "items.txt"], items="x\ny\nz\n", t="0\tx\n", s="0\ty\n1\t1\n"),
        "s.tsv:2: expected one of the 3 known item ids; got '1'"
        "; known are those of items.txt"),
    "too few ids": (
        models([*FACTORS, "--user-ids", "users.txt"], users="x\n"),
        "users.txt and u.npy: expected equal numbers of users; got 1 and 2"),
    "too many ids": (
        models([*FACTORS, "--item-ids", "items.txt"], items="0\n1\n2\n3\n"),
        "items.txt and v.npy: expected equal numbers of items; got 4 and 3"),
    "catalogue with an item without a row": (
        models([*FACTORS, "--catalogue", "c.txt"], c="1\n2\n7\n"),
        "c.txt: expected ids of the 3 items of v.npy; got '7' (id 3)"),
    "held-out item outside the catalogue": (
        models([*FACTORS, "--catalogue", "c.txt"], c="0\n1\n"),
        "s.tsv: expected held-out items of the catalogue c.txt; got item '2' for user '1'"),
    "pairs in train and test": (
        models(s="0\t1\n1\t1\n0\t0\n"),
        "t.tsv and s.tsv: expected no pair of user and item in both, since what is in train is never ranked; got 2, "
        "first user '0' and item '0'"),
    "empty test file": (models(s=""), "s.tsv: expected interactions; got an empty file"),
    "npz that is no matrix": (models(t=npz({"a": U})),
        "t.tsv: expected a matrix saved by scipy.sparse.save_npz; got an .npz file without the array 'format'"),
    "matrix by columns": (models(t=csr([{0: 1}], 3, "csc")),
        "t.tsv: expected the format 'csr'; got 'csc'; convert it with matrix.tocsr()"),
    "matrix with a user without a row": (models(s=csr([{}, {}, {1: 1}], 3)),
        "s.tsv: expected one of the 2 known user ids; got row 2 of the matrix"
        "; without --user-ids they are the row numbers 0 to 1 of u.npy; ids that count "
        "from 1 need --user-ids"),
    "matrix with an item without a row": (models(s=csr([{1: 1}, {3: 1}], 4)),
        "s.tsv: expected one of the 3 known item ids; got column 3 of the matrix"
        "; without --item-ids they are the row numbers 0 to 2 of v.npy; ids that count "
        "from 1 need --item-ids"),
    "matrix with NaN": (models(t=csr([{0: 1, 2: NAN}, {}], 3)),
        "t.tsv: expected finite numbers as values; got nan in row 0, column 2"),
    "sparse scores": (models(SCORES, m=csr([{1: 1}, {2: 1}], 3)),
        "m.npy: expected a dense array; got a scipy sparse matrix; save it with numpy.save(path, matrix.toarray())"),
    "matrix without entries": (models(t=csr([{}, {}], 3)),
        "t.tsv: expected interactions; got a matrix without entries"),
    "not an array": (array(b"1,2\n3,4\n"),
        "a.npy: expected an .npy file; got a file that begins with '1,2\\x0a3,4\\x0a'"),
}


def main() -> None:
    program = Program(sys.argv[1])
    tally = Tally()
    for name, ((arguments, files), message) in CASES.items():
        if arguments[0] == "evaluate":
            arguments = [*arguments, "--out", "result.json", "--per-user", "users.csv"]
        for threads in ("1", "2"):
            outcome = program.run([*arguments, "--threads", threads], files)
            case = f"{name} ({threads} threads)"
            tally.check(case, outcome.code == 3, f"exit code {outcome.code}")
            tally.check(case, outcome.stderr == f"honestrank: {message}\n",
                        f"\n  expected {message}\n  got      {outcome.stderr}")
            tally.check(case, not outcome.left, f"left behind: {outcome.left}")
    tally.finish()


if __name__ == "__main__":
    main()
