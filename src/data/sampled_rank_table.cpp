#include "honestrank/data/sampled_rank_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "data/field_writer.h"
#include "data/interaction_layout.h"
#include "data/line_reader.h"
#include "data/number_fields.h"
#include "honestrank/base/error.h"
#include "honestrank/data/output_file.h"

namespace honestrank {
namespace {

constexpr std::string_view kProtocol = "# protocol: ";

/// Which column of the file holds what.
struct SampledColumns {
  bool header = false;
  std::size_t count = 0;
  std::size_t user = 0;
  std::size_t rank = kNoColumn;  ///< the plain form
  std::size_t repeat = kNoColumn;
  std::size_t order = kNoColumn;
  std::size_t above = kNoColumn;
  std::size_t tied = kNoColumn;
  std::size_t samples = kNoColumn;
  std::size_t items = kNoColumn;
};

SampledColumns find_sampled_columns(const FieldLine& first) {
  SampledColumns columns;
  columns.count = first.fields.size();
  if (columns.count < 2) first.fail("expected at least 2 fields (user, sampled_rank); got 1");
  columns.above = column_named(first, {"above"});
  columns.order = column_named(first, {"order"});
  columns.rank = column_named(first, {"sampled_rank", "rank"});
  columns.header = columns.above != kNoColumn || columns.rank != kNoColumn;
  if (!columns.header) {
    if (columns.count > 2) {
      first.fail(
          "expected a header that names the columns (user, order, above, tied, samples, items) "
          "where there are more than 2; got none");
    }
    columns.rank = 1;
    return columns;
  }
  if ((columns.above != kNoColumn) != (columns.order != kNoColumn) ||
      (columns.above != kNoColumn) == (columns.rank != kNoColumn)) {
    first.fail("expected the columns order and above, or sampled_rank; got others");
  }
  if (column_named(first, {"model"}) != kNoColumn) {
    first.fail(
        "expected the ranks of one model; got a column 'model'; give each model a file of its own");
  }
  columns.user = user_column(first);
  if (columns.user == kNoColumn) first.fail("expected a column user; got none");
  columns.repeat = column_named(first, {"repeat"});
  columns.tied = column_named(first, {"tied", "ties"});
  columns.samples = column_named(first, {"samples"});
  columns.items = column_named(first, {"items"});
  return columns;
}

/// Rows of one user and one repeat, in their order.
class TableRows {
 public:
  TableRows(SampledRankTable& table, const std::vector<std::size_t>& lines, const std::string& file)
      : table_(table), lines_(lines), file_(file) {
    rows_.resize(table.size());
    std::iota(rows_.begin(), rows_.end(), std::size_t{0});
    std::stable_sort(rows_.begin(), rows_.end(), [&](std::size_t a, std::size_t b) {
      if (table.user[a] != table.user[b]) return table.user[a] < table.user[b];
      if (table.repeat[a] != table.repeat[b]) return table.repeat[a] < table.repeat[b];
      return table.order[a] < table.order[b];
    });
  }

  /// In the plain form the order is the rank; turns ranks among sampled and relevant items into
  /// orders and numbers of sampled items above.
  void turn_ranks() {
    std::uint64_t place = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::size_t row = rows_[i];
      const bool same_user = i > 0 && is_same_user(row, rows_[i - 1]);
      place = same_user ? place + 1 : 1;
      const std::uint64_t rank = table_.order[row];
      // The order of the row before has been replaced: its rank is its place and what is above.
      if (same_user && rank == place - 1 + table_.above[rows_[i - 1]]) {
        fail(row, fmt::format("expected each sampled rank once a user, ranks being among "
                              "sampled and relevant items together; got {} again",
                              rank));
      }
      if (rank - place > table_.samples[row]) {
        fail(row, fmt::format("expected a sampled rank from 1 to {} (samples and relevant items); "
                              "got {}",
                              table_.samples[row] + place, rank));
      }
      table_.order[row] = place;
      table_.above[row] = rank - place;
    }
  }

  void check() const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::size_t row = rows_[i];
      const bool same_user = i > 0 && is_same_user(row, rows_[i - 1]);
      const std::uint64_t place = same_user ? table_.order[rows_[i - 1]] + 1 : 1;
      if (table_.order[row] != place) {
        fail(row, fmt::format("expected order {}; got {}", place, table_.order[row]));
      }
      check_numbers(row);
      if (same_user) check_against(row, rows_[i - 1]);
    }
  }

 private:
  bool is_same_user(std::size_t a, std::size_t b) const {
    return table_.user[a] == table_.user[b] && table_.repeat[a] == table_.repeat[b];
  }

  void check_numbers(std::size_t row) const {
    const std::uint64_t samples = table_.samples[row];
    if (table_.above[row] > samples || table_.tied[row] > samples - table_.above[row]) {
      fail(row, fmt::format("expected at most {} sampled items above or tied; got {} and {}",
                            samples, table_.above[row], table_.tied[row]));
    }
    if (table_.items[row] < table_.order[row]) {
      fail(row, fmt::format("expected at least {} items, the relevant ones; got {}",
                            table_.order[row], table_.items[row]));
    }
  }

  void check_against(std::size_t row, std::size_t before) const {
    if (table_.items[row] != table_.items[before] ||
        table_.samples[row] != table_.samples[before]) {
      fail(row, "expected one number of items and of samples a user; got others");
    }
    const bool same_group =
        table_.above[row] == table_.above[before] && table_.tied[row] == table_.tied[before];
    if (!same_group && table_.above[row] < table_.above[before] + table_.tied[before]) {
      fail(row, fmt::format("expected at least {} sampled items above, as the relevant item before "
                            "has; got {}",
                            table_.above[before] + table_.tied[before], table_.above[row]));
    }
  }

  [[noreturn]] void fail(std::size_t row, const std::string& what) const {
    throw ParseError(file_, lines_[row],
                     what + " for user " + quoted_for_message(table_.users[table_.user[row]]));
  }

  SampledRankTable& table_;
  const std::vector<std::size_t>& lines_;
  const std::string& file_;
  std::vector<std::size_t> rows_;
};

