#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace honestrank {

/// What the elements of a NumpyArray are.
enum class ElementType {
  boolean,  ///< one byte; 0 is false
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
};

/// numpy's name of the type, as in `float32`.
std::string_view name_of(ElementType type);

/// Bytes per element.
std::size_t size_of(ElementType type);

/// An IEEE 754 binary16 number, as its bits: C++20 has no type for it.
struct Float16 {
  std::uint16_t bits = 0;
};

/// Exact: every Float16, subnormals, infinities and NaN payloads included, has a float.
float to_float(Float16 half) noexcept;

/// The ElementType that stores a T.
template <typename T>
constexpr ElementType element_type_of() {
  using enum ElementType;
  static_assert(std::is_arithmetic_v<T> || std::is_same_v<T, Float16>);
  static_assert(sizeof(T) <= 8, "long double has no portable file format");
  if constexpr (std::is_same_v<T, bool>) return boolean;
  if constexpr (std::is_same_v<T, Float16>) return float16;
  if constexpr (std::is_floating_point_v<T>) return sizeof(T) == 4 ? float32 : float64;
  constexpr bool is_signed = std::is_signed_v<T>;
  if constexpr (sizeof(T) == 1) return is_signed ? int8 : uint8;
  if constexpr (sizeof(T) == 2) return is_signed ? int16 : uint16;
  if constexpr (sizeof(T) == 4) return is_signed ? int32 : uint32;
  return is_signed ? int64 : uint64;
}

/// Where an array was read from, for messages.
struct ArraySource {
  std::string path;   ///< empty: made in memory
  std::string entry;  ///< within an archive; empty: the file itself
};

/// An n-dimensional array in C order (the last index runs fastest) that cannot be changed.
///
/// Its bytes lie in a mapped file, in memory shared with its copies, or in memory that somebody
/// else keeps alive; a copy of a NumpyArray is cheap and never copies them.
class NumpyArray {
 public:
  NumpyArray() = default;

  /// An array over `bytes`, which live as long as `memory` does; without `memory` the caller keeps
  /// them alive. Throws InputError if their number is not what `type` and `shape` ask for or if
  /// they are not aligned to the size of an element.
  NumpyArray(ElementType type, std::vector<std::size_t> shape, std::span<const std::byte> bytes,
             std::shared_ptr<const void> memory, ArraySource source = {});

  ElementType type() const noexcept { return type_; }
  const std::vector<std::size_t>& shape() const noexcept { return shape_; }
  std::size_t size() const noexcept { return size_; }  ///< elements; 1 where the shape is ()
  std::span<const std::byte> bytes() const noexcept { return bytes_; }
  const std::shared_ptr<const void>& memory() const noexcept { return memory_; }
  const ArraySource& source() const noexcept { return source_; }

  /// The elements. A boolean array is read as std::uint8_t: a file may hold bytes that are no bool.
  ///
  /// Throws InputError, `expected float32; got float64`, unless T is the type of the elements:
  /// a conversion has to be asked for.
  template <typename T>
  std::span<const T> as_span() const {
    static_assert(!std::is_same_v<T, bool>, "read a boolean array as std::uint8_t");
    check_type(element_type_of<T>());
    return {reinterpret_cast<const T*>(bytes_.data()), size_};
  }

  /// Throws `what`, with the file and entry where there is one: a ParseError, else an InputError.
  [[noreturn]] void reject(const std::string& what) const;

 private:
  void check_type(ElementType wanted) const;

  ElementType type_ = ElementType::float32;
  std::vector<std::size_t> shape_ = {0};
  std::size_t size_ = 0;
  std::span<const std::byte> bytes_;
  std::shared_ptr<const void> memory_;
  ArraySource source_;
};

/// An array over `values`, which the caller keeps alive. Throws InputError if `shape` does not
/// have as many elements.
template <typename T>
NumpyArray array_view(std::span<T> values, std::vector<std::size_t> shape) {
  return {element_type_of<std::remove_const_t<T>>(), std::move(shape), std::as_bytes(values), {}};
}

/// The array of a `.npy` file (format 1.0, 2.0 or 3.0), memory-mapped: nothing is copied or read
/// before it is touched. The file must not shrink while the array lives.
///
/// Throws ParseError, `expected what; got what`, if the file is anything but one little-endian
/// array of an ElementType in C order; pickled objects are never loaded. Throws std::system_error
/// if it cannot be opened.
NumpyArray map_npy(const std::filesystem::path& path);

/// As map_npy, with the content copied into memory.
NumpyArray read_npy(const std::filesystem::path& path);

/// The array with its elements converted to float32, to the nearest value; an array of float32 is
/// returned as it is. Distinct float64 or 64-bit integers may become equal: ties appear.
///
/// Throws InputError if a finite float64 is beyond the range of float32.
NumpyArray to_float32(const NumpyArray& array);

/// Writes the bytes that numpy.save would. The file appears whole or not at all (OutputFile).
void write_npy(const std::filesystem::path& path, const NumpyArray& array);

template <typename T>
void write_npy(const std::filesystem::path& path, std::span<T> values,
               std::vector<std::size_t> shape) {
  write_npy(path, array_view(values, std::move(shape)));
}

}  // namespace honestrank
