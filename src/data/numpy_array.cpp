#include "honestrank/data/numpy_array.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "data/array_source.h"
#include "data/mapped_file.h"
#include "data/npy_header.h"
#include "data/numpy_parsing.h"
#include "honestrank/base/error.h"
#include "honestrank/data/output_file.h"

namespace honestrank {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are mapped as they are stored");

struct ElementTypeFacts {
  std::string_view name;
  std::string_view dtype;
  std::size_t size;
};

// In the order of ElementType.
constexpr std::array<ElementTypeFacts, 12> kElementTypes = {{{"bool", "|b1", 1},
                                                             {"int8", "|i1", 1},
                                                             {"int16", "<i2", 2},
                                                             {"int32", "<i4", 4},
                                                             {"int64", "<i8", 8},
                                                             {"uint8", "|u1", 1},
                                                             {"uint16", "<u2", 2},
                                                             {"uint32", "<u4", 4},
                                                             {"uint64", "<u8", 8},
                                                             {"float16", "<f2", 2},
                                                             {"float32", "<f4", 4},
                                                             {"float64", "<f8", 8}}};

const ElementTypeFacts& facts_of(ElementType type) {
  const auto index = static_cast<std::size_t>(type);
  if (index >= kElementTypes.size())
    throw InputError("expected an element type; got another value");
  return kElementTypes[index];
}

ElementType parse_dtype(const std::string& dtype, const ArraySource& source) {
  const char order = dtype.empty() ? '\0' : dtype[0];
  const std::string_view code = std::string_view(dtype).substr(dtype.empty() ? 0 : 1);
  for (std::size_t i = 0; i < kElementTypes.size(); ++i) {
    const ElementTypeFacts& facts = kElementTypes[i];
    if (code != facts.dtype.substr(1)) continue;
    // One byte has no order, whatever is written.
    if (order == '<' || (facts.size == 1 && (order == '|' || order == '>'))) {
      return static_cast<ElementType>(i);
    }
    if (order == '>') {
      fail(source, fmt::format("expected little-endian numbers; got big-endian '{}'; save it with "
                               "array.astype('{}')",
                               dtype, facts.dtype));
    }
  }
  if (code.starts_with('O') || dtype == "O") {
    fail(source,
         "expected an array of numbers; got Python objects (dtype 'O'); pickles are never loaded");
  }
  if (code.starts_with('S') || code.starts_with('U') || code.starts_with('a')) {
    fail(source, "expected an array of numbers; got text (dtype " + in_quotes(dtype) + ")");
  }
  if (code.starts_with('V')) {
    fail(source, "expected an array of numbers; got a structured dtype " + in_quotes(dtype));
  }
  fail(source,
       "expected bool, integers or floats of at most 64 bits; got dtype " + in_quotes(dtype));
}

/// The bytes of `shape` with elements of `element_size`. As in numpy, a length of 0 does not excuse
/// the others from having a product that fits.
std::size_t byte_count(std::span<const std::size_t> shape, std::size_t element_size,
                       const ArraySource& source) {
  std::size_t product = element_size;
  for (const std::size_t length : shape) {
    if (length != 0 && __builtin_mul_overflow(product, length, &product)) {
      fail(source,
           fmt::format("expected a shape of less than 2^64 bytes; got {} elements of {} bytes",
                       format_shape(shape), element_size));
    }
  }
  return std::find(shape.begin(), shape.end(), 0U) == shape.end() ? product : 0;
}

/// Whether C order and Fortran order are the same: at most one length is not 1.
bool order_is_irrelevant(const std::vector<std::size_t>& shape) {
  return std::find(shape.begin(), shape.end(), 0U) != shape.end() ||
         std::count_if(shape.begin(), shape.end(), [](std::size_t n) { return n > 1; }) <= 1;
}

bool is_aligned(const std::byte* data, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(data) % alignment == 0;
}

/// An array that owns a copy of `bytes`.
NumpyArray copy_of(ElementType type, std::vector<std::size_t> shape,
                   std::span<const std::byte> bytes, ArraySource source) {
  auto copy = std::make_shared<std::vector<std::byte>>(bytes.begin(), bytes.end());
  const std::span<const std::byte> view(*copy);
  return {type, std::move(shape), view, std::move(copy), std::move(source)};
}

template <typename From>
void convert(std::span<const From> from, std::vector<float>& to) {
  std::transform(from.begin(), from.end(), to.begin(),
                 [](From value) { return static_cast<float>(value); });
}

void convert_doubles(const NumpyArray& array, std::vector<float>& to) {
  const auto from = array.as_span<double>();
  convert(from, to);
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (std::isinf(to[i]) && std::isfinite(from[i])) {
      array.reject(fmt::format("expected values within the range of float32; got {} at position {}",
                               from[i], i));
    }
  }
}