void require_known(const SampledColumns& columns, const ReadSampledRanksOptions& options,
                   const std::string& file) {
  if (columns.items == kNoColumn && options.items == 0) {
    throw ParseError(file, 0,
                     "expected a column 'items' or the number of items (--items N); got neither");
  }
  if (columns.samples == kNoColumn && options.samples == 0) {
    throw ParseError(
        file, 0, "expected a column 'samples' or the number of samples (--samples M); got neither");
  }
}

SampledRankTable ranks_from(ChunkReader& reader, const ReadSampledRanksOptions& options) {
  reject_binary(reader.first_text(), reader.name());
  auto sample = first_lines(reader.first_text(), 100);
  SampledRankTable table;
  std::size_t skip = 0;
  if (!sample.empty() && sample.front().starts_with(kProtocol)) {
    table.protocol = sample.front().substr(kProtocol.size());
    sample.erase(sample.begin());
    ++skip;
  }
  if (sample.empty()) {
    throw ParseError(reader.name(), 0, "expected sampled ranks; got a file without any");
  }
  const FieldSeparator separator = detect_separator(sample);
  std::vector<std::string_view> fields;
  std::vector<std::string> unquoted;
  split_fields(sample.front(), separator, fields, unquoted);
  const SampledColumns columns = find_sampled_columns(
      {reader.name(), line_number(reader.first_text(), sample.front()), fields});
  require_known(columns, options, reader.name());
  skip += columns.header ? 1 : 0;

  std::vector<std::size_t> lines;
  for_each_line(reader, [&](std::size_t number, std::string_view text) {
    if (skip > 0) {
      --skip;
      return;
    }
    const FieldLine line{reader.name(), number, fields};
    if (!split_fields(text, separator, fields, unquoted)) {
      line.fail("expected a closing quote on the same line; got none");
    }
    if (fields.size() != columns.count) {
      line.fail(fmt::format("expected {} fields; got {}", columns.count, fields.size()));
    }
    const auto number_or = [&](std::size_t column, const char* name, std::uint64_t least,
                               std::uint64_t otherwise) {
      return column == kNoColumn ? otherwise : whole_number(line, column, name, least);
    };
    table.user.push_back(table.users.add(user_id(line, columns.user)));
    const bool plain = columns.rank != kNoColumn;
    table.order.push_back(plain ? whole_number(line, columns.rank, "sampled rank", 1)
                                : whole_number(line, columns.order, "order", 1));
    table.above.push_back(plain ? 0 : whole_number(line, columns.above, "above", 0));
    table.tied.push_back(number_or(columns.tied, "tied", 0, 0));
    table.samples.push_back(number_or(columns.samples, "samples", 1, options.samples));
    table.items.push_back(number_or(columns.items, "items", 1, options.items));
    const std::uint64_t repeat = number_or(columns.repeat, "repeat", 1, 1);
    if (repeat > (1U << 20))
      line.fail(fmt::format("expected at most 1048576 repeats; got {}", repeat));
    table.repeat.push_back(static_cast<std::uint32_t>(repeat - 1));
    lines.push_back(number);
  });
  if (table.size() == 0) {
    throw ParseError(reader.name(), 0, "expected sampled ranks; got a file without any");
  }
  TableRows rows(table, lines, reader.name());
  if (columns.rank != kNoColumn) rows.turn_ranks();
  rows.check();
  return table;
}

}  // namespace

SampledRankTable read_sampled_ranks(const std::filesystem::path& path,
                                    const ReadSampledRanksOptions& options) {
  return ranks_from(*ChunkReader::open(path), options);
}

SampledRankTable parse_sampled_ranks(std::span<const char> bytes, const std::string& name,
                                     const ReadSampledRanksOptions& options) {
  ChunkReader reader(bytes_in_memory(bytes, name), name);
  return ranks_from(reader, options);
}

void write_sampled_ranks(const std::filesystem::path& path, const SampledRankTable& table) {
  const FieldWriter users("write_sampled_ranks", FieldSeparator::tab);
  const bool repeats = std::any_of(table.repeat.begin(), table.repeat.end(),
                                   [](std::uint32_t repeat) { return repeat != 0; });
  OutputFile file(path);
  fmt::memory_buffer text;
  if (!table.protocol.empty()) {
    fmt::format_to(fmt::appender(text), "{}{}\n", kProtocol, table.protocol);
  }
  fmt::format_to(fmt::appender(text), "user\t{}order\tabove\ttied\tsamples\titems\n",
                 repeats ? "repeat\t" : "");
  constexpr std::size_t kBuffer = 1U << 16U;
  for (std::size_t row = 0; row < table.size(); ++row) {
    users.append_id(text, table.users[table.user[row]]);
    if (repeats) fmt::format_to(fmt::appender(text), "\t{}", table.repeat[row] + 1);
    fmt::format_to(fmt::appender(text), "\t{}\t{}\t{}\t{}\t{}\n", table.order[row],
                   table.above[row], table.tied[row], table.samples[row], table.items[row]);
    if (text.size() < kBuffer) continue;
    file.write({text.data(), text.size()});
    text.clear();
  }
  file.write({text.data(), text.size()});
  file.commit();
}

}  // namespace honestrank
