"""Columns of tables are found as those of files."""

import pathlib
import re

import numpy
import pytest

import honestrank as hr
from honestrank import _native

FORMATS = pathlib.Path(__file__).resolve().parents[2] / "docs/file_formats.md"


@pytest.fixture(params=["pandas", "polars", "pyarrow"])
def make(request):
    module = pytest.importorskip(request.param)
    return module.table if request.param == "pyarrow" else module.DataFrame


def rows_of(data):
    """Every row, by id."""
    users, items = data.users.tolist(), data.items.tolist()
    columns = [[users[user] for user in data.user.tolist()], [items[item] for item in data.item.tolist()]]
    columns += [own.tolist() for own in (data.rating, data.timestamp) if own is not None]
    return list(zip(*columns, strict=True))


HEADERS = [
    ["user_id", "movie_id", "rating", "movie"],
    ["user", "user_id", "item_id", "rating"],
    ["user_id:token", "item_id:token", "label:float", "rating:float", "timestamp:float"],
    ["userID", "artistID", "weight"],
    ["User-ID", "ISBN", "Book-Rating"],
    ["qid", "query", "docid", "relevance"],
    ["query_id", "doc_id", "relevance", "score"],
    ["reviewerID", "asin", "overall", "unixReviewTime"],
    ["date", "user", "item", "ts", "created_at", "datetime"],
    ["artist", "song", "track_id", "session", "customer"],
    ["Unnamed: 0", "index", "userId", "product", "stars"],
]


@pytest.mark.parametrize("header", HEADERS, ids=lambda header: ",".join(header))
def test_columns_are_those_of_files(header, make, tmp_path):
    rows = [[10 * row + column for column in range(len(header))] for row in (1, 2)]
    (tmp_path / "table.csv").write_text("".join(",".join(map(str, row)) + "\n" for row in [header, *rows]))
    read = hr.read_interactions(tmp_path / "table.csv")
    table = make(dict(zip(header, map(list, zip(*rows, strict=True)), strict=True)))
    assert rows_of(hr.interactions(table)) == rows_of(read)


def test_names_are_those_of_the_page():
    if not FORMATS.is_file():
        pytest.skip("without the documents")
    for role in ("user", "item", "rating", "timestamp"):
        row = re.search(rf"^\| {role} \| (.*) \|$", FORMATS.read_text(), re.MULTILINE)
        assert re.findall("`(.*?)`", row[1]) == _native.column_names(role)


def test_parquet_keeps_grades(tmp_path):
    parquet, pyarrow = pytest.importorskip("pyarrow.parquet"), pytest.importorskip("pyarrow")
    table = pyarrow.table({"query_id": ["q", "q"], "doc_id": ["a", "b"], "relevance": [0, 2], "text": ["", ""]})
    parquet.write_table(table, tmp_path / "qrels.parquet")
    assert rows_of(hr.read_parquet(tmp_path / "qrels.parquet")) == [("q", "a", 0), ("q", "b", 2)]
    assert hr.read_interactions(tmp_path / "qrels.parquet").rating.tolist() == [0, 2]
    named = hr.read_parquet(tmp_path / "qrels.parquet", columns={"item": "text", "grade": "relevance"})
    assert rows_of(named) == [("q", "", 0), ("q", "", 2)]


def test_given_ratings_go_before_grades_that_are_found(make):
    table = make({"user": [0, 0], "item": [1, 2], "label": [1, 0], "stars": [2, 5]})
    assert hr.interactions(table).rating.tolist() == [1, 0]
    assert hr.interactions(table, columns={"rating": "stars"}).rating.tolist() == [2, 5]
    assert hr.interactions(table, columns={"grade": "stars"}).rating.tolist() == [2, 5]
    # Item 2 is in the second place: as a gain of 5 it counts more than the 2 of the first, as a rating the same.
    run = make({"user": [0, 0], "item": [1, 2], "score": [0.9, 0.5]})
    scores = numpy.array([[0.0, 0.9, 0.5]], dtype="float32")
    for predictions in (run, scores):
        gains, ratings = (
            hr.evaluate(table, predictions, metrics=["ndcg@2"], columns={role: "stars"})["ndcg@2"].value
            for role in ("grade", "rating")
        )
        assert gains < ratings == 1
        assert hr.evaluate(table, predictions, metrics=["recall@1"])["recall@1"].value == 1  # label 0 is not relevant


def test_judgments_go_before_ratings_that_stand_beside_them(make):
    truth = make({"user": ["a", "a"], "item": ["x", "y"], "rating": [5, 4], "relevance": [0, 1]})
    run = make({"user": ["a", "a"], "item": ["x", "y"], "score": [2.0, 1.0]})
    assert hr.evaluate(truth, run, metrics=["rr"])["rr"].value == 0.5


def test_unknown_roles_are_refused(make):
    table = make({"user": [0], "item": [1], "stars": [2]})
    with pytest.raises(ValueError, match="expected some of user, item, rating, .*; got 'ratings'"):
        hr.interactions(table, columns={"ratings": "stars"})
    with pytest.raises(ValueError, match="got 'ratings'"):
        hr.evaluate(table, {0: [1]}, columns={"ratings": "stars"})


def test_two_columns_of_one_name_are_refused():
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    rows = [[1, 2, 3], [4, 5, 6]]
    twice = pandas.DataFrame(rows, columns=["user", "item", "user"])
    for table in (twice, pyarrow.table([[1], [2], [3]], names=["user", "item", "user"])):
        with pytest.raises(ValueError, match="expected one column for the user; got 'user' and 'user'"):
            hr.interactions(table)
        with pytest.raises(ValueError, match="expected one column 'user'; got several"):
            hr.interactions(table, columns={"user": "user"})
    table = pandas.DataFrame(rows, columns=["user_id", "item", "userId"])
    with pytest.raises(ValueError, match="got 'user_id' and 'userId'; name one with columns={'user': ...}"):
        hr.interactions(table)
    assert rows_of(hr.interactions(table, columns={"user": "userId"})) == [("3", "2"), ("6", "5")]
