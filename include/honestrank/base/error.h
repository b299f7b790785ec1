#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace honestrank {

/// The caller passed something the function does not accept. Python: ValueError.
class InputError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A file was read but its content is not what its format promises. Python: ValueError.
///
/// The message reads `path:line: what`, or `path: what` where `line` is 0 because the fault
/// belongs to the file as a whole (a binary format, a truncated archive, an empty file).
class ParseError : public InputError {
 public:
  ParseError(std::string path, std::size_t line, const std::string& what);

  const std::string& path() const noexcept { return path_; }
  std::size_t line() const noexcept { return line_; }

 private:
  std::string path_;
  std::size_t line_;
};

/// The requested backend was not compiled in or finds no device. Python: RuntimeError.
class BackendUnavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace honestrank
