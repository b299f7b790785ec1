#include "honestrank/data/write_interactions.h"

#include <fmt/format.h>

#include "data/interaction_layout.h"
#include "data/text_fields.h"
#include "honestrank/base/error.h"
#include "honestrank/data/output_file.h"

namespace honestrank {
namespace {

constexpr std::size_t kWriteAt = std::size_t{1} << 20;

/// Writes ids so that one separator can be told from text.
class IdWriter {
 public:
  explicit IdWriter(FieldSeparator separator) : separator_(separator) {}

  void append(fmt::memory_buffer& text, std::string_view id) const {
    const bool quotes_work =
        separator_ == FieldSeparator::comma || separator_ == FieldSeparator::semicolon;
    if (!needs_care(id)) {
      text.append(id.data(), id.data() + id.size());
    } else if (quotes_work && id.find_first_of("\r\n") == std::string_view::npos) {
      text.push_back('"');
      for (const char c : id) {
        if (c == '"') text.push_back('"');
        text.push_back(c);
      }
      text.push_back('"');
    } else {
      throw InputError("write_interactions: expected ids without " + describe(separator_) +
                       ", quotes and line ends; got " + quoted_for_message(id));
    }
  }

 private:
  bool needs_care(std::string_view id) const {
    if (id.empty() || id.front() == '"' || id.front() == ' ' || id.back() == ' ') return true;
    if (id.find_first_of("\r\n") != std::string_view::npos) return true;
    switch (separator_) {
      case FieldSeparator::tab: return id.find('\t') != std::string_view::npos;
      case FieldSeparator::comma: return id.find(',') != std::string_view::npos;
      case FieldSeparator::semicolon: return id.find(';') != std::string_view::npos;
      case FieldSeparator::bar: return id.find('|') != std::string_view::npos;
      case FieldSeparator::double_colon:
        return id.find("::") != std::string_view::npos || id.front() == ':' || id.back() == ':';
      case FieldSeparator::whitespace: return id.find_first_of(" \t") != std::string_view::npos;
    }
    return true;
  }

  FieldSeparator separator_;
};

}  // namespace

void write_interactions(const std::filesystem::path& path, const Interactions& interactions,
                        const WriteInteractionsOptions& options) {
  const IdWriter ids(separator_from_option(options.separator));
  const std::string& separator = options.separator;
  OutputFile file(path);
  fmt::memory_buffer text;
  const auto out = fmt::appender(text);
  if (options.header) {
    fmt::format_to(out, "user{}item", separator);
    if (interactions.has_ratings()) fmt::format_to(out, "{}rating", separator);
    if (interactions.has_timestamps()) fmt::format_to(out, "{}timestamp", separator);
    text.push_back('\n');
  }
  for (std::size_t row = 0; row < interactions.size(); ++row) {
    ids.append(text, interactions.users[interactions.user[row]]);
    text.append(separator);
    ids.append(text, interactions.items[interactions.item[row]]);
    if (interactions.has_ratings()) fmt::format_to(out, "{}{}", separator, interactions.rating[row]);
    if (interactions.has_timestamps()) {
      fmt::format_to(out, "{}{}", separator, interactions.timestamp[row]);
    }
    text.push_back('\n');
    if (text.size() < kWriteAt) continue;
    file.write({text.data(), text.size()});
    text.clear();
  }
  file.write({text.data(), text.size()});
  file.commit();
}

void write_interaction_lists(const std::filesystem::path& path, const Interactions& interactions) {
  const IdWriter ids(FieldSeparator::whitespace);
  const RowsByUser rows = rows_by_user(interactions);
  OutputFile file(path);
  fmt::memory_buffer text;
  for (std::size_t user = 0; user < interactions.users.size(); ++user) {
    ids.append(text, interactions.users[user]);
    for (std::size_t i = rows.begin[user]; i < rows.begin[user + 1]; ++i) {
      text.push_back(' ');
      ids.append(text, interactions.items[interactions.item[rows.rows[i]]]);
    }
    text.push_back('\n');
    if (text.size() < kWriteAt) continue;
    file.write({text.data(), text.size()});
    text.clear();
  }
  file.write({text.data(), text.size()});
  file.commit();
}

}  // namespace honestrank
