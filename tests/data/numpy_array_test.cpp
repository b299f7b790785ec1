#include "honestrank/data/numpy_array.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <system_error>
#include <vector>

#include "crafted_npy.h"
#include "data/npy_header.h"
#include "data/numpy_parsing.h"
#include "honestrank/base/error.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing_support::as_file;
using testing_support::bytes_of;
using testing_support::content_of;
using testing_support::crafted_dict;
using testing_support::crafted_npy;
using testing_support::error_of;
using testing_support::TemporaryDirectory;
using Shape = std::vector<std::size_t>;

NumpyArray parse(const std::string& content) {
  return parse_npy(as_file(content), nullptr, {"a.npy", ""});
}

std::string parse_error(const std::string& content) {
  return error_of([&] { parse(content); });
}

std::string header_error(const std::string& dict) { return parse_error(crafted_npy(dict, "")); }

template <typename T>
class NumpyArrayOf : public testing::Test {};
using ElementTypes =
    testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                   std::uint16_t, std::uint32_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(NumpyArrayOf, ElementTypes);

TYPED_TEST(NumpyArrayOf, IsReadAsItWasWritten) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "a.npy";
  const std::vector<TypeParam> values = {
      0, 1, 2, std::numeric_limits<TypeParam>::max(), std::numeric_limits<TypeParam>::lowest(), 5};
  write_npy(path, std::span(values), {2, 3});
  for (const NumpyArray& array : {map_npy(path), read_npy(path)}) {
    EXPECT_EQ(array.type(), element_type_of<TypeParam>());
    EXPECT_EQ(array.shape(), (Shape{2, 3}));
    EXPECT_EQ(array.source().path, path.string());
    const auto read = array.as_span<TypeParam>();
    EXPECT_EQ(std::vector<TypeParam>(read.begin(), read.end()), values);
  }
}

TEST(NumpyArray, OutlivesTheFileItIsMappedFrom) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "a.npy";
  const std::vector<float> values = {1, 2};
  write_npy(path, std::span(values), {2});
  NumpyArray copy;
  {
    const NumpyArray mapped = map_npy(path);
    copy = mapped;
    EXPECT_EQ(copy.bytes().data(), mapped.bytes().data());
  }
  std::filesystem::remove(path);
  EXPECT_EQ(copy.as_span<float>()[1], 2.0F);
}

TEST(NumpyArray, ReadsEveryFormatVersion) {
  for (const int major : {1, 2, 3}) {
    const NumpyArray array =
        parse(crafted_npy(crafted_dict("<f4", "(2,)"), bytes_of(1.5F, -2.0F), major));
    EXPECT_EQ(array.shape(), Shape{2});
    EXPECT_EQ(array.as_span<float>()[1], -2.0F);
  }
}

TEST(NumpyArray, ReadsAnyPythonSpellingOfTheHeader) {
  const std::string data = bytes_of(1, 2);
  for (const char* dict : {
           "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }          \n",
           "{\"shape\":(2L,),\"fortran_order\":False,\"descr\":\"<i4\"}",
           "\n{ 'shape' : ( 2 , ) ,\t'descr' : '<i4'\n, 'fortran_order' : False , } \n",
       }) {
    const NumpyArray array = parse(crafted_npy(dict, data));
    EXPECT_EQ(array.shape(), Shape{2}) << dict;
    EXPECT_EQ(array.as_span<std::int32_t>()[1], 2) << dict;
  }
}

TEST(NumpyArray, MayHaveNoDimensionsOrNoElements) {
  const NumpyArray scalar = parse(crafted_npy(crafted_dict("<f8", "()"), bytes_of(3.0)));
  EXPECT_EQ(scalar.shape(), Shape{});
  EXPECT_EQ(scalar.size(), 1U);
  EXPECT_EQ(scalar.as_span<double>()[0], 3.0);
  const NumpyArray empty = parse(crafted_npy(crafted_dict("<f8", "(3, 0)"), ""));
  EXPECT_EQ(empty.shape(), (Shape{3, 0}));
  EXPECT_EQ(empty.size(), 0U);
  EXPECT_TRUE(empty.as_span<double>().empty());
  EXPECT_EQ(NumpyArray().size(), 0U);
  EXPECT_TRUE(NumpyArray().as_span<float>().empty());
}

