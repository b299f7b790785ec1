#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace honestrank {

/// SHA-256 of a file's bytes (as they are, compressed or not) in lower-case hex; results carry it
/// so that a number can be traced to its input. Throws std::system_error naming the path.
std::string sha256_of_file(const std::filesystem::path& path);

/// SHA-256 of `bytes` in lower-case hex.
std::string sha256_of_bytes(std::string_view bytes);

}  // namespace honestrank
