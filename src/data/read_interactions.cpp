#include "honestrank/data/read_interactions.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "data/chunk_reader.h"
#include "data/chunk_sequence.h"
#include "data/id_encoding.h"
#include "data/interaction_layout.h"
#include "data/interaction_parser.h"
#include "data/row_collector.h"
#include "data/text_fields.h"
#include "data/text_parsing.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"

namespace honestrank {
namespace {

/// One file being read: what the steps below share.
struct Reading {
  ChunkReader& reader;
  const ReadInteractionsOptions& options;
  ParserLayout layout;
  RowCollector rows;
  std::vector<std::size_t> chunk_lines;
  Interactions result;

  [[noreturn]] void fail_at_row(std::size_t row, const std::string& what) const {
    throw ParseError(reader.name(), rows.line_of(row, chunk_lines), what);
  }
};

void parse_rows(Reading& reading) {
  const unsigned threads = thread_count(reading.options.threads);
  ChunkSequence<ParsedRows> sequence;
  std::deque<InteractionParser> parsers;
  for (unsigned worker = 0; worker < threads; ++worker) parsers.emplace_back(reading.layout);
  reading.chunk_lines = parse_chunks(
      reading.reader, threads, reading.options.progress, [&](unsigned worker, const Chunk& chunk) {
        auto rows = sequence.take();
        rows->worker = worker;
        rows->part_read = chunk.part_read;
        const std::size_t lines = parsers[worker].parse(chunk, *rows);
        sequence.give(chunk.index, std::move(rows),
                      [&](ParsedRows& next) { reading.rows.append(next); });
        return lines;
      });
  std::vector<WorkerIds*> user_ids;
  std::vector<WorkerIds*> item_ids;
  for (InteractionParser& parser : parsers) {
    user_ids.push_back(&parser.users);
    item_ids.push_back(&parser.items);
  }
  MergedIds users = merge_ids(user_ids, threads);
  MergedIds items = merge_ids(item_ids, threads);
  reading.rows.collect(users, items, threads, reading.result);
  reading.result.users = std::move(users.ids);
  reading.result.items = std::move(items.ids);
  if (reading.result.size() == 0) {
    throw ParseError(reading.reader.name(), 0, "expected interactions; got a file without any");
  }
}

/// First row that has `number` in `column`; the number of rows for a user without any.
std::size_t first_row_with(const std::vector<std::uint32_t>& column, std::uint32_t number) {
  return static_cast<std::size_t>(std::find(column.begin(), column.end(), number) - column.begin());
}

void require_encoding(const Reading& reading, TextEncoding encoding, const char* expected) {
  const Interactions& found = reading.result;
  const auto bad_user = first_id_not_in(found.users, encoding);
  const auto bad_item = first_id_not_in(found.items, encoding);
  if (!bad_user && !bad_item) return;
  const std::size_t none = found.size();  // a user of a list without items has no row
  const std::size_t user_row = bad_user ? first_row_with(found.user, *bad_user) : none;
  const std::size_t item_row = bad_item ? first_row_with(found.item, *bad_item) : none;
  const std::string_view id =
      user_row <= item_row ? found.users[*bad_user] : found.items[*bad_item];
  const std::string what =
      std::string("expected ") + expected + " text; got the id " + quoted_for_message(id);
  if (user_row == none && item_row == none) throw ParseError(reading.reader.name(), 0, what);
  reading.fail_at_row(std::min(user_row, item_row), what);
}

TextEncoding settle_encoding(Reading& reading) {
  Interactions& found = reading.result;
  switch (reading.options.encoding) {
    case TextEncoding::utf8:
      require_encoding(reading, TextEncoding::utf8, "UTF-8");
      return TextEncoding::utf8;
    case TextEncoding::automatic:
      if (!first_id_not_in(found.users, TextEncoding::utf8) &&
          !first_id_not_in(found.items, TextEncoding::utf8)) {
        return TextEncoding::utf8;
      }
      require_encoding(reading, TextEncoding::latin1, "UTF-8 or Latin-1");
      break;
    case TextEncoding::latin1: require_encoding(reading, TextEncoding::latin1, "Latin-1"); break;
  }
  found.users = ids_from_latin1(found.users);
  found.items = ids_from_latin1(found.items);
  return TextEncoding::latin1;
}

/// Renumbers a column after `known`; the first row with an id outside it is an error.
void use_known_ids(const Reading& reading, const IdMap& known, const char* role,
                   const std::string& note, IdMap& ids, std::vector<std::uint32_t>& column) {
  std::vector<std::uint32_t> number(ids.size());
  std::vector<bool> unknown(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto found = known.find(ids[i]);
    unknown[i] = !found.has_value();
    number[i] = found.value_or(0);
  }
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (unknown[column[row]]) {
      reading.fail_at_row(row, std::string("expected one of the ") + std::to_string(known.size()) +
                                   " known " + role + " ids; got " +
                                   quoted_for_message(ids[column[row]]) +
                                   (note.empty() ? "" : "; " + note));
    }
    column[row] = number[column[row]];
  }
  ids = known;
}

}  // namespace

InteractionFile interactions_from(ChunkReader& reader, const ReadInteractionsOptions& options) {
  Reading reading{reader, options, detect_layout(reader.first_text(), reader.name(), options),
                  {},     {},      {}};
  parse_rows(reading);
  const TextEncoding encoding = settle_encoding(reading);
  Interactions& result = reading.result;
  if (options.known_users) {
    use_known_ids(reading, *options.known_users, "user", options.known_users_note, result.users,
                  result.user);
  }
  if (options.known_items) {
    use_known_ids(reading, *options.known_items, "item", options.known_items_note, result.items,
                  result.item);
  }
  return {std::move(result), public_layout(reading.layout, encoding)};
}

InteractionFile read_interaction_file(const std::filesystem::path& path,
                                      const ReadInteractionsOptions& options) {
  return interactions_from(*ChunkReader::open(path), options);
}

Interactions read_interactions(const std::filesystem::path& path,
                               const ReadInteractionsOptions& options) {
  return read_interaction_file(path, options).interactions;
}

InteractionFile parse_interactions(std::span<const char> bytes, const std::string& name,
                                   const ReadInteractionsOptions& options) {
  ChunkReader reader(bytes_in_memory(bytes, name), name);
  return interactions_from(reader, options);
}

}  // namespace honestrank
