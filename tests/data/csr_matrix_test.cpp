#include "honestrank/data/csr_matrix.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "crafted_npy.h"
#include "data/numpy_parsing.h"
#include "data/zip_archive.h"
#include "honestrank/base/error.h"
#include "honestrank/base/random.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::as_file;
using testing_support::bytes_of;
using testing_support::crafted_dict;
using testing_support::crafted_npy;
using testing_support::error_of;
using testing_support::TemporaryDirectory;

/// The files of an archive; the default is the matrix [[0, 5, 0], [0, 0, 0], [7, 0, 8]].
struct ScipyFile {
  std::string format = crafted_npy(crafted_dict("|S3", "()"), "csr");
  std::string shape = crafted_npy(crafted_dict("<i8", "(2,)"), bytes_of(3LL, 3LL));
  std::string indices = crafted_npy(crafted_dict("<i4", "(3,)"), bytes_of(1, 0, 2));
  std::string indptr = crafted_npy(crafted_dict("<i4", "(4,)"), bytes_of(0, 1, 1, 3));
  std::string data = crafted_npy(crafted_dict("<f4", "(3,)"), bytes_of(5.0F, 7.0F, 8.0F));
};

CsrMatrix read(const ScipyFile& file) {
  const std::vector<ZipInput> inputs = {{"indices.npy", "", as_file(file.indices)},
                                        {"indptr.npy", "", as_file(file.indptr)},
                                        {"format.npy", "", as_file(file.format)},
                                        {"shape.npy", "", as_file(file.shape)},
                                        {"data.npy", "", as_file(file.data)}};
  std::string zip;
  write_zip([&](std::string_view bytes) { zip += bytes; }, inputs, true);
  return to_csr(parse_npz(as_file(zip), nullptr, "m.npz"));
}

std::string read_error(const ScipyFile& file) {
  return error_of([&] { read(file); });
}

void expect_default(const CsrMatrix& matrix) {
  EXPECT_EQ(matrix.rows, 3U);
  EXPECT_EQ(matrix.columns, 3U);
  EXPECT_THAT(matrix.row_begin, ElementsAre(0U, 1U, 1U, 3U));
  EXPECT_THAT(matrix.column, ElementsAre(1U, 0U, 2U));
  EXPECT_THAT(matrix.value, ElementsAre(5.0F, 7.0F, 8.0F));
}

TEST(ReadCsrNpz, ReadsIndicesAndValuesOfAnyType) {
  expect_default(read({}));
  ScipyFile wide;
  wide.indices = crafted_npy(crafted_dict("<i8", "(3,)"), bytes_of(1LL, 0LL, 2LL));
  wide.indptr = crafted_npy(crafted_dict("<i8", "(4,)"), bytes_of(0LL, 1LL, 1LL, 3LL));
  wide.data = crafted_npy(crafted_dict("<f8", "(3,)"), bytes_of(5.0, 7.0, 8.0));
  expect_default(read(wide));
  ScipyFile narrow;
  narrow.indices = crafted_npy(crafted_dict("|u1", "(3,)"), std::string("\1\0\2", 3));
  narrow.data = crafted_npy(crafted_dict("|i1", "(3,)"), "\5\7\x8");
  expect_default(read(narrow));
  ScipyFile boolean;
  boolean.data = crafted_npy(crafted_dict("|b1", "(3,)"), std::string("\1\0\1", 3));
  EXPECT_THAT(read(boolean).value, ElementsAre(1.0F, 0.0F, 1.0F));
}

TEST(ReadCsrNpz, ReadsTheFormatAsBytesOrAsUnicode) {
  ScipyFile file;
  file.format = crafted_npy(crafted_dict("<U3", "()"), bytes_of(U'c', U's', U'r'));
  expect_default(read(file));
}

TEST(ReadCsrNpz, SortsRows) {
  ScipyFile file;
  file.indices = crafted_npy(crafted_dict("<i4", "(3,)"), bytes_of(1, 2, 0));
  const CsrMatrix matrix = read(file);
  EXPECT_THAT(matrix.column, ElementsAre(1U, 0U, 2U));
  EXPECT_THAT(matrix.value, ElementsAre(5.0F, 8.0F, 7.0F));
}

