#include "honestrank/data/float_matrix.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "crafted_npy.h"
#include "honestrank/data/npz.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing_support::error_of;
using testing_support::TemporaryDirectory;
using Values = std::vector<float>;

Values values_of(const FloatMatrix& matrix) { return {matrix.values.begin(), matrix.values.end()}; }

TEST(MakeMatrix, OwnsItsValues) {
  const FloatMatrix matrix = make_matrix(2, 3, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(matrix.row(1)[2], 6.0F);
  EXPECT_EQ(make_matrix(4, 0, {}).rows, 4U);
  EXPECT_THROW(make_matrix(2, 3, {1, 2, 3}), InputError);
  EXPECT_THROW(make_matrix(2, 0, {1}), InputError);
}

TEST(ToMatrix, SharesTheMemoryOfFloat32) {
  const Values values = {1, 2, 3, 4, 5, 6};
  const FloatMatrix matrix = to_matrix(array_view(std::span(values), {2, 3}));
  EXPECT_EQ(matrix.rows, 2U);
  EXPECT_EQ(matrix.columns, 3U);
  EXPECT_EQ(matrix.values.data(), values.data());
  EXPECT_EQ(matrix.row(1)[0], 4.0F);
  EXPECT_EQ(matrix.row(1).size(), 3U);
}

TEST(ToMatrix, ConvertsFloat16Always) {
  const std::vector<Float16> halves = {{0x3c00}, {0xc000}};
  EXPECT_EQ(values_of(to_matrix(array_view(std::span(halves), {1, 2}))), (Values{1, -2}));
}

TEST(ToMatrix, ConvertsFloat64OnlyWhenAllowed) {
  const std::vector<double> values = {0.1};
  const NumpyArray array = array_view(std::span(values), {1, 1});
  EXPECT_EQ(error_of([&] { to_matrix(array); }),
            "expected float32 or float16; got float64; save it with array.astype('float32') or "
            "allow float64");
  EXPECT_EQ(values_of(to_matrix(array, {.allow_float64 = true})), Values{0.1F});
}

TEST(ToMatrix, RefusesIntegersAndOtherDimensions) {
  const std::vector<int> values = {1, 2};
  EXPECT_EQ(error_of([&] {
              to_matrix(array_view(std::span(values), {1, 2}));
            }),
            "expected float32 or float16; got int32; save it with array.astype('float32')");
  EXPECT_EQ(error_of([&] { to_matrix(array_view(std::span(values), {2})); }),
            "expected 2 dimensions; got 1");
}

TEST(ToVector, AcceptsARowOrAColumn) {
  const Values values = {1, 2};
  for (const std::vector<std::size_t>& shape :
       std::vector<std::vector<std::size_t>>{{2}, {2, 1}, {1, 2}}) {
    const FloatMatrix vector = to_vector(array_view(std::span(values), shape));
    EXPECT_EQ(vector.rows, 2U);
    EXPECT_EQ(vector.columns, 1U);
    EXPECT_EQ(values_of(vector), values);
  }
  const Values square(4);
  EXPECT_EQ(error_of([&] {
              to_vector(array_view(std::span(square), {2, 2}));
            }),
            "expected a vector; got a matrix of 2 by 2");
  EXPECT_EQ(error_of([&] {
              to_vector(array_view(std::span(square), {1, 2, 2}));
            }),
            "expected a vector; got 3 dimensions");
}

TEST(ReadMatrix, ReadsNpyAndTheOnlyArrayOfNpz) {
  const TemporaryDirectory directory;
  const Values values = {1, 2, 3};
  write_npy(directory.path() / "a.npy", std::span(values), {3, 1});
  const NpzEntry entry{"factors", array_view(std::span(values), {3, 1})};
  write_npz(directory.path() / "a.npz", {&entry, 1}, Compression::deflated);
  for (const char* name : {"a.npy", "a.npz"}) {
    const FloatMatrix matrix = read_matrix(directory.path() / name);
    EXPECT_EQ(matrix.rows, 3U);
    EXPECT_EQ(values_of(matrix), values);
    EXPECT_EQ(values_of(read_vector(directory.path() / name)), values);
  }
}

TEST(ReadMatrix, NamesTheFileInItsErrors) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "a.npy";
  const std::vector<double> values = {1};
  write_npy(path, std::span(values), {1, 1});
  EXPECT_EQ(error_of([&] { read_matrix(path); }),
            path.string() +
                ": expected float32 or float16; got float64; save it with "
                "array.astype('float32') or allow float64");
  EXPECT_EQ(values_of(read_matrix(path, {.allow_float64 = true})), Values{1});
}

}  // namespace
}  // namespace honestrank
