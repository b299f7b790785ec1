#include "data/worker_ids.h"

#include <algorithm>
#include <array>
#include <limits>

namespace honestrank {
namespace {

constexpr std::size_t kAhead = 16;  // keys whose memory is fetched before they are looked up

/// The next ids of one worker, their keys computed and their table slots on the way.
class Cursor {
 public:
  Cursor(const WorkerIds& worker, const IdInterner& target) : worker_(worker), target_(target) {
    for (std::size_t i = 0; i < kAhead; ++i) load(i);
  }

  std::uint64_t place() const noexcept {
    return at_ < worker_.ids().size() ? worker_.first_place()[at_]
                                      : std::numeric_limits<std::uint64_t>::max();
  }
  bool done() const noexcept { return at_ >= worker_.ids().size(); }
  const IdKey& key() const noexcept { return keys_[at_ % kAhead]; }
  std::size_t number() const noexcept { return at_; }
  void advance() {
    load(at_ + kAhead);
    ++at_;
  }

 private:
  void load(std::size_t index) {
    if (index >= worker_.ids().size()) return;
    keys_[index % kAhead] = IdKey::of(worker_.ids()[index]);
    target_.prefetch(keys_[index % kAhead]);
  }

  const WorkerIds& worker_;
  const IdInterner& target_;
  std::array<IdKey, kAhead> keys_;
  std::size_t at_ = 0;
};

}  // namespace

void WorkerIds::add_all(const IdKey* keys, std::size_t count, std::uint64_t place,
                        std::uint32_t* numbers) {
  const IdInterner interner(ids_);
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = interner.likely(keys[i]);
    if (numbers[i] != kFreeSlot && keys[i].length > kShortId) interner.prefetch_place(numbers[i]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (numbers[i] != kFreeSlot && keys[i].length > kShortId) interner.prefetch_text(numbers[i]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (numbers[i] != kFreeSlot && interner.is(numbers[i], keys[i])) continue;
    numbers[i] = add(keys[i], place + i);  // new, or met a moment ago for the first time
  }
}

MergedIds merge_ids(const std::vector<WorkerIds*>& workers) {
  MergedIds merged;
  const auto met_some = [](const WorkerIds* worker) { return !worker->ids().empty(); };
  if (std::count_if(workers.begin(), workers.end(), met_some) == 1) {
    merged.ids = (*std::find_if(workers.begin(), workers.end(), met_some))->take_ids();
    return merged;
  }
  std::size_t largest = 0;
  for (const WorkerIds* worker : workers) largest = std::max(largest, worker->ids().size());
  merged.ids.reserve(largest + largest / 8);
  IdInterner interner(merged.ids);

  // Each worker met its ids in rising places, so this is a merge of sorted lists.
  std::vector<Cursor> cursors;
  cursors.reserve(workers.size());
  for (const WorkerIds* worker : workers) {
    cursors.emplace_back(*worker, interner);
    merged.number.emplace_back(worker->ids().size());
  }
  while (true) {
    std::size_t next = 0;
    for (std::size_t w = 1; w < cursors.size(); ++w) {
      if (cursors[w].place() < cursors[next].place()) next = w;
    }
    if (cursors.empty() || cursors[next].done()) break;
    merged.number[next][cursors[next].number()] = interner.add(cursors[next].key());
    cursors[next].advance();
  }
  return merged;
}

}  // namespace honestrank
