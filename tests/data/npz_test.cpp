#include "honestrank/data/npz.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <numeric>
#include <string>
#include <system_error>
#include <vector>

#include "crafted_npy.h"
#include "data/numpy_parsing.h"
#include "data/zip_archive.h"
#include "honestrank/base/error.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing::ElementsAre;
using testing_support::as_file;
using testing_support::bytes_of;
using testing_support::crafted_dict;
using testing_support::crafted_npy;
using testing_support::error_of;
using testing_support::TemporaryDirectory;

// Offsets of fields in a record of the directory (APPNOTE.TXT 4.3.12).
constexpr std::size_t kFlags = 8;
constexpr std::size_t kMethod = 10;
constexpr std::size_t kChecksum = 16;
constexpr std::size_t kStoredSize = 20;
constexpr std::size_t kSize = 24;
constexpr std::size_t kLocalBegin = 42;

NpzFile parse(const std::string& content) {
  const auto kept = std::make_shared<const std::string>(content);
  return parse_npz(as_file(*kept), kept, "a.npz");
}

std::string parse_error(const std::string& content) {
  return error_of([&] { parse(content); });
}

std::string array_error(const std::string& content, const std::string& name = "a") {
  return error_of([&] { parse(content).array(name); });
}

/// An archive with the given files in it.
std::string zip_of(const std::vector<std::pair<std::string, std::string>>& files,
                   bool deflated = false, ZipLimits limits = {}) {
  std::vector<ZipInput> inputs;
  for (const auto& [name, content] : files) inputs.push_back({name, "", as_file(content)});
  std::string zip;
  write_zip([&](std::string_view bytes) { zip += bytes; }, inputs, deflated, limits);
  return zip;
}

std::string npy_of_floats(std::size_t count) {
  std::string data;
  for (std::size_t i = 0; i < count; ++i) data += bytes_of(static_cast<float>(i));
  return crafted_npy(crafted_dict("<f4", "(" + std::to_string(count) + ",)"), data);
}

/// An archive of the single entry a.npy.
std::string one_entry(bool deflated = false) {
  return zip_of({{"a.npy", npy_of_floats(100)}}, deflated);
}

std::size_t directory_of(const std::string& zip) { return zip.find("PK\x01\x02"); }

/// The archive with a field of its first directory record overwritten.
template <typename Number>
std::string patched(std::string zip, std::size_t field, Number value) {
  return zip.replace(directory_of(zip) + field, sizeof(Number), bytes_of(value));
}

template <typename Number>
Number field_of(const std::string& zip, std::size_t field) {
  Number value = 0;
  std::memcpy(&value, zip.data() + directory_of(zip) + field, sizeof(Number));
  return value;
}

TEST(ReadNpz, ReadsWhatWriteNpzWrote) {
  const TemporaryDirectory directory;
  std::vector<float> floats(10000);
  std::iota(floats.begin(), floats.end(), 0.0F);
  const std::vector<std::int64_t> integers = {-1, 2};
  const std::vector<NpzEntry> entries = {{"floats", array_view(std::span(floats), {100, 100})},
                                         {"integers", array_view(std::span(integers), {2})},
                                         {"none", NumpyArray()}};
  for (const Compression compression : {Compression::stored, Compression::deflated}) {
    const auto path = directory.path() / "a.npz";
    write_npz(path, entries, compression);
    const NpzFile file = read_npz(path);
    EXPECT_THAT(file.names(), ElementsAre("floats", "integers", "none"));
    EXPECT_TRUE(file.contains("floats"));
    EXPECT_FALSE(file.contains("floats.npy"));
    EXPECT_EQ(file.path(), path.string());
    const NumpyArray read = file.array("floats");
    EXPECT_EQ(read.shape(), (std::vector<std::size_t>{100, 100}));
    EXPECT_TRUE(std::equal(floats.begin(), floats.end(), read.as_span<float>().begin()));
    EXPECT_THAT(file.array("integers").as_span<std::int64_t>(), ElementsAre(-1, 2));
    EXPECT_EQ(file.array("none").shape(), std::vector<std::size_t>{0});
  }
}

TEST(ReadNpz, KeepsArraysAliveWithoutTheFile) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "a.npz";
  const std::vector<float> values = {1, 2};
  const NpzEntry entry{"a", array_view(std::span(values), {2})};
  for (const Compression compression : {Compression::stored, Compression::deflated}) {
    write_npz(path, {&entry, 1}, compression);
    const NumpyArray array = read_npz(path).array("a");
    std::filesystem::remove(path);
    EXPECT_THAT(array.as_span<float>(), ElementsAre(1.0F, 2.0F));
  }
}