TEST(ReadCsrNpz, ReadsEmptyMatrices) {
  ScipyFile file;
  file.shape = crafted_npy(crafted_dict("<i8", "(2,)"), bytes_of(0LL, 0LL));
  file.indices = crafted_npy(crafted_dict("<i4", "(0,)"), "");
  file.indptr = crafted_npy(crafted_dict("<i4", "(1,)"), bytes_of(0));
  file.data = crafted_npy(crafted_dict("<f4", "(0,)"), "");
  const CsrMatrix matrix = read(file);
  EXPECT_EQ(matrix.rows, 0U);
  EXPECT_THAT(matrix.row_begin, ElementsAre(0U));
}

TEST(ReadCsrNpz, SaysHowToConvertOtherFormats) {
  for (const std::string format : {"csc", "coo", "bsr", "dia"}) {
    ScipyFile file;
    file.format = crafted_npy(crafted_dict("|S3", "()"), format);
    EXPECT_EQ(read_error(file), "m.npz: expected the format 'csr'; got '" + format +
                                    "'; convert it with matrix.tocsr()");
  }
}

TEST(ReadCsrNpz, RefusesArchivesThatScipyDidNotWrite) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "m.npz";
  const std::vector<float> values = {1};
  const NpzEntry entry{"scores", array_view(std::span(values), {1})};
  write_npz(path, {&entry, 1});
  EXPECT_EQ(error_of([&] { read_csr_npz(path); }),
            path.string() +
                ": expected a matrix saved by scipy.sparse.save_npz; got an .npz file without the "
                "array 'format'");
}

TEST(ReadCsrNpz, RefusesShapesThatAreNotRowsAndColumns) {
  ScipyFile file;
  file.shape = crafted_npy(crafted_dict("<i8", "(1,)"), bytes_of(3LL));
  EXPECT_EQ(read_error(file), "m.npz: shape.npy: expected 2 dimensions; got 1");
  file.shape = crafted_npy(crafted_dict("<i8", "(2, 1)"), bytes_of(3LL, 3LL));
  EXPECT_EQ(read_error(file), "m.npz: shape.npy: expected 1 dimension; got shape (2, 1)");
  file.shape = crafted_npy(crafted_dict("<f8", "(2,)"), bytes_of(3.0, 3.0));
  EXPECT_EQ(read_error(file), "m.npz: shape.npy: expected integers; got float64");
  file.shape = crafted_npy(crafted_dict("<i8", "(2,)"), bytes_of(-3LL, 3LL));
  EXPECT_EQ(read_error(file),
            "m.npz: shape.npy: expected numbers from 0 to 9223372036854775807; got -3 at position "
            "0");
  file.shape = crafted_npy(crafted_dict("<i8", "(2,)"), bytes_of(3LL, 1LL << 32));
  EXPECT_EQ(read_error(file),
            "m.npz: shape.npy: expected at most 4294967295 columns; got 4294967296");
  file.shape = crafted_npy(crafted_dict("<i8", "(2,)"), bytes_of(3LL, 0LL));
  EXPECT_EQ(read_error(file), "m.npz: indices.npy: expected no entries in 0 columns; got 3");
}

TEST(ReadCsrNpz, RefusesIndicesOutOfRange) {
  ScipyFile file;
  file.indices = crafted_npy(crafted_dict("<i4", "(3,)"), bytes_of(1, 3, 0));
  EXPECT_EQ(read_error(file),
            "m.npz: indices.npy: expected numbers from 0 to 2; got 3 at position 1");
  file.indices = crafted_npy(crafted_dict("|i1", "(3,)"), std::string("\1\2\xff", 3));
  EXPECT_EQ(read_error(file),
            "m.npz: indices.npy: expected numbers from 0 to 2; got -1 at position 2");
  file.indices = crafted_npy(crafted_dict("<i8", "(3,)"), bytes_of((1LL << 32) + 1, 0LL, 1LL));
  EXPECT_EQ(read_error(file),
            "m.npz: indices.npy: expected numbers from 0 to 2; got 4294967297 at position 0");
}

