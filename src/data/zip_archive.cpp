#include "data/zip_archive.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <unordered_set>
#include <utility>

#include "data/array_source.h"

namespace honestrank {
namespace {

// Signatures, sizes and field offsets are those of PKWARE's APPNOTE.TXT 6.3, section 4.3.
constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::uint32_t kDirectorySignature = 0x02014b50;
constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kEnd64Signature = 0x06064b50;
constexpr std::uint32_t kLocator64Signature = 0x07064b50;
constexpr std::size_t kLocalSize = 30;
constexpr std::size_t kDirectoryEntrySize = 46;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kLocator64Size = 20;
constexpr std::size_t kLongestComment = 0xffff;

// Deflate spends at least 2 bits on a copy of at most 258 bytes.
constexpr std::size_t kMostInflation = 1032;

/// Little-endian numbers out of untrusted bytes; a read beyond the end is a ParseError.
class Bytes {
 public:
  Bytes(std::span<const std::byte> bytes, const std::string& path) : bytes_(bytes), path_(path) {}

  std::size_t size() const noexcept { return bytes_.size(); }
  std::uint16_t u16(std::uint64_t at) const { return number<std::uint16_t>(at); }
  std::uint32_t u32(std::uint64_t at) const { return number<std::uint32_t>(at); }
  std::uint64_t u64(std::uint64_t at) const { return number<std::uint64_t>(at); }

  std::span<const std::byte> part(std::uint64_t at, std::uint64_t count) const {
    if (at > bytes_.size() || count > bytes_.size() - at) {
      refuse(
          fmt::format("expected {} bytes at byte {}; got a file or record of {} bytes; it is "
                      "truncated or damaged",
                      count, at, bytes_.size()));
    }
    return bytes_.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(count));
  }

  [[noreturn]] void refuse(const std::string& what) const { fail({path_, ""}, what); }

 private:
  template <typename Number>
  Number number(std::uint64_t at) const {
    Number value = 0;
    std::memcpy(&value, part(at, sizeof(Number)).data(), sizeof(Number));
    return value;
  }

  std::span<const std::byte> bytes_;
  const std::string& path_;
};

/// Where the list of entries lies.
struct Directory {
  std::uint64_t entries = 0;
  std::uint64_t size = 0;
  std::uint64_t begin = 0;
};

Directory find_directory(const Bytes& file) {
  if (!is_zip(file.part(0, file.size()))) {
    file.refuse("expected a zip archive (.npz); got " +
                describe_content(file.part(0, file.size())));
  }
  std::size_t end = file.size();
  const std::size_t stop = file.size() - std::min(file.size(), kEndSize + kLongestComment);
  for (std::size_t at = file.size() - std::min(file.size(), kEndSize) + 1; at-- > stop;) {
    if (file.size() - at < kEndSize || file.u32(at) != kEndSignature) continue;
    if (file.size() - at - kEndSize != file.u16(at + 20)) continue;  // a comment follows
    end = at;
    break;
  }
  if (end == file.size()) {
    file.refuse("expected the end record of a zip archive; got none; the file is truncated");
  }
  Directory directory{file.u16(end + 10), file.u32(end + 12), file.u32(end + 16)};
  std::uint32_t disks = file.u16(end + 4) | file.u16(end + 6);
  if (end >= kLocator64Size && file.u32(end - kLocator64Size) == kLocator64Signature) {
    const std::uint64_t end64 = file.u64(end - kLocator64Size + 8);
    if (file.u32(end64) != kEnd64Signature) {
      file.refuse(fmt::format("expected a zip64 end record at byte {}; got none", end64));
    }
    disks = file.u32(end64 + 16) | file.u32(end64 + 20);
    directory = {file.u64(end64 + 32), file.u64(end64 + 40), file.u64(end64 + 48)};
  }
  if (disks != 0) file.refuse("expected a zip archive in one file; got a part of several");
  if (directory.begin > end || directory.size > end - directory.begin) {
    file.refuse(
        fmt::format("expected a zip directory of {} bytes at byte {}; got a file of {} "
                    "bytes; it is truncated or damaged",
                    directory.size, directory.begin, file.size()));
  }
  return directory;
}

/// The sizes of an entry, as far as they do not fit their 32-bit fields, follow one another in a
/// field with the tag 1.
class Zip64Field {
 public:
  Zip64Field(std::span<const std::byte> extra, const std::string& path) : extra_(extra, path) {
    for (std::size_t at = 0; extra_.size() - at >= 4;) {
      const std::size_t length = extra_.u16(at + 2);
      if (extra_.u16(at) == 1) {
        at_ = at + 4;
        end_ = at_ + length;
        break;
      }
      at += 4 + std::min(length, extra_.size() - at - 4);
    }
  }

