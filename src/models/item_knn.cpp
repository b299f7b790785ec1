#include "honestrank/models/item_knn.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/portable_math.h"
#include "honestrank/base/parallel.h"
#include "honestrank/data/user_items.h"
#include "models/co_occurrence.h"
#include "models/history.h"
#include "models/item_weights.h"
#include "models/option_check.h"

namespace honestrank {
namespace {

constexpr std::size_t kRows = CoOccurrence::kRows;

/// The powers of numbers of at least 0.
void raise(std::vector<double>& numbers, double exponent) {
  const auto replace = [&](const auto& power) {
    std::transform(numbers.begin(), numbers.end(), numbers.begin(), power);
  };
  if (exponent == 1) return;
  if (exponent == 2) return replace([](double base) { return base * base; });
  if (exponent == 3) return replace([](double base) { return base * base * base; });
  replace([&](double base) { return base == 0 ? 0 : portable::pow(base, exponent); });
}

/// s, a few rows at a time.
class Similarities {
 public:
  Similarities(const UserItems& histories, const UserItems& users, const ItemKnnOptions& options)
      : common_(histories, users), options_(options) {
    for (std::size_t item = 0; item < users.users(); ++item) {
      // An item without users has nothing in common with any: its root only must not be 0.
      const std::size_t count = std::max<std::size_t>(users[item].size(), 1);
      root_.push_back(std::sqrt(static_cast<double>(count)));
    }
  }

  std::size_t items() const { return root_.size(); }

  /// Calls `use(item, row)` for the items of `block`, in order.
  template <typename Use>
  void rows(const Block& block, const Use& use) const {
    std::vector<std::uint32_t> counts(kRows * items());
    std::vector<double> row(items());
    for (std::size_t begin = block.begin; begin < block.end; begin += kRows) {
      const std::size_t end = std::min(begin + kRows, block.end);
      common_.count(begin, end, 0, counts.data());
      for (std::size_t item = begin; item < end; ++item) {
        write_row(item, counts.data() + (item - begin) * items(), row);
        use(item, std::as_const(row));
      }
    }
  }

 private:
  void write_row(std::size_t item, const std::uint32_t* counts, std::vector<double>& row) const {
    for (std::size_t other = 0; other < row.size(); ++other) {
      const double all = root_[item] * root_[other] + options_.shrink;
      // Signed, which every instruction set converts. Rounding may put an item above 1 to itself.
      row[other] =
          std::min(static_cast<double>(static_cast<std::int32_t>(counts[other])) / all, 1.0);
    }
    raise(row, options_.q);
  }

