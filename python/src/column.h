#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/data/numpy_array.h"

namespace honestrank::python {

/// How the values of a chunk lie in memory.
enum class ChunkType {
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float16,
  float32,
  float64,
  text,        ///< 32-bit offsets into text
  large_text,  ///< 64-bit ones
  text_views,  ///< 16 bytes each: length, and the text or where it is
};

/// Values `offset` to `offset + length` of memory that somebody else keeps alive.
struct Chunk {
  ChunkType type = ChunkType::int64;
  std::size_t length = 0;
  std::size_t offset = 0;
  const void* values = nullptr;  ///< numbers, or offsets of text, or views
  const char* text = nullptr;
  const void* const* buffers = nullptr;       ///< of text_views
  std::shared_ptr<const Chunk> dictionary{};  ///< then `values` are numbers in it
  std::int64_t units_per_second = 1;          ///< of times
  std::int64_t seconds_per_unit = 1;          ///< of dates

  template <typename T>
  T at(std::size_t row) const noexcept {
    return static_cast<const T*>(values)[offset + row];
  }
};

/// A column of a table, wherever it lies: nothing is copied.
struct Column {
  std::string name;
  std::vector<Chunk> chunks;
  std::shared_ptr<const void> memory;

  std::size_t size() const noexcept {
    std::size_t rows = 0;
    for (const Chunk& chunk : chunks) rows += chunk.length;
    return rows;
  }
  bool is_integer() const noexcept;
  bool is_real() const noexcept;
};

inline bool is_integer(ChunkType type) noexcept { return type <= ChunkType::uint64; }
inline bool is_real(ChunkType type) noexcept {
  return type >= ChunkType::float16 && type <= ChunkType::float64;
}

inline bool Column::is_integer() const noexcept {
  for (const Chunk& chunk : chunks) {
    if (chunk.dictionary || !python::is_integer(chunk.type)) return false;
  }
  return true;
}
inline bool Column::is_real() const noexcept {
  for (const Chunk& chunk : chunks) {
    if (chunk.dictionary || !python::is_real(chunk.type)) return false;
  }
  return true;
}

/// The text of a row of a chunk of text.
std::string_view text_at(const Chunk& chunk, std::size_t row);

/// Calls `use(chunk's row as T)` with the C++ type of a chunk of whole numbers.
template <typename Use>
void visit_integers(const Chunk& chunk, const Use& use) {
  switch (chunk.type) {
    case ChunkType::int8: return use(std::int8_t{});
    case ChunkType::int16: return use(std::int16_t{});
    case ChunkType::int32: return use(std::int32_t{});
    case ChunkType::int64: return use(std::int64_t{});
    case ChunkType::uint8: return use(std::uint8_t{});
    case ChunkType::uint16: return use(std::uint16_t{});
    case ChunkType::uint32: return use(std::uint32_t{});
    case ChunkType::uint64: return use(std::uint64_t{});
    default: throw InputError("expected a column of whole numbers; got another one");
  }
}

/// Calls `use(row, value)` for every row of a column of whole numbers.
template <typename Use>
void for_each_integer(const Column& column, const Use& use) {
  std::size_t first = 0;
  for (const Chunk& chunk : column.chunks) {
    visit_integers(chunk, [&](auto type) {
      using T = decltype(type);
      const T* const values = static_cast<const T*>(chunk.values) + chunk.offset;
      for (std::size_t row = 0; row < chunk.length; ++row) {
        use(first + row, static_cast<std::int64_t>(values[row]));
      }
    });
    first += chunk.length;
  }
}

/// Calls `use(row, seconds)` for every row of a column of whole numbers, times or dates.
template <typename Use>
void for_each_time(const Column& column, const Use& use) {
  std::size_t first = 0;
  for (const Chunk& chunk : column.chunks) {
    const std::int64_t units = chunk.units_per_second;
    for_each_integer({column.name, {chunk}, column.memory},
                     [&](std::size_t row, std::int64_t value) {
                       const std::int64_t whole = value / units - (value % units < 0 ? 1 : 0);
                       use(first + row, whole * chunk.seconds_per_unit);
                     });
    first += chunk.length;
  }
}

/// Calls `use(row, value)` for every row of a column of numbers of any kind.
template <typename Use>
void for_each_real(const Column& column, const Use& use) {
  std::size_t first = 0;
  for (const Chunk& chunk : column.chunks) {
    if (chunk.dictionary) {
      throw InputError("column '" + column.name + "': expected numbers; got categories");
    }
    for (std::size_t row = 0; row < chunk.length; ++row) {
      switch (chunk.type) {
        case ChunkType::float16:
          use(first + row, static_cast<double>(to_float(chunk.at<Float16>(row))));
          break;
        case ChunkType::float32: use(first + row, static_cast<double>(chunk.at<float>(row))); break;
        case ChunkType::float64: use(first + row, chunk.at<double>(row)); break;
        case ChunkType::text:
        case ChunkType::large_text:
        case ChunkType::text_views:
          throw InputError("column '" + column.name + "': expected numbers; got text");
        default:
          visit_integers(chunk, [&](auto type) {
            use(first + row, static_cast<double>(chunk.at<decltype(type)>(row)));
          });
      }
    }
    first += chunk.length;
  }
}

/// Calls `use(row, text)` for every row; whole numbers in decimal.
template <typename Use>
void for_each_text(const Column& column, const Use& use) {
  std::size_t first = 0;
  for (const Chunk& chunk : column.chunks) {
    const Chunk& source = chunk.dictionary ? *chunk.dictionary : chunk;
    const auto use_at = [&](std::size_t row, std::size_t place) {
      if (!is_integer(source.type)) return use(row, text_at(source, place));
      visit_integers(source, [&](auto type) {
        char digits[24];
        const auto end =
            std::to_chars(digits, digits + sizeof digits, source.at<decltype(type)>(place)).ptr;
        use(row, std::string_view(digits, static_cast<std::size_t>(end - digits)));
      });
    };
    if (is_real(source.type)) {
      throw InputError("column '" + column.name +
                       "': expected ids, text or whole numbers; got numbers with a fraction");
    }
    if (!chunk.dictionary) {
      for (std::size_t row = 0; row < chunk.length; ++row) use_at(first + row, row);
    } else {
      visit_integers(chunk, [&](auto type) {
        for (std::size_t row = 0; row < chunk.length; ++row) {
          use_at(first + row, static_cast<std::size_t>(chunk.at<decltype(type)>(row)));
        }
      });
    }
    first += chunk.length;
  }
}

}  // namespace honestrank::python