TEST(ReadNpz, ReadsZip64InEveryField) {
  const std::string first = npy_of_floats(10);
  const std::string second = npy_of_floats(300);
  for (const bool deflated : {false, true}) {
    // The limits make nothing, some or all of the fields 64 bits wide.
    for (const std::uint64_t limit : {0xffffffffU, 500U, 50U, 0U}) {
      const std::string zip = zip_of({{"a.npy", first}, {"b.npy", second}}, deflated,
                                     {.size = limit, .entries = limit == 0 ? 0U : 0xffffU});
      const NpzFile file = parse(zip);
      EXPECT_EQ(file.array("a").size(), 10U);
      EXPECT_EQ(file.array("b").as_span<float>()[299], 299.0F);
    }
  }
}

TEST(ReadNpz, ReadsMoreEntriesThanSixteenBitsCount) {
  std::vector<std::pair<std::string, std::string>> files;
  for (int i = 0; i < 66000; ++i) files.emplace_back(std::to_string(i), "");
  EXPECT_EQ(parse(zip_of(files)).names().size(), 66000U);
}

TEST(ReadNpz, ReadsArchivesWithoutEntriesAndWithAComment) {
  EXPECT_TRUE(parse(zip_of({})).names().empty());
  std::string zip = one_entry();
  zip.replace(zip.size() - 2, 2, bytes_of(std::uint16_t{5}));
  EXPECT_EQ(parse(zip + "hello").array("a").size(), 100U);
}

TEST(ReadNpz, RefusesFilesOfAnotherKind) {
  EXPECT_EQ(parse_error(""), "a.npz: expected a zip archive (.npz); got an empty file");
  EXPECT_EQ(
      parse_error("\x1f\x8b\x08"),
      "a.npz: expected a zip archive (.npz); got a gzip-compressed file; decompress it first");
  EXPECT_EQ(parse_error(npy_of_floats(1)),
            "a.npz: expected a zip archive (.npz); got an .npy file");
  const TemporaryDirectory directory;
  EXPECT_THROW(read_npz(directory.path() / "none.npz"), std::system_error);
}

TEST(ReadNpz, RefusesEveryTruncation) {
  for (const bool deflated : {false, true}) {
    for (const std::uint64_t limit : {0xffffffffU, 0U}) {
      const std::string whole = zip_of({{"a.npy", npy_of_floats(2)}}, deflated, {.size = limit});
      for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_THROW(parse(whole.substr(0, size)), ParseError) << size;
      }
    }
  }
  const std::string whole = one_entry();
  EXPECT_EQ(parse_error(whole.substr(0, whole.size() - 1)),
            "a.npz: expected the end record of a zip archive; got none; the file is truncated");
}

TEST(ReadNpz, RefusesFilesWithTheirMiddleMissing) {
  std::string zip = one_entry();
  zip.erase(100, 50);
  EXPECT_EQ(parse_error(zip),
            "a.npz: expected a zip directory of 51 bytes at byte 505; got a file of 528 bytes; it "
            "is truncated or damaged");
}

TEST(ReadNpz, RefusesDamagedContent) {
  std::string stored = one_entry();
  stored[200] = static_cast<char>(stored[200] ^ 1);
  EXPECT_THAT(array_error(stored),
              testing::MatchesRegex("a.npz: a.npy: expected checksum [0-9a-f]*; got [0-9a-f]*; the "
                                    "file is damaged"));
  EXPECT_EQ(array_error(patched(one_entry(), kChecksum, std::uint32_t{0x12345678})).substr(0, 45),
            "a.npz: a.npy: expected checksum 12345678; got");
  std::string deflated = one_entry(true);
  deflated[35] = '\x07';  // a last block of a kind that does not exist
  EXPECT_EQ(array_error(deflated), "a.npz: a.npy: expected deflated data; got a damaged stream");
}

