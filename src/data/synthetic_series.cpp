#include "data/synthetic_series.h"

#include <algorithm>
#include <array>
#include <optional>
#include <cmath>
#include <cstdlib>

#include "data/item_set.h"

namespace honestrank {
const std::uint32_t kSeriesLength=getenv("SL")?(unsigned)atoi(getenv("SL")):8;
namespace {

const double kFollowing = getenv("FOL")?atof(getenv("FOL")):0.25;
const int kMode = getenv("MODE")?atoi(getenv("MODE")):0;
const unsigned kRecent = getenv("RECENT")?(unsigned)atoi(getenv("RECENT")):1000000;

std::uint64_t scaled(std::uint32_t bits, std::uint64_t bound) { return (bits * bound) >> 32; }

std::optional<std::uint32_t> pick_sibling(const ChoiceTables& tables, const ItemSet& chosen,
                                          std::uint32_t item, std::uint32_t bits) {
  const std::uint32_t first = item / kSeriesLength * kSeriesLength;
  const auto items = static_cast<std::uint32_t>(tables.items());
  const std::uint32_t length = std::min(kSeriesLength, items - first);
  std::array<std::uint32_t, 64> open{};
  std::uint32_t n = 0;
  for (std::uint32_t i = 0; i < length; ++i) {
    if (!chosen.contains(first + i)) open[n++] = first + i;
  }
  if (n == 0) return std::nullopt;
  return open[kMode==1?0:scaled(bits, n)];
}

}  // namespace

std::vector<Choice> follow_series(const ChoiceTables& tables, const Chooser& chooser,
                                  const std::vector<Choice>& choices, const CounterRandom& random) {
  const auto count = static_cast<std::uint32_t>(choices.size());
  std::vector<Choice> followed;
  followed.reserve(count);
  ItemSet chosen(count);
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto words = random.block(chooser.key, i);
    if (i > 0 && words[0] < kFollowing * 0x1.0p32) {
      const std::uint32_t earlier = followed[i-1-scaled(words[1], std::min(i,kRecent))].item;
      if (const auto sibling = pick_sibling(tables, chosen, earlier, words[2])) {
        chosen.insert(*sibling);
        followed.push_back({*sibling, 0});
        continue;
      }
    }
    while (!chosen.insert(choices[next].item)) ++next;
    followed.push_back(choices[next++]);
  }
  static const double OS=getenv("OS")?atof(getenv("OS")):-1;
  if(OS>=0){ std::vector<std::pair<double,Choice>> k; for(std::uint32_t i=0;i<count;++i) k.push_back({-std::log(random.uniform(chooser.key,i+10000000))/std::pow((double)tables.popularity[followed[i].item],OS),followed[i]}); std::sort(k.begin(),k.end(),[](auto&a,auto&b){return a.first<b.first;}); for(std::uint32_t i=0;i<count;++i)followed[i]=k[i].second; }
  return followed;
}

}  // namespace honestrank