TEST(NumpyArray, IsCopiedWhereTheFileIsNotAligned) {
  for (std::size_t padding = 0; padding < 8; ++padding) {
    const std::string content =
        crafted_npy(crafted_dict("<f8", "(2,)") + std::string(padding, ' '), bytes_of(1.0, 2.0));
    const std::shared_ptr<const void> memory(content.data(), [](const void*) {});
    const NumpyArray array = parse_npy(as_file(content), memory, {"a.npy", ""});
    EXPECT_EQ(array.as_span<double>()[1], 2.0);
  }
}

TEST(NumpyArray, ConvertsOnlyWhenToldTo) {
  const NumpyArray array = parse(crafted_npy(crafted_dict("<f8", "(1,)"), bytes_of(0.1)));
  EXPECT_EQ(error_of([&] { array.as_span<float>(); }), "a.npy: expected float32; got float64");
  EXPECT_EQ(error_of([&] { array.as_span<std::uint8_t>(); }), "a.npy: expected uint8; got float64");
  EXPECT_EQ(to_float32(array).as_span<float>()[0], 0.1F);
  const std::vector<int> made = {1};
  EXPECT_EQ(error_of([&] { array_view(std::span(made), {1}).as_span<float>(); }),
            "expected float32; got int32");
}

TEST(NumpyArray, ReadsBooleansAsBytes) {
  const std::string data = bytes_of(false, true) + '\x02';
  const NumpyArray array = parse(crafted_npy(crafted_dict("|b1", "(3,)"), data));
  EXPECT_EQ(array.type(), ElementType::boolean);
  EXPECT_EQ(array.as_span<std::uint8_t>()[2], 2);
  EXPECT_EQ(to_float32(array).as_span<float>()[2], 1.0F);
}

TEST(NumpyArray, ChecksWhatItIsMadeFrom) {
  const std::vector<float> values(6);
  EXPECT_EQ(error_of([&] {
              array_view(std::span(values), {4, 2});
            }),
            "expected 32 bytes of data for shape (4, 2) of float32; got 24");
  EXPECT_EQ(error_of([&] { array_view(std::span(values), Shape(65, 1)); }),
            "expected at most 64 dimensions; got 65");
  const auto bytes = std::as_bytes(std::span(values)).subspan(1, 4);
  EXPECT_EQ(error_of([&] { NumpyArray(ElementType::float32, {1}, bytes, nullptr); }),
            "expected data aligned to 4 bytes; got an unaligned address");
}

TEST(NumpyArray, KnowsTheNamesAndSizesOfTypes) {
  EXPECT_EQ(name_of(ElementType::boolean), "bool");
  EXPECT_EQ(name_of(ElementType::float16), "float16");
  EXPECT_EQ(size_of(ElementType::uint64), 8U);
  static_assert(element_type_of<long>() == ElementType::int64);
  static_assert(element_type_of<unsigned long long>() == ElementType::uint64);
  static_assert(element_type_of<Float16>() == ElementType::float16);
  static_assert(element_type_of<bool>() == ElementType::boolean);
}

TEST(MapNpy, AcceptsFortranOrderWhereItIsTheSameAsCOrder) {
  for (const char* shape : {"()", "(6,)", "(1, 6)", "(6, 1)", "(1, 6, 1)"}) {
    const std::string data = std::string(shape) == "()" ? bytes_of(0.0F) : std::string(24, '\0');
    EXPECT_NO_THROW(parse(crafted_npy(crafted_dict("<f4", shape, "True"), data))) << shape;
  }
  EXPECT_NO_THROW(parse(crafted_npy(crafted_dict("<f4", "(0, 6, 7)", "True"), "")));
  EXPECT_EQ(parse_error(crafted_npy(crafted_dict("<f4", "(2, 3)", "True"), std::string(24, '\0'))),
            "a.npy: expected C order; got Fortran order; save it with "
            "numpy.ascontiguousarray(array)");
}

