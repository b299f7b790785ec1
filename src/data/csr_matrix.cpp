#include "honestrank/data/csr_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "data/array_source.h"
#include "data/npy_header.h"
#include "data/numpy_parsing.h"
#include "data/zip_archive.h"
#include "honestrank/base/error.h"
#include "honestrank/data/output_file.h"

namespace honestrank {
namespace {

constexpr std::uint64_t kMostCsrColumns = std::numeric_limits<std::uint32_t>::max();

/// Calls `body` with the elements of an integer array.
template <typename Body>
void with_integers(const NumpyArray& array, const Body& body) {
  switch (array.type()) {
    case ElementType::int8: return body(array.as_span<std::int8_t>());
    case ElementType::int16: return body(array.as_span<std::int16_t>());
    case ElementType::int32: return body(array.as_span<std::int32_t>());
    case ElementType::int64: return body(array.as_span<std::int64_t>());
    case ElementType::uint8: return body(array.as_span<std::uint8_t>());
    case ElementType::uint16: return body(array.as_span<std::uint16_t>());
    case ElementType::uint32: return body(array.as_span<std::uint32_t>());
    case ElementType::uint64: return body(array.as_span<std::uint64_t>());
    default: array.reject(fmt::format("expected integers; got {}", name_of(array.type())));
  }
}

/// The numbers of a one-dimensional integer array, none of them beyond `most`.
template <typename Number>
std::vector<Number> read_numbers(const NumpyArray& array, std::uint64_t most) {
  if (array.shape().size() != 1) {
    array.reject(fmt::format("expected 1 dimension; got shape {}", format_shape(array.shape())));
  }
  std::vector<Number> numbers(array.size());
  with_integers(array, [&](const auto values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::cmp_less(values[i], 0) || std::cmp_greater(values[i], most)) {
        array.reject(fmt::format("expected numbers from 0 to {}; got {} at position {}", most,
                                 +values[i], i));
      }
      using Unsigned = std::make_unsigned_t<typename decltype(values)::value_type>;
      numbers[i] = static_cast<Number>(static_cast<Unsigned>(values[i]));
    }
  });
  return numbers;
}

/// What is wrong with the limits of the rows, if anything.
std::optional<std::string> fault_in_rows(const CsrMatrix& matrix) {
  const auto& begin = matrix.row_begin;
  if (matrix.rows == std::numeric_limits<std::size_t>::max() || begin.size() != matrix.rows + 1) {
    return fmt::format("expected {} + 1 row limits; got {}", matrix.rows, begin.size());
  }
  if (begin[0] != 0) return fmt::format("expected row limits from 0 on; got {}", begin[0]);
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    if (begin[row + 1] < begin[row]) {
      return fmt::format("expected row limits in increasing order; got {} after {} at row {}",
                         begin[row + 1], begin[row], row);
    }
  }
  if (begin.back() != matrix.column.size()) {
    return fmt::format("expected row limits up to the number of entries, {}; got {}",
                       matrix.column.size(), begin.back());
  }
  if (matrix.value.size() != matrix.column.size()) {
    return fmt::format("expected as many values as column indices, {}; got {}",
                       matrix.column.size(), matrix.value.size());
  }
  return std::nullopt;
}

/// What is wrong with the columns of rows whose limits are right.
std::optional<std::string> fault_in_columns(const CsrMatrix& matrix) {
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    for (std::uint64_t i = matrix.row_begin[row]; i < matrix.row_begin[row + 1]; ++i) {
      const std::uint32_t column = matrix.column[i];
      if (column >= matrix.columns) {
        return fmt::format("expected columns below {}; got {} in row {}", matrix.columns, column,
                           row);
      }
      if (i == matrix.row_begin[row] || column > matrix.column[i - 1]) continue;
      if (column == matrix.column[i - 1]) {
        return fmt::format("expected each column once in a row; got column {} twice in row {}",
                           column, row);
      }
      return fmt::format("expected columns in increasing order; got {} after {} in row {}", column,
                         matrix.column[i - 1], row);
    }
  }
  return std::nullopt;
}

