#include "honestrank/sampling/sampled_ranks_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

struct Described {
  SamplingProtocol protocol;
  Replacement replacement;
};

std::optional<Described> read_description(const std::string& text) {
  for (const SamplingProtocol protocol :
       {SamplingProtocol::uniform, SamplingProtocol::adaptive, SamplingProtocol::popularity,
        SamplingProtocol::candidates}) {
    for (const Replacement replacement : {Replacement::with, Replacement::without}) {
      if (text == describe(protocol, replacement)) return Described{protocol, replacement};
    }
  }
  return std::nullopt;
}

}  // namespace

std::string describe(SamplingProtocol protocol, Replacement replacement) {
  const char* const how = replacement == Replacement::with ? "with" : "without";
  switch (protocol) {
    case SamplingProtocol::uniform: return fmt::format("uniform, {} replacement", how);
    case SamplingProtocol::adaptive: return fmt::format("adaptive, {} replacement", how);
    case SamplingProtocol::popularity: return fmt::format("popularity, {} replacement", how);
    case SamplingProtocol::candidates: return fmt::format("candidates, {} replacement", how);
  }
  throw InputError("describe: unknown protocol");
}

std::vector<SampledRanks> sampled_ranks_from_table(const SampledRankTable& table,
                                                   Replacement replacement,
                                                   const std::string& name) {
  Described described{SamplingProtocol::uniform, replacement};
  if (!table.protocol.empty()) {
    const auto found = read_description(table.protocol);
    if (!found) {
      throw InputError(fmt::format("{}: expected a protocol as in '{}'; got '{}'", name,
                                   describe(SamplingProtocol::uniform, Replacement::without),
                                   table.protocol));
    }
    described = *found;
  }
  std::vector<std::size_t> order(table.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (table.user[a] != table.user[b]) return table.user[a] < table.user[b];
    return table.order[a] < table.order[b];
  });
  const std::uint32_t last = *std::max_element(table.repeat.begin(), table.repeat.end());
  if (last >= table.size()) {
    throw InputError(fmt::format("{}: expected rows of all {} repeats; got {} rows", name,
                                 std::uint64_t{last} + 1, table.size()));
  }
  std::vector<SampledRanks> repeats(last + 1);
  for (const std::size_t row : order) {
    SampledRanks& own = repeats[table.repeat[row]];
    UserRanks& ranks = own.ranks;
    const bool new_user = ranks.user.empty() || ranks.user.back() != table.user[row];
    if (new_user) {
      ranks.user.push_back(table.user[row]);
      ranks.items.push_back(table.samples[row]);
      ranks.unranked.push_back(0);
      ranks.group_begin.push_back(ranks.groups.size());
      own.population.push_back(table.items[row]);
    }
    ++ranks.items.back();
    const std::uint64_t found = table.order[row] - 1;
    const std::uint64_t above = table.above[row];
    const std::uint64_t tied = table.tied[row];
    TieGroup* const before = new_user ? nullptr : &ranks.groups.back();
    // Relevant items tie where sampled ones between them would show otherwise, and do not.
    if (before != nullptr && before->above - (found - before->relevant) == above &&
        before->size - before->relevant == tied) {
      ++before->relevant;
      ++before->size;
      continue;
    }
    ranks.groups.push_back({above + found, tied + 1, 1});
    ranks.group_begin.back() = ranks.groups.size();
  }
  for (std::size_t i = 0; i < repeats.size(); ++i) {
    if (repeats[i].size() == 0) {
      throw InputError(fmt::format("{}: expected rows of repeat {}; got none", name, i + 1));
    }
    repeats[i].protocol = described.protocol;
    repeats[i].replacement = described.replacement;
  }
  return repeats;
}

SampledRankTable to_table(std::span<const SampledRanks> repeats, const IdMap& users) {
  SampledRankTable table;
  table.users = users;
  if (!repeats.empty()) {
    table.protocol = describe(repeats[0].protocol, repeats[0].replacement);
  }
  for (std::uint32_t repeat = 0; repeat < repeats.size(); ++repeat) {
    const SampledRanks& own = repeats[repeat];
    for (std::size_t entry = 0; entry < own.size(); ++entry) {
      std::uint64_t found = 0;
      for (const TieGroup& group : own.ranks[entry].groups) {
        for (std::uint64_t i = 0; i < group.relevant; ++i) {
          table.user.push_back(own.ranks.user[entry]);
          table.repeat.push_back(repeat);
          table.order.push_back(found + i + 1);
          table.above.push_back(group.above - found);
          table.tied.push_back(group.size - group.relevant);
          table.samples.push_back(own.samples(entry));
          table.items.push_back(own.population[entry]);
        }
        found += group.relevant;
      }
    }
  }
  return table;
}

}  // namespace honestrank