TEST(ReadNpz, ChecksDeclaredSizesAgainstWhatIsInflated) {
  const std::string zip = one_entry(true);
  const auto size = field_of<std::uint32_t>(zip, kSize);
  const auto stored_size = field_of<std::uint32_t>(zip, kStoredSize);
  EXPECT_EQ(array_error(patched(zip, kSize, size - 1)),
            "a.npz: a.npy: expected " + std::to_string(size - 1) + " bytes; got more");
  EXPECT_EQ(
      array_error(patched(zip, kSize, size + 1)),
      "a.npz: a.npy: expected " + std::to_string(size + 1) + " bytes; got " + std::to_string(size));
  EXPECT_EQ(array_error(patched(zip, kSize, 0U)), "a.npz: a.npy: expected 0 bytes; got more");
  EXPECT_EQ(array_error(patched(zip, kStoredSize, stored_size - 9)),
            "a.npz: a.npy: expected deflated data; got a stream that ends early");
  EXPECT_EQ(array_error(
                patched(zip, kStoredSize, 0U).replace(directory_of(zip) + kSize, 4, bytes_of(0U))),
            "a.npz: a.npy: expected deflated data; got a stream that ends early");
  EXPECT_EQ(parse_error(patched(one_entry(), kSize, 1U)),
            "a.npz: a.npy: expected a stored entry of 1 bytes; got 470");
}

TEST(ReadNpz, RefusesBytesAfterTheDeflatedStream) {
  // A block without compression that holds nothing, then one byte too many.
  const std::string zip = zip_of({{"a.npy", std::string("\x01\x00\x00\xff\xff!", 6)}});
  std::string deflated = patched(patched(zip, kMethod, std::uint16_t{8}), kSize, 0U);
  EXPECT_EQ(array_error(deflated), "a.npz: a.npy: expected 6 deflated bytes; got 5");
}

TEST(ReadNpz, RefusesSizesThatDeflateCannotReach) {
  const std::string zip = one_entry(true);
  const auto stored_size = field_of<std::uint32_t>(zip, kStoredSize);
  EXPECT_EQ(parse_error(patched(zip, kSize, 0xfffffff0U)),
            "a.npz: a.npy: expected at most " + std::to_string(1032 * stored_size) +
                " bytes from " + std::to_string(stored_size) +
                " deflated ones; got a declared size of 4294967280");
  // What it can reach is read: the best case is one byte, repeated.
  const std::string zeros(10000000, '\0');
  const std::string best =
      zip_of({{"a.npy", crafted_npy(crafted_dict("|u1", "(10000000,)"), zeros)}}, true);
  EXPECT_LT(best.size(), 12000U);
  EXPECT_EQ(parse(best).array("a").size(), zeros.size());
}

TEST(ReadNpz, RefusesEncryptionAndOtherCompression) {
  EXPECT_EQ(parse_error(patched(one_entry(), kFlags, std::uint16_t{1})),
            "a.npz: a.npy: expected an entry that is not encrypted; got an encrypted one");
  EXPECT_EQ(parse_error(patched(one_entry(), kMethod, std::uint16_t{12})),
            "a.npz: a.npy: expected an entry stored or deflated; got bzip2");
  EXPECT_EQ(parse_error(patched(one_entry(), kMethod, std::uint16_t{99})),
            "a.npz: a.npy: expected an entry stored or deflated; got compression method 99");
}

TEST(ReadNpz, RefusesRepeatedNames) {
  EXPECT_EQ(parse_error(zip_of({{"a.npy", "1"}, {"b.npy", "2"}, {"a.npy", "3"}})),
            "a.npz: expected distinct names; got 'a.npy' twice");
  EXPECT_EQ(parse_error(zip_of({{"a.npy", "1"}, {"a", "2"}})),
            "a.npz: expected distinct names; got 'a' twice");
}

TEST(ReadNpz, RefusesEntriesThatOverlap) {
  std::string zip = zip_of({{"a.npy", npy_of_floats(5)}, {"b.npy", npy_of_floats(5)}});
  const std::size_t second = zip.find("PK\x03\x04", 4);
  // The first entry reaches into the second.
  std::string longer = patched(patched(zip, kSize, static_cast<std::uint32_t>(second)), kStoredSize,
                               static_cast<std::uint32_t>(second));
  EXPECT_EQ(parse_error(longer),
            "a.npz: expected entries apart from each other; got an overlap at 'b.npy'");
  // An entry reaches into the directory.
  const std::string single = one_entry();
  const auto size = field_of<std::uint32_t>(single, kSize);
  EXPECT_EQ(parse_error(patched(patched(single, kSize, size + 1), kStoredSize, size + 1)),
            "a.npz: expected entries apart from each other; got an overlap at 'a.npy'");
}

