#pragma once

#include <filesystem>
#include <string>

namespace honestrank {

/// SHA-256 of a file's bytes (as they are, compressed or not) in lower-case hex; results carry it
/// so that a number can be traced to its input. Throws std::system_error naming the path.
std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace honestrank
