#include "models/triple_draws.h"

#include <span>

namespace honestrank {
namespace {

constexpr std::uint32_t kDrawStream = 0x62707264;

/// The item with `place` lower ones, counting only items that are not in `seen`: as many items of
/// `seen` come before it as have at most `place` others before them.
std::uint32_t unseen_item(std::span<const std::uint32_t> seen, std::size_t place) noexcept {
  std::size_t before = 0;
  // A search by halves without a branch on what is found, which no machine could predict.
  for (std::size_t length = seen.size(); length > 0;) {
    const std::size_t half = (length + 1) / 2;
    const std::size_t probe = before + half - 1;
    const auto passes = static_cast<std::size_t>(seen[probe] - probe <= place);
    before += half & (0 - passes);
    length -= half;
  }
  return static_cast<std::uint32_t>(place + before);
}

}  // namespace

TripleDraws::TripleDraws(const UserItems& lists, std::size_t items, std::uint64_t seed)
    : lists_(lists), items_(items), random_(seed, kDrawStream) {
  pairs_.reserve(lists.item.size());
  for (std::size_t user = 0; user < lists.users(); ++user) {
    if (lists[user].size() == items) continue;
    for (const std::uint32_t item : lists[user]) {
      pairs_.push_back({static_cast<std::uint32_t>(user), item});
    }
  }
}

kernels::PairwiseTriple TripleDraws::draw(std::uint32_t epoch, std::size_t pair) const noexcept {
  const auto [user, item] = pairs_[pair];
  const auto seen = lists_[user];
  return {user, item, unseen_item(seen, random_.below(items_ - seen.size(), pair, epoch))};
}

}  // namespace honestrank
