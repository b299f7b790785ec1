#include <fmt/format.h>

#include <utility>

#include "data/interaction_layout.h"
#include "data/line_reader.h"
#include "data/number_fields.h"
#include "honestrank/base/error.h"
#include "honestrank/satisfaction/browsing_model.h"

namespace honestrank {
namespace {

constexpr std::uint64_t kDeepestLogged = 1'000'000;  // more is a slip, or no depth

DepthCounts depths_from(ChunkReader& reader) {
  reject_binary(reader.first_text(), reader.name());
  const auto sample = first_lines(reader.first_text(), 100);
  if (sample.empty()) {
    throw ParseError(reader.name(), 0, "expected numbers of items seen; got an empty file");
  }
  const FieldSeparator separator = detect_separator(sample);
  std::vector<std::string_view> first;
  std::vector<std::string> unquoted;
  split_fields(sample.front(), separator, first, unquoted);
  const std::size_t named =
      column_named({reader.name(), line_number(reader.first_text(), sample.front()), first},
                   {"depth", "items_seen", "seen"});
  const std::size_t column = named == kNoColumn ? first.size() - 1 : named;
  DepthCounts counts;
  bool skip = named != kNoColumn;
  for_each_row(reader, separator, first.size(), [&](const FieldLine& line) {
    if (std::exchange(skip, false)) return;
    const std::uint64_t depth = whole_number(line, column, "depth", 0);
    if (depth > kDeepestLogged) {
      line.fail(fmt::format("expected a depth of at most {}; got {}", kDeepestLogged, depth));
    }
    if (counts.sessions.size() <= depth) counts.sessions.resize(depth + 1);
    ++counts.sessions[depth];
  });
  if (counts.sessions.empty()) {
    throw ParseError(reader.name(), 0, "expected numbers of items seen; got a header alone");
  }
  return counts;
}

}  // namespace

DepthCounts read_depth_log(const std::filesystem::path& path) {
  return depths_from(*ChunkReader::open(path));
}

DepthCounts parse_depth_log(std::span<const char> bytes, const std::string& name) {
  ChunkReader reader(bytes_in_memory(bytes, name), name);
  return depths_from(reader);
}

}  // namespace honestrank