void sort_rows(CsrMatrix& matrix) {
  std::vector<std::pair<std::uint32_t, float>> entries;
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    const std::uint64_t begin = matrix.row_begin[row];
    const std::span<std::uint32_t> column(matrix.column.data() + begin,
                                          matrix.row_begin[row + 1] - begin);
    if (std::is_sorted(column.begin(), column.end())) continue;
    entries.clear();
    for (std::size_t i = 0; i < column.size(); ++i) {
      entries.emplace_back(column[i], matrix.value[begin + i]);
    }
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < column.size(); ++i) {
      column[i] = entries[i].first;
      matrix.value[begin + i] = entries[i].second;
    }
  }
}

ZipInput array_input(const char* name, const NumpyArray& array) {
  return {std::string(name) + ".npy", npy_header(dtype_of(array.type()), array.shape()),
          array.bytes()};
}

template <typename Index>
void write_with_index(const std::filesystem::path& path, const CsrMatrix& matrix,
                      Compression compression) {
  const std::vector<Index> indices(matrix.column.begin(), matrix.column.end());
  const std::vector<Index> indptr(matrix.row_begin.begin(), matrix.row_begin.end());
  const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(matrix.rows),
                                           static_cast<std::int64_t>(matrix.columns)};
  const std::string_view format = "csr";
  // The order of scipy.sparse.save_npz.
  const std::vector<ZipInput> inputs = {
      array_input("indices", array_view(std::span(indices), {indices.size()})),
      array_input("indptr", array_view(std::span(indptr), {indptr.size()})),
      {"format.npy", npy_header("|S3", {}), std::as_bytes(std::span(format))},
      array_input("shape", array_view(std::span(shape), {2})),
      array_input("data", array_view(std::span(matrix.value), {matrix.value.size()}))};
  OutputFile file(path);
  write_zip([&](std::string_view bytes) { file.write(bytes); }, inputs,
            compression == Compression::deflated);
  file.commit();
}

void add_numbers(IdMap& ids, std::size_t count) {
  ids.reserve(count);
  for (std::size_t i = 0; i < count; ++i) ids.add(fmt::format_int(i).c_str());
}

/// The items of one user with their ratings, by item and then in source order, one a pair.
void merge_repeated(std::vector<std::pair<std::uint32_t, double>>& pairs, RepeatedPairs repeated,
                    const Interactions& interactions, std::size_t user) {
  const auto by_item = [](const auto& a, const auto& b) { return a.first < b.first; };
  if (!std::is_sorted(pairs.begin(), pairs.end(), by_item)) {
    std::stable_sort(pairs.begin(), pairs.end(), by_item);
  }
  std::size_t kept = 0;
  for (const auto& [item, rating] : pairs) {
    if (kept == 0 || pairs[kept - 1].first != item) {
      pairs[kept++] = {item, rating};
    } else if (repeated == RepeatedPairs::reject) {
      throw InputError(fmt::format("to_csr: expected each user-item pair once; got {}, {} twice",
                                   in_quotes(interactions.users[user]),
                                   in_quotes(interactions.items[item])));
    } else {
      pairs[kept - 1].second =
          repeated == RepeatedPairs::sum ? pairs[kept - 1].second + rating : rating;
    }
  }
  pairs.resize(kept);
}

}  // namespace

void validate(const CsrMatrix& matrix) {
  auto fault = fault_in_rows(matrix);
  if (!fault) fault = fault_in_columns(matrix);
  if (fault) throw InputError("validate: " + *fault);
}

