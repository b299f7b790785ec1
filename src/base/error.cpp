#include "honestrank/base/error.h"

#include <utility>

namespace honestrank {
namespace {

std::string located(const std::string& path, std::size_t line, const std::string& what) {
  if (line == 0) return path + ": " + what;
  return path + ':' + std::to_string(line) + ": " + what;
}

}  // namespace

ParseError::ParseError(std::string path, std::size_t line, const std::string& what)
    : InputError(located(path, line, what)), path_(std::move(path)), line_(line) {}

}  // namespace honestrank
