#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "data/id_interner.h"
#include "honestrank/data/id_map.h"

namespace honestrank {

/// The ids that one worker of a parallel reader has met, numbered by this worker, and where each
/// was met first. merge_ids() turns the numbers of all workers into numbers of the file.
class WorkerIds {
 public:
  /// Numbers `key`; `place` rises from call to call and orders first appearances in the file.
  std::uint32_t add(const IdKey& key, std::uint64_t place) {
    // Rows often repeat the id before them: files sorted by user.
    if (key.key == last_key_ && key.length == last_length_ && key.length <= kShortId) {
      return last_number_;
    }
    return remember(key, IdInterner(ids_).add(key), place);
  }

  /// Numbers `count` keys into `numbers`, the first at `place` and the others at those behind it.
  /// The table, the places and the texts of ids too long for the table are fetched in three
  /// sweeps, so that the waits overlap.
  void add_all(const IdKey* keys, std::size_t count, std::uint64_t place, std::uint32_t* numbers);

  void prefetch(const IdKey& key) { IdInterner(ids_).prefetch(key); }

  const IdMap& ids() const noexcept { return ids_; }
  IdMap take_ids() noexcept { return std::move(ids_); }
  const std::vector<std::uint64_t>& first_place() const noexcept { return first_place_; }

 private:
  IdMap ids_;
  std::vector<std::uint64_t> first_place_;
  std::uint32_t remember(const IdKey& key, std::uint32_t number, std::uint64_t place) {
    last_number_ = number;
    last_key_ = key.key;
    last_length_ = key.length;
    if (ids_.size() != first_place_.size()) first_place_.push_back(place);
    return number;
  }

  std::uint64_t last_key_ = 0;
  std::uint32_t last_length_ = static_cast<std::uint32_t>(-1);
  std::uint32_t last_number_ = 0;
};

/// Place of a row for WorkerIds::add.
inline std::uint64_t place_of(std::size_t chunk, std::size_t row) noexcept {
  return (static_cast<std::uint64_t>(chunk) << 32) | row;
}

/// All workers' ids in order of first appearance in the file, and each worker's numbers in terms
/// of it: `number[worker][old]`. `number` is empty where nothing changes (a single worker).
struct MergedIds {
  IdMap ids;
  std::vector<std::vector<std::uint32_t>> number;
};
/// The workers' ids are used up.
MergedIds merge_ids(const std::vector<WorkerIds*>& workers, unsigned threads);

}  // namespace honestrank