void append_utf8(std::uint32_t code, std::string& text) {
  const auto put = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      put(0xe0 | code >> 12);
    } else {
      put(0xf0 | code >> 18);
      put(0x80 | (code >> 12 & 0x3f));
    }
    put(0x80 | (code >> 6 & 0x3f));
  }
  put(0x80 | (code & 0x3f));
}

}  // namespace

std::string_view name_of(ElementType type) { return facts_of(type).name; }
std::size_t size_of(ElementType type) { return facts_of(type).size; }
std::string_view dtype_of(ElementType type) { return facts_of(type).dtype; }

float to_float(Float16 half) noexcept {
  const std::uint32_t sign = (half.bits & 0x8000U) << 16;
  const std::uint32_t magnitude = half.bits & 0x7fffU;
  // All three cases are computed, so that a loop over this has no branches. Subnormals are
  // multiples of 2^-24; normal numbers change their bias from 15 to 127; infinity and NaN have the
  // largest exponent in both formats.
  const auto subnormal =
      std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<int>(magnitude)) * 0x1p-24F);
  const std::uint32_t normal = (magnitude << 13) + ((127U - 15U) << 23);
  const std::uint32_t special = magnitude << 13 | 0x7f800000U;
  const std::uint32_t finite = magnitude < 0x0400 ? subnormal : normal;
  return std::bit_cast<float>(sign | (magnitude < 0x7c00 ? finite : special));
}

NumpyArray::NumpyArray(ElementType type, std::vector<std::size_t> shape,
                       std::span<const std::byte> bytes, std::shared_ptr<const void> memory,
                       ArraySource source)
    : type_(type),
      shape_(std::move(shape)),
      size_(bytes.size() / size_of(type)),
      bytes_(bytes),
      memory_(std::move(memory)),
      source_(std::move(source)) {
  if (shape_.size() > 64)
    reject(fmt::format("expected at most 64 dimensions; got {}", shape_.size()));
  const std::size_t expected = byte_count(shape_, size_of(type_), source_);
  if (bytes.size() != expected) {
    reject(fmt::format("expected {} bytes of data for shape {} of {}; got {}", expected,
                       format_shape(shape_), name_of(type_), bytes.size()));
  }
  if (!is_aligned(bytes.data(), size_of(type_))) {
    reject(
        fmt::format("expected data aligned to {} bytes; got an unaligned address", size_of(type_)));
  }
}

void NumpyArray::reject(const std::string& what) const { fail(source_, what); }

void NumpyArray::check_type(ElementType wanted) const {
  if (wanted == type_) return;
  if (wanted == ElementType::uint8 && type_ == ElementType::boolean) return;
  reject(fmt::format("expected {}; got {}", name_of(wanted), name_of(type_)));
}

NumpyArray parse_npy(std::span<const std::byte> bytes, std::shared_ptr<const void> memory,
                     ArraySource source) {
  NpyHeader header = parse_npy_header(bytes, source);
  const ElementType type = parse_dtype(header.dtype, source);
  if (header.fortran_order && !order_is_irrelevant(header.shape)) {
    fail(source,
         "expected C order; got Fortran order; save it with numpy.ascontiguousarray(array)");
  }
  const auto data = bytes.subspan(header.data_begin);
  if (memory == nullptr || !is_aligned(data.data(), size_of(type))) {
    return copy_of(type, std::move(header.shape), data, std::move(source));
  }
  return {type, std::move(header.shape), data, std::move(memory), std::move(source)};
}