TEST(MapNpy, RefusesFilesOfAnotherKind) {
  EXPECT_EQ(parse_error(""), "a.npy: expected an .npy file; got an empty file");
  EXPECT_EQ(parse_error("user,item\n"),
            "a.npy: expected an .npy file; got a file that begins with 'user,ite'");
  EXPECT_EQ(parse_error("\x1f\x8b\x08"),
            "a.npy: expected an .npy file; got a gzip-compressed file; decompress it first");
  EXPECT_EQ(parse_error("PK\x03\x04zip"), "a.npy: expected an .npy file; got a zip archive");
  EXPECT_EQ(parse_error("\x89HDF\r\n"),
            "a.npy: expected an .npy file; got a file that begins with '\\x89HDF\\x0d\\x0a'");
}

TEST(MapNpy, RefusesVersionsItDoesNotKnow) {
  const std::string dict = crafted_dict("<f4", "()");
  EXPECT_EQ(parse_error(crafted_npy(dict, "1234", 4)),
            "a.npy: expected .npy format 1.0, 2.0 or 3.0; got 4.0");
  EXPECT_EQ(parse_error(crafted_npy(dict, "1234", 0)),
            "a.npy: expected .npy format 1.0, 2.0 or 3.0; got 0.0");
  EXPECT_EQ(parse_error(crafted_npy(dict, "1234", 1, 1)),
            "a.npy: expected .npy format 1.0, 2.0 or 3.0; got 1.1");
}

TEST(MapNpy, RefusesEveryTruncationAndAnythingAfterTheData) {
  const std::string whole = crafted_npy(crafted_dict("<f4", "(2, 3)"), std::string(24, '\0'), 2);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THROW(parse(whole.substr(0, size)), ParseError) << size;
  }
  EXPECT_EQ(parse_error(whole.substr(0, 9)),
            "a.npy: expected an .npy header; got a file of 9 bytes");
  EXPECT_EQ(parse_error(whole.substr(0, 20)), "a.npy: expected a header of 60 bytes; got 8");
  EXPECT_EQ(parse_error(whole.substr(0, whole.size() - 4)),
            "a.npy: expected 24 bytes of data for shape (2, 3) of float32; got 20");
  EXPECT_EQ(parse_error(whole + "12345678"),
            "a.npy: expected 24 bytes of data for shape (2, 3) of float32; got 32");
}

TEST(MapNpy, RefusesHeadersBeyondTheLimit) {
  std::string file = crafted_npy("", "", 2);
  file.replace(8, 4, bytes_of(std::uint32_t{0xfffffff0}));
  EXPECT_EQ(parse_error(file), "a.npy: expected a header of at most 65535 bytes; got 4294967280");
}

TEST(MapNpy, RefusesHeadersThatAreNotADictOfTheThreeKeys) {
  EXPECT_EQ(header_error(""), "a.npy: expected '{' in the header; got its end");
  EXPECT_EQ(header_error("['descr']"), "a.npy: expected '{' in the header; got '['descr']'");
  EXPECT_EQ(header_error("{}"),
            "a.npy: expected a header with the keys descr, fortran_order and shape; got one "
            "without descr");
  EXPECT_EQ(header_error("{'descr': '<f4', 'shape': ()}"),
            "a.npy: expected a header with the keys descr, fortran_order and shape; got one "
            "without fortran_order");
  EXPECT_EQ(header_error("{'descr': '<f4', 'fortran_order': False}"),
            "a.npy: expected a header with the keys descr, fortran_order and shape; got one "
            "without shape");
  EXPECT_EQ(header_error("{'other': 1}"),
            "a.npy: expected a header with the keys descr, fortran_order and shape; got the key "
            "'other'");
  EXPECT_EQ(header_error("{'shape': (), 'shape': ()}"),
            "a.npy: expected each key of the header once; got shape twice");
  EXPECT_EQ(header_error("{shape: ()}"),
            "a.npy: expected a string in the header; got 'shape: ()}'");
  EXPECT_EQ(header_error("{'shape"), "a.npy: expected a string in the header; got ''shape'");
  EXPECT_EQ(header_error("{'de\\x73cr': 1}"),
            "a.npy: expected a string in the header; got ''de\\x73cr': 1}'");
  EXPECT_EQ(header_error("{'shape' ()}"), "a.npy: expected ':' in the header; got '()}'");
  EXPECT_EQ(header_error("{'shape': () 'descr': '<f4'}"),
            "a.npy: expected ',' in the header; got ''descr': '<f4'}'");
  EXPECT_EQ(header_error("{'shape': (),, }"), "a.npy: expected a string in the header; got ', }'");
  EXPECT_EQ(header_error("{'fortran_order': 0}"),
            "a.npy: expected True or False in the header; got '0}'");
  EXPECT_EQ(header_error("{'descr': 4}"), "a.npy: expected a string in the header; got '4}'");
  EXPECT_EQ(header_error(crafted_dict("<f4", "()") + "x"),
            "a.npy: expected nothing after the closing brace in the header; got 'x'");
}

