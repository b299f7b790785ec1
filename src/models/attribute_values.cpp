#include "models/attribute_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "data/text_fields.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

void require_known(const AttributeTable& table, const IdMap& known, const char* caller) {
  std::size_t unknown = 0;
  std::string first;
  for (std::size_t row = 0; row < table.ids.size(); ++row) {
    if (known.find(table.ids[row])) continue;
    if (unknown++ == 0) first = quoted_for_message(table.ids[row]);
  }
  if (unknown == 0) return;
  throw InputError(fmt::format(
      "{}: expected attributes of users that the interactions know; got {} others, the first is {}",
      caller, unknown, first));
}

/// Numbers values in the order in which they appear.
class Numbering {
 public:
  explicit Numbering(std::vector<std::string>& names) : names_(names) {}

  std::uint32_t of(const std::string& name) {
    const auto [place, fresh] = numbers_.emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (fresh) names_.push_back(name);
    return place->second;
  }

 private:
  std::vector<std::string>& names_;
  std::map<std::string, std::uint32_t> numbers_;
};

/// Calls `use(number, row)` for each row whose id is known.
template <typename Use>
void for_known(const AttributeTable& table, const IdMap& known, const Use& use) {
  for (std::size_t row = 0; row < table.ids.size(); ++row) {
    if (const auto number = known.find(table.ids[row])) use(*number, row);
  }
}

/// Whether a column says of everything whether it has a property: 1 or 0, as those of genres in
/// MovieLens 100k.
bool are_flags(const TextColumn& column) {
  bool any = false;
  for (std::size_t row = 0; row < column.size(); ++row) {
    const std::string_view value = column[row];
    if (value != "0" && value != "1" && !value.empty()) return false;
    any = any || value == "1";
  }
  return any;
}

std::string value_name(const std::string& column, std::string_view value) {
  return column + "=" + std::string(value);
}

}  // namespace

AttributeValues single_values(const AttributeTable& table, std::span<const std::string> columns,
                              const IdMap& known, const char* caller) {
  require_known(table, known, caller);
  AttributeValues result;
  result.values.resize(known.size());
  Numbering numbering(result.names);
  for (const std::string& name : columns) {
    const TextColumn& column = table.column(name);
    for_known(table, known, [&](std::size_t number, std::size_t row) {
      if (column[row].empty()) return;
      result.values[number].push_back(numbering.of(value_name(name, column[row])));
    });
  }
  return result;
}

AttributeValues joint_values(const AttributeTable& table, std::span<const std::string> columns,
                             const IdMap& known, const char* caller) {
  require_known(table, known, caller);
  AttributeValues result;
  result.values.resize(known.size());
  Numbering numbering(result.names);
  for_known(table, known, [&](std::size_t number, std::size_t row) {
    std::string joint;
    for (const std::string& name : columns) {
      const std::string_view value = table.column(name)[row];
      if (value.empty()) return;
      joint += (joint.empty() ? "" : ",") + value_name(name, value);
    }
    result.values[number].push_back(numbering.of(joint));
  });
  return result;
}

AttributeValues listed_values(const AttributeTable& table, std::span<const std::string> columns,
                              const IdMap& known, std::size_t most) {
  AttributeValues all;
  all.values.resize(known.size());
  Numbering numbering(all.names);
  std::vector<std::uint64_t> count;
  for (const std::string& name : columns) {
    const TextColumn& column = table.column(name);
    const bool flags = are_flags(column);
    for_known(table, known, [&](std::size_t number, std::size_t row) {
      for (const std::string_view value : split_values(column[row])) {
        if (value.empty() || (flags && value == "0")) continue;
        all.values[number].push_back(numbering.of(flags ? name : value_name(name, value)));
        count.resize(all.names.size());
        ++count[all.values[number].back()];
      }
    });
  }
  std::vector<std::uint32_t> order(all.names.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return count[a] > count[b]; });
  order.resize(std::min(order.size(), most));
  constexpr std::uint32_t kDropped = 0xffffffff;
  std::vector<std::uint32_t> renumbered(all.names.size(), kDropped);
  AttributeValues result;
  for (const std::uint32_t value : order) {
    renumbered[value] = static_cast<std::uint32_t>(result.names.size());
    result.names.push_back(all.names[value]);
  }
  for (const auto& own : all.values) {
    std::set<std::uint32_t> kept;
    for (const std::uint32_t value : own) {
      if (renumbered[value] != kDropped) kept.insert(renumbered[value]);
    }
    result.values.emplace_back(kept.begin(), kept.end());
  }
  return result;
}

std::vector<std::string> shared_columns(const AttributeTable& table) {
  return column_kinds(table).shared;
}

}  // namespace honestrank