  CoOccurrence common_;
  ItemKnnOptions options_;
  std::vector<double> root_;
};

struct Neighbour {
  std::uint32_t item = 0;
  double similarity = 0;
};

/// Leaves the `count` nearest, in any order; equal similarities go to the lower item.
void keep_nearest(std::vector<Neighbour>& neighbours, std::size_t count) {
  if (neighbours.size() <= count) return;
  std::nth_element(neighbours.begin(), neighbours.begin() + static_cast<std::ptrdiff_t>(count),
                   neighbours.end(), [](const Neighbour& a, const Neighbour& b) {
                     return a.similarity != b.similarity ? a.similarity > b.similarity
                                                         : a.item < b.item;
                   });
  neighbours.resize(count);
}

/// The `count` nearest items of `item`, rising.
std::vector<Neighbour> nearest(std::size_t item, const std::vector<double>& row,
                               std::size_t count) {
  const std::size_t room = count + std::max<std::size_t>(count, 64);
  std::vector<Neighbour> found;
  // Items come rising: with the similarity of the last of `count` kept ones no other is nearer.
  double above = 0;
  for (std::uint32_t other = 0; other < row.size(); ++other) {
    if (!(row[other] > above) || other == item) continue;
    found.push_back({other, row[other]});
    if (found.size() < room) continue;
    keep_nearest(found, count);
    above = std::min_element(found.begin(), found.end(), [](const auto& a, const auto& b) {
              return a.similarity < b.similarity;
            })->similarity;
  }
  keep_nearest(found, count);
  std::sort(found.begin(), found.end(),
            [](const Neighbour& a, const Neighbour& b) { return a.item < b.item; });
  return found;
}

using Neighbours = std::vector<std::vector<Neighbour>>;

Neighbours nearest_of_all(const Similarities& similarities, std::size_t count, unsigned threads) {
  Neighbours all(similarities.items());
  parallel_for(all.size(), kRows, threads, [&](const Block& block) {
    similarities.rows(block, [&](std::size_t item, const std::vector<double>& row) {
      all[item] = nearest(item, row, count);
    });
  });
  return all;
}

/// The same pairs by the other of their items.
Neighbours transposed(const Neighbours& neighbours) {
  Neighbours result(neighbours.size());
  for (std::uint32_t item = 0; item < neighbours.size(); ++item) {
    for (const Neighbour& other : neighbours[item]) {
      result[other.item].push_back({item, other.similarity});
    }
  }
  return result;
}

/// Those of each list of `a` that are in the same list of `b`.
Neighbours in_both(const Neighbours& a, const Neighbours& b) {
  Neighbours result(a.size());
  for (std::size_t item = 0; item < a.size(); ++item) {
    const auto before = [](const Neighbour& x, const Neighbour& y) { return x.item < y.item; };
    std::set_intersection(a[item].begin(), a[item].end(), b[item].begin(), b[item].end(),
                          std::back_inserter(result[item]), before);
  }
  return result;
}

/// s' by its rows: entry j of list i is s'_ij.
Neighbours kept(const Similarities& similarities, const ItemKnnOptions& options, unsigned threads) {
  constexpr std::size_t kAll = std::numeric_limits<std::uint32_t>::max();
  const std::size_t of_scored = options.k == 0 ? kAll : options.k;
  const std::size_t of_history = options.k_prime == 0 ? kAll : options.k_prime;
  if (options.k_prime == 0) return nearest_of_all(similarities, of_scored, threads);
  Neighbours by_scored = transposed(nearest_of_all(similarities, of_history, threads));
  if (options.k == 0) return by_scored;
  return in_both(by_scored, nearest_of_all(similarities, of_scored, threads));
}

/// The length of a row, whose entries `value_of` gives; 1 for a row of zeros, which stays one.
template <typename Row, typename ValueOf>
double length_of(const Row& row, const ValueOf& value_of) {
  constexpr double kTooSmall = 1e-280;  // squares may have become 0
  double sum = 0;
  for (const auto& entry : row) sum += value_of(entry) * value_of(entry);
  if (sum > kTooSmall) return std::sqrt(sum);
  double largest = 0;
  for (const auto& entry : row) largest = std::max(largest, value_of(entry));
  if (largest == 0) return 1;
  sum = 0;
  for (const auto& entry : row) {
    const double share = value_of(entry) / largest;
    sum += share * share;
  }
  return largest * std::sqrt(sum);
}

double similarity_of(const Neighbour& neighbour) { return neighbour.similarity; }

CsrMatrix sparse_matrix(const Neighbours& scored, bool normalize) {
  Neighbours normal = scored;
  for (auto& row : normal) {
    const double length = normalize ? length_of(row, similarity_of) : 1;
    for (Neighbour& other : row) other.similarity /= length;
  }
  CsrMatrix matrix;
  matrix.rows = matrix.columns = scored.size();
  for (const auto& row : transposed(normal)) {
    for (const Neighbour& other : row) {
      matrix.column.push_back(other.item);
      matrix.value.push_back(static_cast<float>(other.similarity));
    }
    matrix.row_begin.push_back(matrix.column.size());
  }
  return matrix;
}

/// All neighbours, the item itself included. A row of s, divided by its length, is a column.
FloatMatrix dense_matrix(const Similarities& similarities, bool normalize, unsigned threads) {
  constexpr std::size_t kColumns = 64;  // written together, row by row
  const std::size_t items = similarities.items();
  ItemWeights weights(items);
  parallel_for(items, kColumns, threads, [&](const Block& block) {
    const std::size_t columns = block.end - block.begin;
    std::vector<float> by_column(columns * items);
    similarities.rows(block, [&](std::size_t item, const std::vector<double>& row) {
      const double length = normalize ? length_of(row, [](double value) { return value; }) : 1;
      std::transform(row.begin(), row.end(), by_column.data() + (item - block.begin) * items,
                     [&](double value) { return static_cast<float>(value / length); });
    });
    for (std::size_t other = 0; other < items; ++other) {
      float* const own = weights.row(other) + block.begin;
      for (std::size_t column = 0; column < columns; ++column) {
        own[column] = by_column[column * items + other];
      }
    }
  });
  return weights.matrix();
}

/// The same, where most similarities are 0.
Neighbours all_neighbours(const Similarities& similarities, unsigned threads) {
  Neighbours all(similarities.items());
  parallel_for(all.size(), kRows, threads, [&](const Block& block) {
    similarities.rows(block, [&](std::size_t item, const std::vector<double>& row) {
      for (std::uint32_t other = 0; other < row.size(); ++other) {
        if (row[other] > 0) all[item].push_back({other, row[other]});
      }
    });
  });
  return all;
}

/// Whether a dense matrix of all similarities is small, or no larger than a sparse one, whose
/// entries take twice the room: as the rows of some items have it.
bool dense_is_better(const Similarities& similarities) {
  constexpr std::size_t kSmall = std::size_t{1} << 28U;  // entries; a gigabyte
  constexpr std::size_t kSampledBlocks = 16;
  const std::size_t items = similarities.items();
  if (items <= kSmall / items) return true;
  std::size_t found = 0;
  std::size_t entries = 0;
  for (std::size_t i = 0; i < kSampledBlocks; ++i) {
    const std::size_t first = i * (items / kRows) / kSampledBlocks * kRows;
    const Block block{0, first, std::min(first + kRows, items)};
    similarities.rows(block, [&](std::size_t, const std::vector<double>& row) {
      found += static_cast<std::size_t>(
          std::count_if(row.begin(), row.end(), [](double value) { return value > 0; }));
      entries += row.size();
    });
  }
  return found >= entries / 2;
}

}  // namespace

void validate(const ItemKnnOptions& options) {
  const OptionCheck check("itemknn");
  check.above_0("q", options.q);
  check.at_least_0("shrink", options.shrink);
}

ScoreSource item_knn(const Interactions& train, const ItemKnnOptions& options,
                     const TrainingOptions& training) {
  validate(options);
  OptionCheck("itemknn").not_empty(train);
  const auto begin = std::chrono::steady_clock::now();
  const UserItems histories = user_items(train, training.threads);
  const UserItems users = transposed(histories, train.items.size());
  const Similarities similarities(histories, users, options);
  const bool all = options.k == 0 && options.k_prime == 0;
  CsrMatrix history = history_matrix(histories, train.items.size());
  ScoreSource result;
  if (all && dense_is_better(similarities)) {
    result = DenseSimilarity{std::move(history),
                             dense_matrix(similarities, options.normalize, training.threads)};
  } else {
    const Neighbours neighbours = all ? all_neighbours(similarities, training.threads)
                                      : kept(similarities, options, training.threads);
    result = SparseSimilarity{std::move(history), sparse_matrix(neighbours, options.normalize)};
  }
  if (training.progress) {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    training.progress({"itemknn", 1, 1, std::numeric_limits<double>::quiet_NaN(), passed.count()});
  }
  return result;
}

}  // namespace honestrank
