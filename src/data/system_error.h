#pragma once

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace honestrank {

/// The machine refused an operation on `path`: throws std::system_error for `error` (errno) with
/// the path in its message.
[[noreturn]] inline void throw_system_error(const std::filesystem::path& path, int error = errno) {
  throw std::system_error(error, std::generic_category(), path.string());
}

}  // namespace honestrank