TEST(ReadCsrNpz, RefusesRowLimitsThatDoNotFit) {
  const auto with_indptr = [](const std::string& shape, const std::string& data) {
    ScipyFile file;
    file.indptr = crafted_npy(crafted_dict("<i4", shape), data);
    return read_error(file);
  };
  EXPECT_EQ(with_indptr("(3,)", bytes_of(0, 1, 3)),
            "m.npz: indptr.npy: expected 3 + 1 row limits; got 3");
  EXPECT_EQ(with_indptr("(4,)", bytes_of(1, 1, 1, 3)),
            "m.npz: indptr.npy: expected row limits from 0 on; got 1");
  EXPECT_EQ(with_indptr("(4,)", bytes_of(0, 2, 1, 3)),
            "m.npz: indptr.npy: expected row limits in increasing order; got 1 after 2 at row 1");
  EXPECT_EQ(with_indptr("(4,)", bytes_of(0, 1, 1, 2)),
            "m.npz: indptr.npy: expected row limits up to the number of entries, 3; got 2");
  EXPECT_EQ(with_indptr("(4,)", bytes_of(0, 1, 1, 4)),
            "m.npz: indptr.npy: expected numbers from 0 to 3; got 4 at position 3");
}

TEST(ReadCsrNpz, RefusesValuesThatDoNotMatchTheIndices) {
  ScipyFile file;
  file.data = crafted_npy(crafted_dict("<f4", "(2,)"), bytes_of(1.0F, 2.0F));
  EXPECT_EQ(read_error(file),
            "m.npz: data.npy: expected as many values as column indices, 3; got 2");
  file.data = crafted_npy(crafted_dict("<f4", "(3, 1)"), bytes_of(1.0F, 2.0F, 3.0F));
  EXPECT_EQ(read_error(file), "m.npz: data.npy: expected 1 dimension; got shape (3, 1)");
  file.data = crafted_npy(crafted_dict("<f8", "(3,)"), bytes_of(1.0, 2.0, 1e39));
  EXPECT_EQ(read_error(file),
            "m.npz: data.npy: expected values within the range of float32; got 1e+39 at position "
            "2");
}

TEST(ReadCsrNpz, RefusesDuplicates) {
  ScipyFile file;
  file.indices = crafted_npy(crafted_dict("<i4", "(3,)"), bytes_of(1, 2, 2));
  EXPECT_EQ(read_error(file),
            "m.npz: indices.npy: expected each column once in a row; got column 2 twice in row 2; "
            "merge them with matrix.sum_duplicates()");
}

CsrMatrix random_matrix(std::size_t rows, std::size_t columns) {
  const CounterRandom random(5);
  CsrMatrix matrix{rows, columns, {0}, {}, {}};
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      if (random.uniform(row, column) > 0.1) continue;
      matrix.column.push_back(column);
      matrix.value.push_back(static_cast<float>(random.normal(row, column)));
    }
    matrix.row_begin.push_back(matrix.column.size());
  }
  return matrix;
}

TEST(WriteCsrNpz, IsReadBack) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "m.npz";
  const CsrMatrix matrix = random_matrix(100, 200);
  for (const Compression compression : {Compression::stored, Compression::deflated}) {
    write_csr_npz(path, matrix, compression);
    const CsrMatrix back = read_csr_npz(path);
    EXPECT_EQ(back.rows, 100U);
    EXPECT_EQ(back.columns, 200U);
    EXPECT_EQ(back.row_begin, matrix.row_begin);
    EXPECT_EQ(back.column, matrix.column);
    EXPECT_EQ(back.value, matrix.value);
  }
}

TEST(WriteCsrNpz, WidensIndicesOnlyWhereNeeded) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "m.npz";
  CsrMatrix matrix{1, 4294967295, {0, 1}, {4294967294}, {1}};
  write_csr_npz(path, matrix);
  EXPECT_EQ(read_npz(path).array("indices").type(), ElementType::int64);
  EXPECT_EQ(read_csr_npz(path).column[0], 4294967294U);
  matrix.columns = 2147483647;
  matrix.column[0] = 2147483646;
  write_csr_npz(path, matrix);
  EXPECT_EQ(read_npz(path).array("indices").type(), ElementType::int32);
  EXPECT_EQ(read_npz(path).array("indptr").type(), ElementType::int32);
}

