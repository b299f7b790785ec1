#include "honestrank/data/candidate_lists.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "data/field_writer.h"
#include "data/interaction_layout.h"
#include "data/interaction_parser.h"
#include "data/line_reader.h"
#include "data/text_encoding.h"
#include "honestrank/base/error.h"
#include "honestrank/data/output_file.h"

namespace honestrank {
namespace {

/// Counts the values of `row` that appeared in it before.
std::uint64_t count_repeated(std::span<const std::uint32_t> row,
                             std::vector<std::uint32_t>& sorted) {
  sorted.assign(row.begin(), row.end());
  std::sort(sorted.begin(), sorted.end());
  const auto last = std::unique(sorted.begin(), sorted.end());
  return static_cast<std::uint64_t>(sorted.end() - last);
}

CandidateLists candidates_from(ChunkReader& reader) {
  reject_binary(reader.first_text(), reader.name());
  CandidateLists lists;
  lists.source = reader.name();
  std::vector<std::uint32_t> sorted;
  for_each_line(reader, [&](std::size_t line, std::string_view text) {
    std::string_view user;
    std::string_view target;
    std::string_view rest;
    if (!split_candidate_line(text, user, target, rest)) {
      throw ParseError(
          reader.name(), line,
          "expected (user,item) followed by candidates; got " + quoted_for_message(text));
    }
    if (!is_utf8(text)) {
      throw ParseError(reader.name(), line, "expected UTF-8 text; got " + quoted_for_message(text));
    }
    lists.line.push_back(line);
    lists.user.push_back(lists.users.add(user));
    lists.target.push_back(lists.items.add(target));
    for (std::size_t at = rest.find_first_not_of(" \t"); at != std::string_view::npos;) {
      const std::size_t end = std::min(rest.find_first_of(" \t", at), rest.size());
      lists.candidate.push_back(lists.items.add(rest.substr(at, end - at)));
      at = rest.find_first_not_of(" \t", end);
    }
    const auto row = std::span(lists.candidate).subspan(lists.begin.back());
    lists.targets_among_candidates +=
        static_cast<std::uint64_t>(std::count(row.begin(), row.end(), lists.target.back()));
    lists.repeated_candidates += count_repeated(row, sorted);
    lists.begin.push_back(lists.candidate.size());
  });
  if (lists.size() == 0) {
    throw ParseError(reader.name(), 0, "expected candidate lists; got an empty file");
  }
  return lists;
}

/// The members of `(user,item)`: whatever split_candidate_line gives back.
void require_pair(std::string_view user, std::string_view item) {
  const std::string line = "(" + std::string(user) + "," + std::string(item) + ")";
  std::string_view user_again;
  std::string_view item_again;
  std::string_view rest;
  if (line.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos &&
      split_candidate_line(line, user_again, item_again, rest) && user_again == user &&
      item_again == item && rest.empty()) {
    return;
  }
  throw InputError(
      "write_candidates: expected ids without commas, parentheses and line ends; got " +
      quoted_for_message(line));
}

}  // namespace

CandidateLists read_candidates(const std::filesystem::path& path) {
  return candidates_from(*ChunkReader::open(path));
}

CandidateLists parse_candidates(std::span<const char> bytes, const std::string& name) {
  ChunkReader reader(bytes_in_memory(bytes, name), name);
  return candidates_from(reader);
}

void write_candidates(const std::filesystem::path& path, const CandidateLists& lists) {
  OutputFile file(path);
  std::string text;
  for (std::size_t row = 0; row < lists.size(); ++row) {
    require_pair(lists.users[lists.user[row]], lists.items[lists.target[row]]);
    text += '(';
    text += lists.users[lists.user[row]];
    text += ',';
    text += lists.items[lists.target[row]];
    text += ')';
    for (std::size_t i = lists.begin[row]; i < lists.begin[row + 1]; ++i) {
      require_word("write_candidates", lists.items[lists.candidate[i]]);
      text += '\t';
      text += lists.items[lists.candidate[i]];
    }
    text += '\n';
    file.write(std::exchange(text, {}));
  }
  file.commit();
}

}  // namespace honestrank
