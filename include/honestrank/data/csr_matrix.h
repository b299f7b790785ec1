#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "honestrank/data/interactions.h"
#include "honestrank/data/npz.h"

namespace honestrank {

/// A sparse matrix by rows: row r holds `column[i]` with `value[i]` for i from `row_begin[r]` up to
/// `row_begin[r + 1]`, columns in increasing order. Stored zeros are entries like any other.
struct CsrMatrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::uint64_t> row_begin = {0};  ///< rows + 1 of them
  std::vector<std::uint32_t> column;
  std::vector<float> value;

  std::size_t entries() const noexcept { return column.size(); }
};

/// Throws InputError, naming the first fault, unless the vectors have the lengths and the order
/// that CsrMatrix promises.
void validate(const CsrMatrix& matrix);

/// Reads a matrix written by scipy.sparse.save_npz in the format csr.
///
/// Indices may have any integer type; values any type, rounded to float32. Rows are sorted where
/// they are not. Throws ParseError if the matrix is in another format (the message says how to
/// convert it), if indices are out of range or appear twice in a row, and as read_npz does.
CsrMatrix read_csr_npz(const std::filesystem::path& path);

/// As read_csr_npz, from an open file.
CsrMatrix to_csr(const NpzFile& file);

/// Writes a matrix that scipy.sparse.load_npz reads, with 32-bit indices where they suffice.
/// Throws InputError as validate does.
void write_csr_npz(const std::filesystem::path& path, const CsrMatrix& matrix,
                   Compression compression = Compression::deflated);

/// Entries as interactions, row by row: users and items are the row and column numbers in decimal,
/// all of them, also those without an entry; the rating is the value.
///
/// Memory is proportional to rows + columns + entries. Throws InputError as validate does.
Interactions to_interactions(const CsrMatrix& matrix);

/// What becomes of a user-item pair that occurs in several rows.
enum class RepeatedPairs {
  reject,  ///< an InputError that names the pair
  sum,     ///< their ratings are added; without ratings: counted
  last,    ///< the rating of the last row; without ratings: 1
};

/// Interactions as a matrix of users by items: the rating, or 1 where there are none.
///
/// Throws InputError as validate does, and if a finite rating is beyond the range of float32.
CsrMatrix to_csr(const Interactions& interactions, RepeatedPairs repeated = RepeatedPairs::reject);

}  // namespace honestrank
