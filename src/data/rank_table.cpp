#include "honestrank/data/rank_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/field_writer.h"
#include "data/interaction_layout.h"
#include "data/line_reader.h"
#include "data/number_fields.h"
#include "honestrank/base/error.h"
#include "honestrank/data/output_file.h"

namespace honestrank {
namespace {

/// Which column of the file holds what.
struct RankColumns {
  bool header = false;
  std::size_t count = 0;
  std::size_t user = 0;
  std::size_t rank = 1;
  std::size_t tied = kNoColumn;
  std::size_t items = kNoColumn;
};

/// The columns of what others write too, by which rows differ that would pass for one user's.
void refuse_mixed_rows(const FieldLine& header) {
  for (const char* name : {"model", "repeat"}) {
    if (column_named(header, {name}) == kNoColumn) continue;
    header.fail(
        fmt::format("expected the ranks of one model; got a column '{0}'; give each {0} a "
                    "file of its own",
                    name));
  }
}

RankColumns find_rank_columns(const FieldLine& first) {
  RankColumns columns;
  columns.count = first.fields.size();
  if (columns.count < 2) first.fail("expected at least 2 fields (user, rank); got 1");
  const std::size_t rank = column_named(first, {"rank"});
  if (rank == kNoColumn) {
    if (columns.count > 2) {
      first.fail(
          "expected a header that names the columns (user, rank, tied, items) where there are more "
          "than 2; got none");
    }
    return columns;
  }
  refuse_mixed_rows(first);
  columns.header = true;
  columns.rank = rank;
  columns.tied = column_named(first, {"tied", "ties"});
  columns.items = column_named(first, {"items"});
  columns.user = user_column(first);
  // Of two columns, the other one.
  if (columns.user == kNoColumn && columns.count == 2 && columns.tied == kNoColumn &&
      columns.items == kNoColumn) {
    columns.user = 1 - rank;
  }
  if (columns.user == kNoColumn) first.fail("expected a column user; got none");
  return columns;
}

/// A user's rows must fit together: same items, and tie groups that are equal or apart.
void check_users(const RankTable& table, const std::vector<std::size_t>& lines,
                 const std::string& file) {
  std::vector<std::size_t> order(table.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return table.user[a] != table.user[b] ? table.user[a] < table.user[b]
                                          : table.rank[a] < table.rank[b];
  });
  std::uint64_t rows_in_group = 1;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const std::size_t row = order[i];
    const std::size_t before = order[i - 1];
    if (table.user[row] != table.user[before]) {
      rows_in_group = 1;
      continue;
    }
    const auto fail = [&](const std::string& what) {
      throw ParseError(file, lines[std::max(row, before)],
                       what + " for user " + quoted_for_message(table.users[table.user[row]]));
    };
    if (table.items[row] != table.items[before]) {
      fail(fmt::format("expected one number of items a user; got {} and {}", table.items[before],
                       table.items[row]));
    }
    const bool same_group =
        table.rank[row] == table.rank[before] && table.tied[row] == table.tied[before];
    rows_in_group = same_group ? rows_in_group + 1 : 1;
    if (same_group && rows_in_group > table.tied[row] + 1) {
      fail(fmt::format("expected at most {} item(s) at rank {}; got {}", table.tied[row] + 1,
                       table.rank[row], rows_in_group));
    }
    if (!same_group && table.rank[row] <= table.rank[before] + table.tied[before]) {
      fail(fmt::format("expected tie groups that do not overlap; got ranks {} and {}",
                       table.rank[before], table.rank[row]));
    }
  }
}

RankTable ranks_from(ChunkReader& reader, const ReadRanksOptions& options) {
  reject_binary(reader.first_text(), reader.name());
  const auto sample = first_lines(reader.first_text(), 100);
  if (sample.empty()) throw ParseError(reader.name(), 0, "expected ranks; got an empty file");
  if (sample.front().starts_with("# protocol: ")) {
    throw ParseError(reader.name(), 1, "expected ranks over all items; got sampled ranks");
  }
  const FieldSeparator separator = detect_separator(sample);
  std::vector<std::string_view> first;
  std::vector<std::string> unquoted;
  split_fields(sample.front(), separator, first, unquoted);
  const RankColumns columns =
      find_rank_columns({reader.name(), line_number(reader.first_text(), sample.front()), first});
  if (columns.items == kNoColumn && options.items == 0) {
    throw ParseError(reader.name(), 0,
                     "expected a column 'items' or the number of items (--items N); got neither");
  }

  RankTable table;
  std::vector<std::size_t> lines;
  bool skip = columns.header;
  for_each_row(reader, separator, columns.count, [&](const FieldLine& line) {
    if (std::exchange(skip, false)) return;
    const std::string_view user = user_id(line, columns.user);
    const std::uint64_t rank = whole_number(line, columns.rank, "rank", 1);
    const std::uint64_t tied =
        columns.tied == kNoColumn ? 0 : whole_number(line, columns.tied, "tied", 0);
    const std::uint64_t items =
        columns.items == kNoColumn ? options.items : whole_number(line, columns.items, "items", 1);
    if (rank > items || tied > items - rank) {
      line.fail(fmt::format("expected a rank of at most {} (items); got {}{}", items, rank,
                            tied == 0 ? "" : fmt::format(" with {} tied", tied)));
    }
    table.user.push_back(table.users.add(user));
    table.rank.push_back(rank);
    table.tied.push_back(tied);
    table.items.push_back(items);
    lines.push_back(line.line);
  });
  if (table.size() == 0)
    throw ParseError(reader.name(), 0, "expected ranks; got a file without any");
  check_users(table, lines, reader.name());
  return table;
}

}  // namespace

RankTable read_ranks(const std::filesystem::path& path, const ReadRanksOptions& options) {
  return ranks_from(*ChunkReader::open(path), options);
}

RankTable parse_ranks(std::span<const char> bytes, const std::string& name,
                      const ReadRanksOptions& options) {
  ChunkReader reader(bytes_in_memory(bytes, name), name);
  return ranks_from(reader, options);
}

void write_ranks(const std::filesystem::path& path, const RankTable& table) {
  const FieldWriter users("write_ranks", FieldSeparator::tab);
  OutputFile file(path);
  file.write("user\trank\ttied\titems\n");
  fmt::memory_buffer text;
  for (std::size_t row = 0; row < table.size(); ++row) {
    users.append_id(text, table.users[table.user[row]]);
    fmt::format_to(fmt::appender(text), "\t{}\t{}\t{}\n", table.rank[row], table.tied[row],
                   table.items[row]);
    file.write({text.data(), text.size()});
    text.clear();
  }
  file.commit();
}

}  // namespace honestrank
