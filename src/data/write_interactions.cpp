#include "honestrank/data/write_interactions.h"

#include <fmt/format.h>

#include "data/field_writer.h"
#include "data/interaction_layout.h"
#include "honestrank/data/output_file.h"

namespace honestrank {
namespace {

constexpr std::size_t kWriteAt = std::size_t{1} << 20;

}  // namespace

void write_interactions(const std::filesystem::path& path, const Interactions& interactions,
                        const WriteInteractionsOptions& options) {
  validate(interactions);
  const FieldSeparator kind = separator_from_option(options.separator);
  const FieldWriter ids("write_interactions", kind);
  const std::string_view separator = text_of(kind);
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
    ids.append_id(text, interactions.users[interactions.user[row]]);
    text.append(separator);
    ids.append_id(text, interactions.items[interactions.item[row]]);
    if (interactions.has_ratings())
      fmt::format_to(out, "{}{}", separator, interactions.rating[row]);
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
  validate(interactions);
  const auto append_word = [](fmt::memory_buffer& text, std::string_view id) {
    require_word("write_interaction_lists", id);
    text.append(id);
  };
  const RowsByUser rows = rows_by_user(interactions);
  OutputFile file(path);
  fmt::memory_buffer text;
  for (std::size_t user = 0; user < interactions.users.size(); ++user) {
    append_word(text, interactions.users[user]);
    for (std::size_t i = rows.begin[user]; i < rows.begin[user + 1]; ++i) {
      text.push_back(' ');
      append_word(text, interactions.items[interactions.item[rows.rows[i]]]);
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