  /// `field`, or the next number of this field where it is saturated.
  std::uint64_t widen(std::uint32_t field) {
    if (field != kZipSaturated || end_ == 0) return field;
    if (end_ - at_ < 8) extra_.refuse("expected a zip64 size of 8 bytes; got a shorter field");
    const std::uint64_t number = extra_.u64(at_);
    at_ += 8;
    return number;
  }

 private:
  Bytes extra_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
};

std::string name_of_method(std::uint16_t method) {
  switch (method) {
    case 9: return "deflate64";
    case 12: return "bzip2";
    case 14: return "lzma";
    case 93: return "zstandard";
    case 95: return "xz";
    default: return fmt::format("compression method {}", method);
  }
}

/// An entry with the bytes it takes up in the file, its local header included.
struct PlacedEntry {
  ZipEntry entry;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Reads the directory's record at `at` and the local header it points to; moves `at` behind it.
PlacedEntry read_entry(const Bytes& file, const std::string& path, std::uint64_t& at) {
  if (file.u32(at) != kDirectorySignature) {
    file.refuse(fmt::format("expected an entry of the zip directory at byte {}; got none", at));
  }
  const std::uint16_t flags = file.u16(at + 8);
  const std::uint16_t method = file.u16(at + 10);
  const std::uint16_t name_length = file.u16(at + 28);
  const std::uint16_t extra_length = file.u16(at + 30);

  PlacedEntry placed;
  ZipEntry& entry = placed.entry;
  entry.name = text_of(file.part(at + kDirectoryEntrySize, name_length));
  entry.deflated = method == 8;
  entry.checksum = file.u32(at + 16);
  Zip64Field wide(file.part(at + kDirectoryEntrySize + name_length, extra_length), path);
  const std::uint64_t size = wide.widen(file.u32(at + 24));
  const std::uint64_t stored_size = wide.widen(file.u32(at + 20));
  placed.begin = wide.widen(file.u32(at + 42));
  at += kDirectoryEntrySize + name_length + extra_length + file.u16(at + 32);

  const ArraySource source{path, entry.name};
  if ((flags & 1) != 0)
    fail(source, "expected an entry that is not encrypted; got an encrypted one");
  if (method != 0 && method != 8) {
    fail(source, "expected an entry stored or deflated; got " + name_of_method(method));
  }

  if (file.u32(placed.begin) != kLocalSignature) {
    fail(source, fmt::format("expected its local header at byte {}; got none", placed.begin));
  }
  const std::uint16_t local_name_length = file.u16(placed.begin + 26);
  const auto local_name = text_of(file.part(placed.begin + kLocalSize, local_name_length));
  if (local_name != entry.name) {
    fail(source, "expected the same name in its local header; got " + in_quotes(local_name));
  }
  const std::uint64_t data =
      placed.begin + kLocalSize + local_name_length + file.u16(placed.begin + 28);
  if (data > file.size() || stored_size > file.size() - data) {
    fail(source,
         fmt::format("expected {} bytes at byte {}; got a file of {} bytes; it is truncated",
                     stored_size, data, file.size()));
  }
  entry.stored = file.part(data, stored_size);
  placed.end = data + stored_size;

  if (!entry.deflated && size != stored_size) {
    fail(source, fmt::format("expected a stored entry of {} bytes; got {}", size, stored_size));
  }
  if (entry.deflated && size / kMostInflation > stored_size) {
    fail(source, fmt::format("expected at most {} bytes from {} deflated ones; got a declared size "
                             "of {}",
                             kMostInflation * stored_size, stored_size, size));
  }
  entry.size = static_cast<std::size_t>(size);
  return placed;
}

/// Two entries over the same bytes are how a small archive claims to be a huge one.
void check_places(std::vector<PlacedEntry> placed, std::uint64_t limit, const Bytes& file) {
  std::sort(placed.begin(), placed.end(),
            [](const PlacedEntry& a, const PlacedEntry& b) { return a.begin < b.begin; });
  std::uint64_t taken = 0;
  for (const PlacedEntry& place : placed) {
    if (place.begin < taken || place.end > limit) {
      file.refuse("expected entries apart from each other; got an overlap at " +
                  in_quotes(place.entry.name));
    }
    taken = place.end;
  }
}

/// zlib counts in 32 bits.
uInt step_of(std::size_t bytes) {
  return static_cast<uInt>(std::min<std::size_t>(bytes, std::size_t{1} << 30));
}

/// Inflates `entry`. The output grows as it is produced, so that a size that lies costs nothing.
std::vector<std::byte> inflate_entry(const ZipEntry& entry, const ArraySource& source) {
  z_stream stream{};
  // Negative: deflate data without a header.
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, decltype(&inflateEnd)> guard(&stream, &inflateEnd);

  // Numbers rarely shrink to less than an eighth: one allocation is the rule.
  std::vector<std::byte> output(std::min(entry.size, entry.stored.size() * 8));
  std::size_t produced = 0;
  std::span<const std::byte> input = entry.stored;
  std::byte beyond{};  // where output goes that should not be there
  for (int status = Z_OK; status != Z_STREAM_END;) {
    if (produced == output.size() && produced < entry.size) {
      output.resize(std::min(entry.size, std::max<std::size_t>(2 * produced, 4096)));
    }
    const bool full = produced == entry.size;
    const uInt room = full ? 1 : step_of(output.size() - produced);
    const uInt given = step_of(input.size());
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(input.data()));
    stream.avail_in = given;
    stream.next_out = reinterpret_cast<Bytef*>(full ? &beyond : output.data() + produced);
    stream.avail_out = room;
    status = inflate(&stream, Z_NO_FLUSH);
    input = input.subspan(given - stream.avail_in);
    const std::size_t written = room - stream.avail_out;
    if (full && written > 0) {
      fail(source, fmt::format("expected {} bytes; got more", entry.size));
    }
    produced += written;
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status == Z_BUF_ERROR) fail(source, "expected deflated data; got a stream that ends early");
    if (status != Z_OK && status != Z_STREAM_END) {
      fail(source, "expected deflated data; got a damaged stream");
    }
  }
  if (produced != entry.size) {
    fail(source, fmt::format("expected {} bytes; got {}", entry.size, produced));
  }
  if (!input.empty()) {
    fail(source, fmt::format("expected {} deflated bytes; got {}", entry.stored.size(),
                             entry.stored.size() - input.size()));
  }
  return output;
}

}  // namespace