std::string parse_npy_text(std::span<const std::byte> bytes, const ArraySource& source) {
  const NpyHeader header = parse_npy_header(bytes, source);
  const std::string_view dtype = header.dtype;
  const bool unicode = dtype.starts_with("<U");
  const std::size_t width = unicode ? 4 : 1;
  std::size_t length = 0;
  bool is_text = unicode || dtype.starts_with("|S");
  if (is_text) {
    const char* const end = dtype.data() + dtype.size();
    const auto [rest, error] = std::from_chars(dtype.data() + 2, end, length);
    is_text = rest == end && error == std::errc();
  }
  if (!is_text || !header.shape.empty()) {
    fail(source, fmt::format("expected one string; got shape {} of dtype {}",
                             format_shape(header.shape), in_quotes(dtype)));
  }
  const auto data = bytes.subspan(header.data_begin);
  if (data.size() % width != 0 || data.size() / width != length) {
    fail(source, fmt::format("expected {} characters of {} bytes; got {} bytes", length, width,
                             data.size()));
  }
  std::string text;
  for (std::size_t i = 0; i < length; ++i) {
    std::uint32_t code = 0;
    std::memcpy(&code, data.data() + i * width, width);
    if (unicode && (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))) {
      fail(source, fmt::format("expected Unicode text; got code {:#x}", code));
    }
    if (unicode) append_utf8(code, text);
    if (!unicode) text += static_cast<char>(code);
  }
  // numpy pads strings with zeros.
  text.erase(text.find_last_not_of('\0') + 1);
  return text;
}

NumpyArray map_npy(const std::filesystem::path& path) {
  auto file = std::make_shared<const MappedFile>(path);
  const auto bytes = file->bytes();
  return parse_npy(bytes, std::move(file), {path.string(), ""});
}

NumpyArray read_npy(const std::filesystem::path& path) {
  const MappedFile file(path);
  return parse_npy(file.bytes(), nullptr, {path.string(), ""});
}

NumpyArray to_float32(const NumpyArray& array) {
  if (array.type() == ElementType::float32) return array;
  auto values = std::make_shared<std::vector<float>>(array.size());
  std::vector<float>& to = *values;
  switch (array.type()) {
    case ElementType::boolean: {
      const auto from = array.as_span<std::uint8_t>();
      std::transform(from.begin(), from.end(), to.begin(),
                     [](std::uint8_t value) { return value == 0 ? 0.0F : 1.0F; });
      break;
    }
    case ElementType::int8: convert(array.as_span<std::int8_t>(), to); break;
    case ElementType::int16: convert(array.as_span<std::int16_t>(), to); break;
    case ElementType::int32: convert(array.as_span<std::int32_t>(), to); break;
    case ElementType::int64: convert(array.as_span<std::int64_t>(), to); break;
    case ElementType::uint8: convert(array.as_span<std::uint8_t>(), to); break;
    case ElementType::uint16: convert(array.as_span<std::uint16_t>(), to); break;
    case ElementType::uint32: convert(array.as_span<std::uint32_t>(), to); break;
    case ElementType::uint64: convert(array.as_span<std::uint64_t>(), to); break;
    case ElementType::float16: {
      const auto from = array.as_span<Float16>();
      std::transform(from.begin(), from.end(), to.begin(),
                     [](Float16 value) { return to_float(value); });
      break;
    }
    case ElementType::float32: break;
    case ElementType::float64: convert_doubles(array, to); break;
  }
  const auto bytes = std::as_bytes(std::span<const float>(to));
  return {ElementType::float32, array.shape(), bytes, std::move(values), array.source()};
}

void write_npy(const std::filesystem::path& path, const NumpyArray& array) {
  OutputFile file(path);
  file.write(npy_header(dtype_of(array.type()), array.shape()));
  file.write(text_of(array.bytes()));
  file.commit();
}

}  // namespace honestrank