TEST(ReadNpz, RefusesADirectoryThatPointsElsewhere) {
  const std::string zip = one_entry();
  EXPECT_EQ(parse_error(patched(zip, kLocalBegin, 1U)),
            "a.npz: a.npy: expected its local header at byte 1; got none");
  EXPECT_EQ(parse_error(patched(zip, kLocalBegin, 100000U)),
            "a.npz: expected 4 bytes at byte 100000; got a file or record of 578 bytes; it is "
            "truncated or damaged");
  std::string renamed = zip;
  renamed[30] = 'b';
  EXPECT_EQ(parse_error(renamed),
            "a.npz: a.npy: expected the same name in its local header; got 'b.npy'");
  EXPECT_EQ(parse_error(patched(patched(zip, kSize, 100000U), kStoredSize, 100000U)),
            "a.npz: a.npy: expected 100000 bytes at byte 35; got a file of 578 bytes; it is "
            "truncated");
}

TEST(ReadNpz, RefusesADirectoryOfAnotherLength) {
  const std::string zip = one_entry();
  const auto with_end = [&](std::size_t field, std::uint16_t value) {
    return std::string(zip).replace(zip.size() - 22 + field, 2, bytes_of(value));
  };
  EXPECT_EQ(parse_error(with_end(10, 2)),
            "a.npz: expected 2 entries in the zip directory; got 51 bytes for them");
  EXPECT_EQ(parse_error(with_end(10, 0)), "a.npz: expected a zip directory of 51 bytes; got 0");
  EXPECT_EQ(parse_error(with_end(12, 50)), "a.npz: expected a zip directory of 50 bytes; got 51");
  EXPECT_EQ(parse_error(with_end(16, 499)),
            "a.npz: expected an entry of the zip directory at byte 499; got none");
  EXPECT_EQ(parse_error(with_end(4, 1)),
            "a.npz: expected a zip archive in one file; got a part of several");
}

TEST(ReadNpz, RefusesDamagedZip64Records) {
  const std::string zip = zip_of({{"a.npy", npy_of_floats(5)}}, false, {.size = 0});
  std::string moved = zip;
  moved.replace(zip.size() - 22 - 12, 8, bytes_of(std::uint64_t{0}));
  EXPECT_EQ(parse_error(moved), "a.npz: expected a zip64 end record at byte 0; got none");
  moved.replace(zip.size() - 22 - 12, 8, bytes_of(UINT64_MAX));
  EXPECT_EQ(parse_error(moved),
            "a.npz: expected 4 bytes at byte 18446744073709551615; got a file or record of " +
                std::to_string(zip.size()) + " bytes; it is truncated or damaged");
  // The field with the sizes claims to be shorter than they are.
  std::string shorter = zip;
  shorter.replace(directory_of(zip) + 46 + 5 + 2, 2, bytes_of(std::uint16_t{16}));
  EXPECT_EQ(parse_error(shorter), "a.npz: expected a zip64 size of 8 bytes; got a shorter field");
}

TEST(NpzFile, NamesTheEntryInErrorsOfArrays) {
  const NpzFile file =
      parse(zip_of({{"a.npy", "text"},
                    {"b.npy", crafted_npy(crafted_dict("<f8", "(1,)"), bytes_of(1.0))},
                    {"\x1b[31m", ""}}));
  EXPECT_EQ(error_of([&] { file.array("a"); }),
            "a.npz: a.npy: expected an .npy file; got a file that begins with 'text'");
  EXPECT_EQ(error_of([&] { file.array("b").as_span<float>(); }),
            "a.npz: b.npy: expected float32; got float64");
  EXPECT_EQ(error_of([&] { file.array("c"); }),
            "a.npz: expected an array 'c'; got 'a', 'b', '\\x1b[31m'");
  EXPECT_EQ(error_of([&] { file.array("\x1b[31m"); }),
            "a.npz: '\\x1b[31m': expected an .npy file; got an empty file");
  EXPECT_EQ(error_of([&] { parse(zip_of({})).array("c"); }),
            "a.npz: expected an array 'c'; got an archive without arrays");
}

