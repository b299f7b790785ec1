#include "named_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.h"

namespace honestrank::cli {

std::string NamedFile::name_or_stem() const {
  if (!name.empty()) return name;
  std::filesystem::path file = std::filesystem::path(path).filename();
  if (file.extension() == ".gz") file = file.stem();
  return file.stem().string();
}

NamedFile parse_named_file(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  if (argument.empty() || (equals == argument.size() - 1 && !std::filesystem::exists(argument))) {
    throw UsageError(fmt::format("expected FILE or NAME=FILE; got '{}'", argument));
  }
  if (equals == std::string::npos || equals == 0 || std::filesystem::exists(argument)) {
    return {"", argument};
  }
  return {argument.substr(0, equals), argument.substr(equals + 1)};
}

void require_different(std::span<const std::string> names) {
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::find(names.begin(), name, *name) == name) continue;
    throw UsageError(
        fmt::format("two models are called '{}'; give one another name, as in NAME=...", *name));
  }
}

}  // namespace honestrank::cli
