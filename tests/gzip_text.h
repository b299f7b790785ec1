#pragma once

#include <string>
#include <string_view>

#include "honestrank/data/output_file.h"
#include "temporary_directory.h"

namespace honestrank::testing_support {

/// `text` as the bytes of a gzip file with one member.
inline std::string gzip(std::string_view text) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "text.gz";
  write_file(path, text);
  return content_of(path);
}

}  // namespace honestrank::testing_support
