#include <zlib.h>

#include <algorithm>
#include <new>

#include "data/array_source.h"
#include "data/zip_archive.h"

namespace honestrank {
namespace {

// The records of PKWARE's APPNOTE.TXT 6.3, section 4.3.
constexpr std::uint16_t kPlainVersion = 20;  // of the format: deflate
constexpr std::uint16_t kWideVersion = 45;   // zip64
constexpr std::uint16_t kUtf8Names = 1 << 11;
constexpr std::uint16_t kDate = 1 << 5 | 1;  // 1980-01-01

/// Little-endian numbers, one after another.
class Record {
 public:
  Record& u16(std::uint64_t value) { return number(value, 2); }
  Record& u32(std::uint64_t value) { return number(value, 4); }
  Record& u64(std::uint64_t value) { return number(value, 8); }
  Record& text(std::string_view value) {
    bytes_ += value;
    return *this;
  }
  const std::string& bytes() const noexcept { return bytes_; }

 private:
  Record& number(std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i) bytes_ += static_cast<char>(value >> (8 * i) & 0xff);
    return *this;
  }

  std::string bytes_;
};

struct WrittenEntry {
  std::string_view name;
  std::uint32_t checksum = 0;
  std::uint64_t stored_size = 0;
  std::uint64_t size = 0;
  std::uint64_t begin = 0;
};

/// A 32-bit field, or its saturated value with the number in the zip64 field `wide`.
std::uint64_t narrow(std::uint64_t value, bool too_wide, Record& wide) {
  if (!too_wide) return value;
  wide.u64(value);
  return kZipSaturated;
}

std::string with_tag(const Record& wide) {
  if (wide.bytes().empty()) return {};
  return Record().u16(1).u16(wide.bytes().size()).bytes() + wide.bytes();
}

std::string local_header(const WrittenEntry& entry, bool deflated, const ZipLimits& limits) {
  // Here, unlike in the directory, the field holds both sizes or neither.
  const bool too_wide = entry.size >= limits.size || entry.stored_size >= limits.size;
  Record wide;
  const std::uint64_t size = narrow(entry.size, too_wide, wide);
  const std::uint64_t stored_size = narrow(entry.stored_size, too_wide, wide);
  const std::string extra = with_tag(wide);
  return Record()
      .u32(0x04034b50)
      .u16(too_wide ? kWideVersion : kPlainVersion)
      .u16(kUtf8Names)
      .u16(deflated ? 8 : 0)
      .u16(0)
      .u16(kDate)
      .u32(entry.checksum)
      .u32(stored_size)
      .u32(size)
      .u16(entry.name.size())
      .u16(extra.size())
      .text(entry.name)
      .text(extra)
      .bytes();
}

std::string directory_entry(const WrittenEntry& entry, bool deflated, const ZipLimits& limits) {
  Record wide;
  const std::uint64_t size = narrow(entry.size, entry.size >= limits.size, wide);
  const std::uint64_t stored_size =
      narrow(entry.stored_size, entry.stored_size >= limits.size, wide);
  const std::uint64_t begin = narrow(entry.begin, entry.begin >= limits.size, wide);
  const std::string extra = with_tag(wide);
  const std::uint16_t version = extra.empty() ? kPlainVersion : kWideVersion;
  return Record()
      .u32(0x02014b50)
      .u16(version)
      .u16(version)
      .u16(kUtf8Names)
      .u16(deflated ? 8 : 0)
      .u16(0)
      .u16(kDate)
      .u32(entry.checksum)
      .u32(stored_size)
      .u32(size)
      .u16(entry.name.size())
      .u16(extra.size())
      .u16(0)  // comment
      .u16(0)  // disk
      .u16(0)  // internal attributes
      .u32(0)  // external attributes
      .u32(begin)
      .text(entry.name)
      .text(extra)
      .bytes();
}

std::string end_records(std::uint64_t entries, std::uint64_t size, std::uint64_t begin,
                        const ZipLimits& limits) {
  Record end;
  const bool too_wide = entries >= limits.entries || size >= limits.size || begin >= limits.size;
  if (too_wide) {
    end.u32(0x06064b50).u64(44).u16(kWideVersion).u16(kWideVersion).u32(0).u32(0);
    end.u64(entries).u64(entries).u64(size).u64(begin);
    end.u32(0x07064b50).u32(0).u64(begin + size).u32(1);
  }
  const std::uint64_t count = too_wide ? 0xffff : entries;
  end.u32(0x06054b50).u16(0).u16(0).u16(count).u16(count);
  end.u32(too_wide ? kZipSaturated : size).u32(too_wide ? kZipSaturated : begin).u16(0);
  return end.bytes();
}

/// Deflates header and body, without a zlib header.
std::string deflate_input(const ZipInput& input) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  const std::unique_ptr<z_stream, decltype(&deflateEnd)> guard(&stream, &deflateEnd);
  std::string output;
  std::size_t produced = 0;
  const auto feed = [&](std::string_view bytes, int flush) {
    do {
      // zlib counts in 32 bits.
      const std::size_t step = std::min<std::size_t>(bytes.size(), std::size_t{1} << 30);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      stream.avail_in = static_cast<uInt>(step);
      bytes.remove_prefix(step);
      do {
        constexpr std::size_t kRoom = 1 << 16;
        if (output.size() - produced < kRoom)
          output.resize(output.size() + output.size() / 2 + kRoom);
        stream.next_out = reinterpret_cast<Bytef*>(output.data() + produced);
        stream.avail_out = kRoom;
        deflate(&stream, bytes.empty() ? flush : Z_NO_FLUSH);
        produced += kRoom - stream.avail_out;
      } while (stream.avail_out == 0);
    } while (!bytes.empty());
  };
  feed(input.header, Z_NO_FLUSH);
  feed(text_of(input.body), Z_FINISH);
  output.resize(produced);
  return output;
}

std::uint32_t checksum_of(const ZipInput& input) {
  uLong checksum = 0;
  for (const std::string_view part : {std::string_view(input.header), text_of(input.body)}) {
    if (part.empty()) continue;  // a null pointer would start the checksum anew
    checksum = crc32_z(checksum, reinterpret_cast<const Bytef*>(part.data()), part.size());
  }
  return static_cast<std::uint32_t>(checksum);
}

}  // namespace

void write_zip(const std::function<void(std::string_view)>& write, std::span<const ZipInput> inputs,
               bool deflated, ZipLimits limits) {
  std::uint64_t position = 0;
  const auto put = [&](std::string_view bytes) {
    write(bytes);
    position += bytes.size();
  };

  std::string directory;
  for (const ZipInput& input : inputs) {
    const std::string packed = deflated ? deflate_input(input) : std::string();
    const std::uint64_t size = input.header.size() + input.body.size();
    const WrittenEntry entry{input.name, checksum_of(input), deflated ? packed.size() : size, size,
                             position};
    put(local_header(entry, deflated, limits));
    if (deflated) {
      put(packed);
    } else {
      put(input.header);
      put(text_of(input.body));
    }
    directory += directory_entry(entry, deflated, limits);
  }
  const std::uint64_t directory_begin = position;
  put(directory);
  put(end_records(inputs.size(), directory.size(), directory_begin, limits));
}

}  // namespace honestrank