TEST(NpzFile, ReadsStrings) {
  const auto file_of = [](const std::string& dtype, const std::string& shape,
                          const std::string& data) {
    return parse(zip_of({{"format.npy", crafted_npy(crafted_dict(dtype, shape), data)}}));
  };
  EXPECT_EQ(file_of("|S3", "()", "csr").text("format"), "csr");
  EXPECT_EQ(file_of("|S5", "()", std::string("csr\0\0", 5)).text("format"), "csr");
  EXPECT_EQ(file_of("<U3", "()", bytes_of(U'c', U's', U'\0')).text("format"), "cs");
  EXPECT_EQ(
      file_of("<U4", "()", bytes_of(U'\u00e9', U'\u20ac', U'\U0001f600', U'x')).text("format"),
      "\u00e9\u20ac\U0001f600x");
  const auto text_error = [&](const std::string& dtype, const std::string& shape,
                              const std::string& data) {
    return error_of([&] { file_of(dtype, shape, data).text("format"); });
  };
  const std::string prefix = "a.npz: format.npy: ";
  EXPECT_EQ(text_error("<f4", "()", "1234"),
            prefix + "expected one string; got shape () of dtype '<f4'");
  EXPECT_EQ(text_error("|S3", "(2,)", "csrcsc"),
            prefix + "expected one string; got shape (2,) of dtype '|S3'");
  EXPECT_EQ(text_error("|S", "()", ""), prefix + "expected one string; got shape () of dtype '|S'");
  EXPECT_EQ(text_error("|S99999999999999999999", "()", ""),
            prefix + "expected one string; got shape () of dtype '|S99999999999999999999'");
  EXPECT_EQ(text_error("<U4611686018427387905", "()", "1234"),
            prefix + "expected 4611686018427387905 characters of 4 bytes; got 4 bytes");
  EXPECT_EQ(text_error("<U1", "()", "12345"),
            prefix + "expected 1 characters of 4 bytes; got 5 bytes");
  EXPECT_EQ(text_error("<U1", "()", bytes_of(0xd800)),
            prefix + "expected Unicode text; got code 0xd800");
}

TEST(ReadArray, TellsTheFormatsApartByContent) {
  const TemporaryDirectory directory;
  const auto npy = directory.file("npy", npy_of_floats(3));
  const auto npz = directory.file("npz", one_entry());
  const auto two =
      directory.file("two", zip_of({{"a.npy", npy_of_floats(1)}, {"b.npy", npy_of_floats(2)}}));
  EXPECT_EQ(read_array(npy).size(), 3U);
  EXPECT_EQ(read_array(npz).size(), 100U);
  EXPECT_EQ(read_array(two, "b").size(), 2U);
  EXPECT_EQ(error_of([&] { read_array(two); }),
            two.string() + ": expected a single array; got 2: 'a', 'b'");
  EXPECT_EQ(error_of([&] { read_array(npy, "b"); }),
            npy.string() +
                ": expected an .npz file with an array 'b'; got an .npy file, whose array has no "
                "name");
}

TEST(WriteNpz, GivesTheSameBytesAgain) {
  EXPECT_EQ(one_entry(), one_entry());
  EXPECT_EQ(one_entry(true), one_entry(true));
}

TEST(WriteNpz, RefusesNamesThatCannotBeReadBack) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "a.npz";
  const auto write_error = [&](const std::vector<NpzEntry>& entries) {
    return error_of([&] { write_npz(path, entries); });
  };
  EXPECT_EQ(write_error({{"a", {}}, {"a", {}}}),
            "write_npz: expected distinct names; got 'a' twice");
  EXPECT_EQ(write_error({{"", {}}}), "write_npz: expected names of 1 to 65531 bytes; got 0");
  EXPECT_EQ(write_error({{std::string(65532, 'x'), {}}}),
            "write_npz: expected names of 1 to 65531 bytes; got 65532");
  EXPECT_FALSE(std::filesystem::exists(path));
  write_npz(path, std::vector<NpzEntry>{{std::string(65531, 'x'), {}}});
  EXPECT_EQ(read_npz(path).array(std::string(65531, 'x')).size(), 0U);
}

TEST(IsNpz, LooksAtTheFirstEntryAndNotAtTheName) {
  const TemporaryDirectory directory;
  const auto is = [&](const std::string& content) {
    const auto path = directory.path() / "file";
    std::ofstream(path, std::ios::binary) << content;
    return is_npz(path);
  };
  EXPECT_TRUE(is(one_entry()));
  EXPECT_TRUE(is(one_entry(true)));
  EXPECT_FALSE(is(zip_of({{"ratings.csv", "1,2\n"}})));
  EXPECT_FALSE(is(one_entry().substr(0, 33)));
  EXPECT_FALSE(is("PK\x03\x04 and so on"));
  EXPECT_FALSE(is("user,item\n"));
  EXPECT_FALSE(is(""));
  EXPECT_FALSE(is_npz(directory.path()));
  EXPECT_FALSE(is_npz(directory.path() / "none"));
}

}  // namespace
}  // namespace honestrank
