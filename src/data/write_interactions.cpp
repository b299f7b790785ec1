#include "honestrank/data/write_interactions.h"

#include <fmt/format.h>

#include "data/field_writer.h"
#include "data/interaction_layout.h"
#include "honestrank/base/error.h"
#include "honestrank/data/output_file.h"

namespace honestrank {
namespace {

constexpr std::size_t kWriteAt = std::size_t{1} << 20;

void append_header(fmt::memory_buffer& text, const Interactions& interactions,
                   std::string_view separator, bool recbole_names) {
  const auto out = fmt::appender(text);
  const auto append = [&](std::string_view name, std::string_view recbole_name) {
    fmt::format_to(out, "{}{}", separator, recbole_names ? recbole_name : name);
  };
  text.append(std::string_view(recbole_names ? "user_id:token" : "user"));
  append("item", "item_id:token");
  if (interactions.has_ratings()) append("rating", "rating:float");
  if (interactions.has_timestamps()) append("timestamp", "timestamp:float");
  text.push_back('\n');
}

}  // namespace

void write_interactions(const std::filesystem::path& path, const Interactions& interactions,
                        const WriteInteractionsOptions& options) {
  validate(interactions);
  if (options.recbole_names && !options.header) {
    throw InputError("write_interactions: expected a header for RecBole's names; got none");
  }
  const FieldSeparator kind = separator_from_option(options.separator);
  const FieldWriter ids("write_interactions", kind);
  const std::string_view separator = text_of(kind);
  OutputFile file(path);
  fmt::memory_buffer text;
  const auto out = fmt::appender(text);
  if (options.header) append_header(text, interactions, separator, options.recbole_names);
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