TEST(ValidateCsrMatrix, NamesTheFirstFault) {
  const auto fault = [](const CsrMatrix& matrix) { return error_of([&] { validate(matrix); }); };
  EXPECT_NO_THROW(validate(CsrMatrix{}));
  EXPECT_EQ(fault({2, 2, {0, 1}, {0}, {1}}), "validate: expected 2 + 1 row limits; got 2");
  EXPECT_EQ(fault({SIZE_MAX, 2, {}, {}, {}}),
            "validate: expected 18446744073709551615 + 1 row limits; got 0");
  EXPECT_EQ(fault({1, 2, {0, 1}, {0}, {}}),
            "validate: expected as many values as column indices, 1; got 0");
  EXPECT_EQ(fault({1, 2, {0, 1}, {2}, {1}}), "validate: expected columns below 2; got 2 in row 0");
  EXPECT_EQ(fault({1, 2, {0, 2}, {1, 0}, {1, 1}}),
            "validate: expected columns in increasing order; got 0 after 1 in row 0");
  EXPECT_EQ(fault({1, 2, {0, 2}, {1, 1}, {1, 1}}),
            "validate: expected each column once in a row; got column 1 twice in row 0");
}

TEST(ToInteractions, NamesAllRowsAndColumnsByTheirNumbers) {
  const Interactions interactions = to_interactions(read({}));
  EXPECT_EQ(interactions.users.size(), 3U);
  EXPECT_EQ(interactions.items.size(), 3U);
  EXPECT_EQ(interactions.users[1], "1");
  EXPECT_THAT(interactions.user, ElementsAre(0U, 2U, 2U));
  EXPECT_THAT(interactions.item, ElementsAre(1U, 0U, 2U));
  EXPECT_THAT(interactions.rating, ElementsAre(5.0, 7.0, 8.0));
  EXPECT_THAT(interactions.timestamp, IsEmpty());
  EXPECT_NO_THROW(validate(interactions));
}

TEST(ToInteractions, IsUndoneByToCsr) {
  const CsrMatrix matrix = random_matrix(50, 30);
  const CsrMatrix back = to_csr(to_interactions(matrix));
  EXPECT_EQ(back.rows, matrix.rows);
  EXPECT_EQ(back.columns, matrix.columns);
  EXPECT_EQ(back.row_begin, matrix.row_begin);
  EXPECT_EQ(back.column, matrix.column);
  EXPECT_EQ(back.value, matrix.value);
}

Interactions some_interactions() {
  Interactions interactions;
  for (const char* user : {"u", "v", "w"}) interactions.users.add(user);
  for (const char* item : {"a", "b"}) interactions.items.add(item);
  interactions.user = {2, 0, 2};
  interactions.item = {1, 1, 0};
  return interactions;
}

TEST(ToCsr, CountsOneWhereThereAreNoRatings) {
  const CsrMatrix matrix = to_csr(some_interactions());
  EXPECT_EQ(matrix.rows, 3U);
  EXPECT_EQ(matrix.columns, 2U);
  EXPECT_THAT(matrix.row_begin, ElementsAre(0U, 1U, 1U, 3U));
  EXPECT_THAT(matrix.column, ElementsAre(1U, 0U, 1U));
  EXPECT_THAT(matrix.value, ElementsAre(1.0F, 1.0F, 1.0F));
}

TEST(ToCsr, TreatsRepeatedPairsAsTold) {
  Interactions interactions = some_interactions();
  interactions.user.push_back(2);
  interactions.item.push_back(1);
  EXPECT_EQ(error_of([&] { to_csr(interactions); }),
            "to_csr: expected each user-item pair once; got 'w', 'b' twice");
  EXPECT_THAT(to_csr(interactions, RepeatedPairs::sum).value, ElementsAre(1.0F, 1.0F, 2.0F));
  EXPECT_THAT(to_csr(interactions, RepeatedPairs::last).value, ElementsAre(1.0F, 1.0F, 1.0F));
  interactions.rating = {5, 1, 2, 3};
  EXPECT_THAT(to_csr(interactions, RepeatedPairs::sum).value, ElementsAre(1.0F, 2.0F, 8.0F));
  EXPECT_THAT(to_csr(interactions, RepeatedPairs::last).value, ElementsAre(1.0F, 2.0F, 3.0F));
}

TEST(ToCsr, RefusesRatingsBeyondFloat32) {
  Interactions interactions = some_interactions();
  interactions.rating = {5, 1, -1e200};
  EXPECT_EQ(error_of([&] { to_csr(interactions); }),
            "to_csr: expected ratings within the range of float32; got -1e+200 for 'w', 'a'");
}

}  // namespace
}  // namespace honestrank
