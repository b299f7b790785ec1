#pragma once

#include <stdlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace honestrank::fuzzing {

/// Says which property does not hold, and ends the program: a finding.
inline void expect(bool holds, const char* property) {
  if (holds) return;
  std::fprintf(stderr, "property does not hold: %s\n", property);
  std::abort();
}

inline std::span<const char> text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Whether `text` is nothing but printable ASCII.
inline bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

/// A number made of all bytes: fuzzers choose options by it, so that a corpus holds plain files.
inline std::uint64_t digest_of(std::span<const char> text) {
  std::uint64_t digest = 0xCBF29CE484222325ULL;  // FNV-1a
  for (const char byte : text)
    digest = (digest ^ static_cast<unsigned char>(byte)) * 0x100000001B3ULL;
  return digest ^ (digest >> 32);
}

/// The path of a file that goes away with the program.
class ScratchFile {
 public:
  ScratchFile() {
    std::string name = (std::filesystem::temp_directory_path() / "honestrank-fuzz-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    directory_ = name;
  }
  ~ScratchFile() {
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  std::filesystem::path path() const { return directory_ / "file"; }

 private:
  std::filesystem::path directory_;
};

}  // namespace honestrank::fuzzing