ZipArchive::ZipArchive(std::span<const std::byte> bytes, std::shared_ptr<const void> memory,
                       std::string path)
    : memory_(std::move(memory)), path_(std::move(path)) {
  const Bytes file(bytes, path_);
  const Directory directory = find_directory(file);
  if (directory.entries > directory.size / kDirectoryEntrySize) {
    file.refuse(fmt::format("expected {} entries in the zip directory; got {} bytes for them",
                            directory.entries, directory.size));
  }
  std::vector<PlacedEntry> placed;
  placed.reserve(static_cast<std::size_t>(directory.entries));
  std::uint64_t at = directory.begin;
  for (std::uint64_t i = 0; i < directory.entries; ++i) {
    placed.push_back(read_entry(file, path_, at));
  }
  if (at != directory.begin + directory.size) {
    file.refuse(fmt::format("expected a zip directory of {} bytes; got {}", directory.size,
                            at - directory.begin));
  }
  std::unordered_set<std::string_view> names;
  for (const PlacedEntry& place : placed) {
    if (!names.insert(place.entry.name).second) {
      file.refuse("expected distinct names; got " + in_quotes(place.entry.name) + " twice");
    }
    entries_.push_back(place.entry);
  }
  check_places(std::move(placed), directory.begin, file);
}

ZipArchive::Content ZipArchive::read(const ZipEntry& entry) const {
  const ArraySource source{path_, entry.name};
  Content content{entry.stored, memory_};
  if (entry.deflated) {
    const auto output =
        std::make_shared<const std::vector<std::byte>>(inflate_entry(entry, source));
    content = {*output, output};
  }
  const auto checksum = static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(content.bytes.data()), content.bytes.size()));
  if (checksum != entry.checksum) {
    fail(source, fmt::format("expected checksum {:08x}; got {:08x}; the file is damaged",
                             entry.checksum, checksum));
  }
  return content;
}

}  // namespace honestrank