TEST(MapNpy, RefusesShapesThatAreNotATupleOfLengths) {
  const auto shape_error = [](const std::string& shape) {
    return header_error(crafted_dict("<f4", shape));
  };
  EXPECT_EQ(shape_error("3"), "a.npy: expected '(' in the header; got '3, }\\x0a'");
  EXPECT_EQ(shape_error("[3]"), "a.npy: expected '(' in the header; got '[3], }\\x0a'");
  EXPECT_EQ(shape_error("(3)"), "a.npy: expected ',' in the header; got '), }\\x0a'");
  EXPECT_EQ(shape_error("(,)"), "a.npy: expected a length in the header; got ',), }\\x0a'");
  EXPECT_EQ(shape_error("(3.5,)"), "a.npy: expected ',' in the header; got '.5,), }\\x0a'");
  EXPECT_EQ(shape_error("(-3, 4)"), "a.npy: expected lengths of 0 or more in the shape; got '-3'");
  EXPECT_EQ(shape_error("(99999999999999999999, 4)"),
            "a.npy: expected lengths below 2^63 in the shape; got '99999999999999999999'");
  EXPECT_EQ(shape_error("(18446744073709551615,)"),
            "a.npy: expected lengths below 2^63 in the shape; got '18446744073709551615'");
  std::string many = "(";
  for (int i = 0; i < 65; ++i) many += "1, ";
  EXPECT_EQ(shape_error(many + ")"), "a.npy: expected at most 64 dimensions; got more");
}

TEST(MapNpy, RefusesShapesWhoseSizeOverflows) {
  EXPECT_EQ(header_error(crafted_dict("<f4", "(4294967296, 4294967296)")),
            "a.npy: expected a shape of less than 2^64 bytes; got (4294967296, 4294967296) "
            "elements of 4 bytes");
  EXPECT_EQ(header_error(crafted_dict("<f8", "(2305843009213693952,)")),
            "a.npy: expected a shape of less than 2^64 bytes; got (2305843009213693952,) elements "
            "of 8 bytes");
  // A factor of 0 does not hide the overflow of the others.
  EXPECT_EQ(header_error(crafted_dict("|u1", "(0, 4294967296, 4294967296)")),
            "a.npy: expected a shape of less than 2^64 bytes; got (0, 4294967296, 4294967296) "
            "elements of 1 bytes");
}

TEST(MapNpy, RefusesTypesThatAreNotNumbers) {
  const auto dtype_error = [](const std::string& dtype) {
    return header_error(crafted_dict(dtype, "(1,)"));
  };
  EXPECT_EQ(dtype_error(">f4"),
            "a.npy: expected little-endian numbers; got big-endian '>f4'; save it with "
            "array.astype('<f4')");
  EXPECT_EQ(dtype_error(">i8"),
            "a.npy: expected little-endian numbers; got big-endian '>i8'; save it with "
            "array.astype('<i8')");
  EXPECT_EQ(dtype_error("|O"),
            "a.npy: expected an array of numbers; got Python objects (dtype 'O'); pickles are "
            "never loaded");
  EXPECT_EQ(dtype_error("<U3"), "a.npy: expected an array of numbers; got text (dtype '<U3')");
  EXPECT_EQ(dtype_error("|S3"), "a.npy: expected an array of numbers; got text (dtype '|S3')");
  EXPECT_EQ(dtype_error("|V8"),
            "a.npy: expected an array of numbers; got a structured dtype '|V8'");
  for (const std::string dtype : {"<c8", "<f16", "<M8[ns]", "|f4", "f4", "", "<f\x01"}) {
    const std::string shown = dtype == "<f\x01" ? "<f\\x01" : dtype;
    EXPECT_EQ(
        dtype_error(dtype),
        "a.npy: expected bool, integers or floats of at most 64 bits; got dtype '" + shown + "'");
  }
  EXPECT_EQ(header_error("{'descr': [('user', '<i4'), ('rating', '<f4')], 'fortran_order': False}"),
            "a.npy: expected an array of numbers; got a structured dtype '[('user', '<i4'), "
            "('rating', '<f4')], 'f...'");
  EXPECT_EQ(header_error("{'descr': ('<f4', (2,))}"),
            "a.npy: expected an array of numbers; got a structured dtype '('<f4', (2,))}'");
}