CsrMatrix to_csr(const NpzFile& file) {
  if (!file.contains("format")) {
    file.reject(
        "expected a matrix saved by scipy.sparse.save_npz; got an .npz file without the array "
        "'format'");
  }
  if (const std::string format = file.text("format"); format != "csr") {
    file.reject("expected the format 'csr'; got " + in_quotes(format) +
                "; convert it with matrix.tocsr()");
  }
  const NumpyArray shape_array = file.array("shape");
  const auto shape =
      read_numbers<std::uint64_t>(shape_array, std::numeric_limits<std::int64_t>::max());
  if (shape.size() != 2) {
    shape_array.reject(fmt::format("expected 2 dimensions; got {}", shape.size()));
  }
  if (shape[1] > kMostCsrColumns) {
    shape_array.reject(
        fmt::format("expected at most {} columns; got {}", kMostCsrColumns, shape[1]));
  }
  CsrMatrix matrix;
  matrix.rows = static_cast<std::size_t>(shape[0]);
  matrix.columns = static_cast<std::size_t>(shape[1]);

  const NumpyArray indices = file.array("indices");
  if (matrix.columns == 0 && indices.size() != 0) {
    indices.reject(fmt::format("expected no entries in 0 columns; got {}", indices.size()));
  }
  matrix.column = read_numbers<std::uint32_t>(indices, std::max<std::uint64_t>(shape[1], 1) - 1);
  const NumpyArray indptr = file.array("indptr");
  matrix.row_begin = read_numbers<std::uint64_t>(indptr, indices.size());

  const NumpyArray data = file.array("data");
  if (data.shape().size() != 1) {
    data.reject(fmt::format("expected 1 dimension; got shape {}", format_shape(data.shape())));
  }
  if (data.size() != indices.size()) {
    data.reject(fmt::format("expected as many values as column indices, {}; got {}", indices.size(),
                            data.size()));
  }
  const NumpyArray values = to_float32(data);
  const auto floats = values.as_span<float>();
  matrix.value.assign(floats.begin(), floats.end());

  if (const auto fault = fault_in_rows(matrix)) indptr.reject(*fault);
  sort_rows(matrix);
  if (const auto fault = fault_in_columns(matrix)) {
    indices.reject(*fault + "; merge them with matrix.sum_duplicates()");
  }
  return matrix;
}

CsrMatrix read_csr_npz(const std::filesystem::path& path) { return to_csr(read_npz(path)); }

void write_csr_npz(const std::filesystem::path& path, const CsrMatrix& matrix,
                   Compression compression) {
  validate(matrix);
  constexpr std::size_t kMostNarrow = std::numeric_limits<std::int32_t>::max();
  if (std::max({matrix.rows, matrix.columns, matrix.entries()}) <= kMostNarrow) {
    write_with_index<std::int32_t>(path, matrix, compression);
  } else {
    write_with_index<std::int64_t>(path, matrix, compression);
  }
}

Interactions to_interactions(const CsrMatrix& matrix) {
  validate(matrix);
  Interactions interactions;
  add_numbers(interactions.users, matrix.rows);
  add_numbers(interactions.items, matrix.columns);
  interactions.user.reserve(matrix.entries());
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    interactions.user.insert(interactions.user.end(),
                             matrix.row_begin[row + 1] - matrix.row_begin[row],
                             static_cast<std::uint32_t>(row));
  }
  interactions.item = matrix.column;
  interactions.rating.assign(matrix.value.begin(), matrix.value.end());
  return interactions;
}

CsrMatrix to_csr(const Interactions& interactions, RepeatedPairs repeated) {
  validate(interactions);
  CsrMatrix matrix;
  matrix.rows = interactions.users.size();
  matrix.columns = interactions.items.size();
  matrix.row_begin.reserve(matrix.rows + 1);
  matrix.column.reserve(interactions.size());
  matrix.value.reserve(interactions.size());

  const RowsByUser grouped = rows_by_user(interactions);
  std::vector<std::pair<std::uint32_t, double>> pairs;
  for (std::size_t user = 0; user < matrix.rows; ++user) {
    pairs.clear();
    for (std::size_t i = grouped.begin[user]; i < grouped.begin[user + 1]; ++i) {
      const std::size_t row = grouped.rows[i];
      pairs.emplace_back(interactions.item[row],
                         interactions.has_ratings() ? interactions.rating[row] : 1.0);
    }
    merge_repeated(pairs, repeated, interactions, user);
    for (const auto& [item, rating] : pairs) {
      const auto value = static_cast<float>(rating);
      if (std::isinf(value) && std::isfinite(rating)) {
        throw InputError(fmt::format(
            "to_csr: expected ratings within the range of float32; got {} for {}, {}", rating,
            in_quotes(interactions.users[user]), in_quotes(interactions.items[item])));
      }
      matrix.column.push_back(item);
      matrix.value.push_back(value);
    }
    matrix.row_begin.push_back(matrix.column.size());
  }
  return matrix;
}

}  // namespace honestrank
