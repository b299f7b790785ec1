"""Inputs that could be misread: what is refused, what counts once, and whose numbers count."""

import pytest

import honestrank as hr


def test_the_layout_of_a_file_can_be_given(tmp_path):
    path = tmp_path / "lists.txt"
    path.write_text("u1 i1 i2\nu2 i2 i3\n")
    assert len(hr.read_interactions(path, layout="lists")) == 4
    assert len(hr.read_interactions(path, layout="table", rating_column="none")) == 2
    with pytest.raises(ValueError, match="layout: expected one of table, lists, candidates; got 'list'"):
        hr.read_interactions(path, layout="list")
    with pytest.raises(ValueError, match="separator, header and columns are for tables; got layout 'lists'"):
        hr.read_interactions(path, layout="lists", separator=" ")
    with pytest.raises(ValueError, match="Parquet files are tables; got layout 'lists'"):
        hr.read_interactions("ratings.parquet", layout="lists")


def test_files_of_trec_are_dicts(tmp_path):
    qrels, run = tmp_path / "qrels", tmp_path / "run"
    qrels.write_text("q1 0 d1 1\nq1 0 d2 0.5\nq2 0 d1 -1\nq2 0 é 2\n")
    run.write_text("q1 Q0 d2 1 0.5 tag\nq2 Q0 é 1 2 tag\nq1 Q0 d1 2 0.25 tag\n")
    truth, lists = hr.read_qrels(qrels), hr.read_run(run)
    assert truth == {"q1": {"d1": 1, "d2": 0.5}, "q2": {"d1": -1, "é": 2}}
    assert [type(grade) for own in truth.values() for grade in own.values()] == [int, float, int, int]
    assert lists == {"q1": {"d2": 0.5, "d1": 0.25}, "q2": {"é": 2.0}}
    assert hr.evaluate(truth, lists, metrics="rr", like="trec_eval")["rr"].value == 1
    qrels.write_text("q1 0 d1 1\nq1 0 d1 1\n")
    with pytest.raises(ValueError, match="qrels:2: expected each document once per query"):
        hr.read_qrels(qrels)
    with pytest.raises(OSError):
        hr.read_run(tmp_path / "none")
