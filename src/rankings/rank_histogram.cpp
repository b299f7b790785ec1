#include "honestrank/rankings/rank_histogram.h"

#include <string>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

void check_entry(const UserRanking& ranking, std::size_t entry, std::uint64_t items) {
  const std::string start = "RankHistogram: entry " + std::to_string(entry) + ": expected ";
  if (ranking.items != items) {
    throw InputError(start + std::to_string(items) + " eligible items; got " +
                     std::to_string(ranking.items));
  }
  if (ranking.unranked != 0) {
    throw InputError(start + "ranks of all relevant items; got " +
                     std::to_string(ranking.unranked) + " unranked");
  }
}

}  // namespace

RankHistogram::RankHistogram(std::uint64_t items) : mass_(items) {}

void RankHistogram::add(const UserRanks& ranks) {
  validate(ranks);
  for (std::size_t entry = 0; entry < ranks.size(); ++entry) {
    check_entry(ranks[entry], entry, items());
  }
  for (const TieGroup& group : ranks.groups) {
    const double share = static_cast<double>(group.relevant) / static_cast<double>(group.size);
    for (std::uint64_t i = 0; i < group.size; ++i) mass_[group.above + i] += share;
    relevant_ += group.relevant;
  }
  users_ += ranks.size();
}

void RankHistogram::merge(const RankHistogram& other) {
  if (other.items() != items()) {
    throw InputError("RankHistogram: expected a histogram of " + std::to_string(items()) +
                     " ranks; got one of " + std::to_string(other.items()));
  }
  for (std::size_t i = 0; i < mass_.size(); ++i) mass_[i] += other.mass_[i];
  users_ += other.users_;
  relevant_ += other.relevant_;
}

}  // namespace honestrank