TEST(MapNpy, NamesAMissingFile) {
  const TemporaryDirectory directory;
  EXPECT_THROW(map_npy(directory.path() / "none.npy"), std::system_error);
  EXPECT_THROW(read_npy(directory.path()), std::system_error);
}

TEST(WriteNpy, WritesTheBytesOfNumpySave) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "a.npy";
  const std::vector<float> values = {1, 2};
  write_npy(path, std::span(values), {1, 2});
  const std::string dict = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }";
  EXPECT_EQ(content_of(path), crafted_npy(dict + std::string(118 - dict.size() - 1, ' ') + "\n",
                                          bytes_of(1.0F, 2.0F)));
}

TEST(WriteNpy, PutsTheDataAtAMultipleOf64Bytes) {
  for (std::size_t dimensions = 0; dimensions <= 64; ++dimensions) {
    const std::string header = npy_header("<f4", Shape(dimensions, 1));
    EXPECT_EQ(header.size() % 64, 0U);
    const NumpyArray array = parse(header + bytes_of(7.0F));
    EXPECT_EQ(array.shape(), Shape(dimensions, 1));
  }
  EXPECT_EQ(parse(npy_header("<f4", Shape{0, SIZE_MAX / 8}) + "").shape()[1], SIZE_MAX / 8);
}

/// The value of a half by its definition.
double value_of(std::uint16_t bits) {
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  const int exponent = bits >> 10 & 31;
  const int mantissa = bits & 1023;
  if (exponent == 31) return mantissa != 0 ? std::nan("") : sign * HUGE_VAL;
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(1024 + mantissa, exponent - 25);
}

TEST(ToFloat32, IsExactForAll65536Halves) {
  std::vector<Float16> halves;
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    halves.push_back({static_cast<std::uint16_t>(bits)});
  }
  const NumpyArray converted = to_float32(array_view(std::span(halves), {256, 256}));
  EXPECT_EQ(converted.shape(), (Shape{256, 256}));
  const auto floats = converted.as_span<float>();
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const double expected = value_of(static_cast<std::uint16_t>(bits));
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(floats[bits])) << bits;
    } else {
      ASSERT_EQ(static_cast<double>(floats[bits]), expected) << bits;
    }
    ASSERT_EQ(std::signbit(floats[bits]), (bits & 0x8000) != 0) << bits;
  }
}

TEST(ToFloat32, RoundsToTheNearest) {
  const std::vector<std::int64_t> integers = {-1, 16777217, 1LL << 62};
  const NumpyArray converted = to_float32(array_view(std::span(integers), {3}));
  EXPECT_EQ(converted.as_span<float>()[0], -1.0F);
  EXPECT_EQ(converted.as_span<float>()[1], 16777216.0F);
  EXPECT_EQ(converted.as_span<float>()[2], 0x1p62F);
}

TEST(ToFloat32, KeepsInfinitiesButMakesNone) {
  const std::vector<double> infinite = {HUGE_VAL, -HUGE_VAL, std::nan("")};
  const NumpyArray converted = to_float32(array_view(std::span(infinite), {3}));
  EXPECT_EQ(converted.as_span<float>()[0], INFINITY);
  EXPECT_EQ(converted.as_span<float>()[1], -INFINITY);
  EXPECT_TRUE(std::isnan(converted.as_span<float>()[2]));
  const std::vector<double> large = {1, -1e300};
  EXPECT_EQ(error_of([&] { to_float32(array_view(std::span(large), {2})); }),
            "expected values within the range of float32; got -1e+300 at position 1");
}

TEST(ToFloat32, ReturnsFloat32AsItIs) {
  const std::vector<float> values = {1};
  const NumpyArray array = array_view(std::span(values), {1});
  EXPECT_EQ(to_float32(array).bytes().data(), array.bytes().data());
}

}  // namespace
}  // namespace honestrank
