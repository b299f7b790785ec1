#include "data/worker_ids.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "honestrank/base/parallel.h"

namespace honestrank {
namespace {

constexpr std::size_t kAhead = 16;           // keys whose memory is fetched before a lookup
constexpr std::size_t kBlockIds = 1U << 14;  // looked up by a thread at a time

/// The number in `target` of each id of `ids` from `begin` to `end`; kFreeSlot where it has none.
void find_all(const IdMap& ids, std::size_t begin, std::size_t end, IdMap& target,
              std::vector<std::uint32_t>& numbers) {
  const IdInterner interner(target);
  std::array<IdKey, kAhead> keys;
  const auto load = [&](std::size_t id) {
    if (id >= end) return;
    keys[id % kAhead] = IdKey::of(ids[id]);
    interner.prefetch(keys[id % kAhead]);
  };
  for (std::size_t id = begin; id < begin + kAhead; ++id) load(id);
  for (std::size_t id = begin; id < end; ++id) {
    numbers[id] = interner.find(keys[id % kAhead]);
    load(id + kAhead);
  }
}

/// Numbers the ids of all workers in `target`, which holds those of worker `first`, in any order.
std::vector<std::vector<std::uint32_t>> number_all(const std::vector<WorkerIds*>& workers,
                                                   std::size_t first, unsigned threads,
                                                   IdMap& target) {
  std::vector<std::vector<std::uint32_t>> numbers(workers.size());
  numbers[first].resize(target.size());
  std::iota(numbers[first].begin(), numbers[first].end(), 0U);
  for (std::size_t w = 0; w < workers.size(); ++w) {
    if (w == first) continue;
    const IdMap& ids = workers[w]->ids();
    numbers[w].resize(ids.size());
    parallel_for(ids.size(), kBlockIds, threads, [&](const Block& block) {
      find_all(ids, block.begin, block.end, target, numbers[w]);
    });
    for (std::size_t id = 0; id < ids.size(); ++id) {
      if (numbers[w][id] == kFreeSlot) numbers[w][id] = IdInterner(target).add(IdKey::of(ids[id]));
    }
  }
  return numbers;
}

/// The ids, by their `numbers`, in the order in which they first appear in the file. Each worker
/// met its ids in rising places, so this is a merge of sorted lists.
std::vector<std::uint32_t> by_first_place(const std::vector<WorkerIds*>& workers,
                                          const std::vector<std::vector<std::uint32_t>>& numbers,
                                          std::size_t count) {
  constexpr auto kEnd = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint32_t> order;
  order.reserve(count);
  std::vector<char> met(count);
  std::vector<std::size_t> at(workers.size());
  const auto place = [&](std::size_t w) {
    return at[w] < numbers[w].size() ? workers[w]->first_place()[at[w]] : kEnd;
  };
  while (order.size() < count) {
    std::size_t next = 0;
    for (std::size_t w = 1; w < workers.size(); ++w) {
      if (place(w) < place(next)) next = w;
    }
    const std::uint32_t id = numbers[next][at[next]++];
    if (met[id] == 0) order.push_back(id);
    met[id] = 1;
  }
  return order;
}

}  // namespace

void WorkerIds::add_all(const IdKey* keys, std::size_t count, std::uint64_t place,
                        std::uint32_t* numbers) {
  const IdInterner interner(ids_);
  bool settled = true;
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = interner.likely(keys[i]);
    if (numbers[i] != kFreeSlot && keys[i].length <= kShortId) continue;
    settled = false;
    if (numbers[i] != kFreeSlot) interner.prefetch_place(numbers[i]);
  }
  if (settled) return;
  for (std::size_t i = 0; i < count; ++i) {
    if (numbers[i] != kFreeSlot && keys[i].length > kShortId) interner.prefetch_text(numbers[i]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (numbers[i] != kFreeSlot && interner.is(numbers[i], keys[i])) continue;
    numbers[i] = add(keys[i], place + i);  // new, or met a moment ago for the first time
  }
}

MergedIds merge_ids(const std::vector<WorkerIds*>& workers, unsigned threads) {
  MergedIds merged;
  if (workers.empty()) return merged;
  const auto fewer = [](const WorkerIds* a, const WorkerIds* b) {
    return a->ids().size() < b->ids().size();
  };
  const auto largest = std::max_element(workers.begin(), workers.end(), fewer);
  const auto met_some = [](const WorkerIds* worker) { return !worker->ids().empty(); };
  const bool alone = std::count_if(workers.begin(), workers.end(), met_some) <= 1;
  // Most ids are met by every worker, so the largest table needs few more.
  merged.ids = (*largest)->take_ids();
  if (alone) return merged;

  const auto first = static_cast<std::size_t>(largest - workers.begin());
  merged.number = number_all(workers, first, threads, merged.ids);
  const auto order = by_first_place(workers, merged.number, merged.ids.size());
  const auto renumbered = IdInterner(merged.ids).reorder(order, threads);
  for (auto& numbers : merged.number) {
    parallel_for(numbers.size(), kBlockIds, threads, [&](const Block& block) {
      for (std::size_t id = block.begin; id < block.end; ++id)
        numbers[id] = renumbered[numbers[id]];
    });
  }
  return merged;
}

}  // namespace honestrank
