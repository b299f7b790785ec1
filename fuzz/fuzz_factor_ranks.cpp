// Any bytes as a small factor model with held-out and seen items: ranked through every filter, on
// one of the instruction sets, as the plain loop ranks it, and refused where that refuses it.

#include <hwy/targets.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "fuzzing.h"
#include "honestrank/base/error.h"
#include "rankings/checked_task.h"
#include "rankings/factor_ranks.h"

namespace {

using namespace honestrank;
using fuzzing::expect;

/// The bytes, and when they are used up the same bytes over again, changed a little each time:
/// small files make large models.
class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> data) : data_(data) {}

  std::uint8_t next() {
    const std::size_t at = used_++;
    const auto round = static_cast<std::uint8_t>(at / data_.size() * 29);
    return static_cast<std::uint8_t>(data_[at % data_.size()] ^ round);
  }
  /// From `least` to `most`.
  std::size_t number(std::size_t least, std::size_t most) {
    return least + next() % (most - least + 1);
  }

 private:
  std::span<const std::uint8_t> data_;
  std::size_t used_ = 0;
};

/// How a byte becomes a value.
enum class Pattern {
  whole,     ///< -8 to 7: ties
  fine,      ///< -128 to 127
  halves,    ///< between two bytes, after one of 127
  powers,    ///< of 2, of either sign, from 2^-60 to 2^60
  last_bit,  ///< one of four neighbouring floats, of either sign
  sparse,    ///< mostly zeros
  special,   ///< zeros, the smallest, the largest, infinite, NaN
  any,       ///< four bytes are a float
};

float special_value(std::uint8_t byte) {
  using Limits = std::numeric_limits<float>;
  constexpr float kValues[] = {0,
                               -0.0F,
                               1,
                               -1,
                               Limits::denorm_min(),
                               -Limits::denorm_min(),
                               Limits::min(),
                               Limits::max(),
                               -Limits::max(),
                               0x1p60F,
                               -0x1p-100F,
                               Limits::epsilon(),
                               Limits::infinity(),
                               -Limits::infinity(),
                               Limits::quiet_NaN(),
                               0.1F};
  return kValues[byte % 16];
}

float value_from(Bytes& bytes, Pattern pattern, std::size_t column) {
  const std::uint8_t byte = bytes.next();
  const float sign = byte % 2 == 0 ? 1.0F : -1.0F;
  switch (pattern) {
    case Pattern::whole: return static_cast<float>(byte % 16) - 8;
    case Pattern::fine: return static_cast<float>(byte) - 128;
    case Pattern::halves: return column == 0 ? 127.0F : static_cast<float>(byte) - 127.5F;
    case Pattern::powers: return sign * std::ldexp(1.0F, byte / 2 - 64);
    case Pattern::last_bit: return sign * (1 + static_cast<float>(byte / 2 % 4) * 0x1p-23F);
    case Pattern::sparse: return byte < 200 ? 0 : static_cast<float>(byte - 200) * 0.01F;
    case Pattern::special: return special_value(byte);
    case Pattern::any: break;
  }
  std::uint32_t bits = byte;
  for (int i = 0; i < 3; ++i) bits = bits << 8 | bytes.next();
  return std::bit_cast<float>(bits);
}

FloatMatrix matrix_from(Bytes& bytes, std::size_t rows, std::size_t columns) {
  const auto pattern = static_cast<Pattern>(bytes.next() % 8);
  // Rows of falling length, and now and then a value of another pattern.
  const bool falling = bytes.next() % 4 == 0;
  const std::uint8_t rare = bytes.next();
  std::vector<float> values;
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t k = 0; k < columns; ++k) {
      const bool other = rare % 8 == 0 && (r * columns + k) % 97 == rare;
      const float value = value_from(bytes, other ? Pattern::special : pattern, k);
      values.push_back(falling ? value / static_cast<float>(1 + r) : value);
    }
  }
  return make_matrix(rows, columns, std::move(values));
}

struct Lists {
  UserItems held_out;
  UserItems seen;
};

Lists lists_from(Bytes& bytes, std::size_t users, std::size_t items) {
  const std::uint8_t relevant = bytes.next();
  const std::uint8_t masked = bytes.next();
  const bool overlap = bytes.next() % 32 == 31;
  Lists made;
  for (std::size_t user = 0; user < users; ++user) {
    for (std::uint32_t item = 0; item < items; ++item) {
      const std::uint8_t byte = bytes.next();
      const bool held_out = byte < relevant;
      if (held_out) made.held_out.item.push_back(item);
      if (byte >= 255 - masked && (overlap || !held_out)) made.seen.item.push_back(item);
    }
    made.held_out.begin.push_back(made.held_out.item.size());
    made.seen.begin.push_back(made.seen.item.size());
  }
  return made;
}

template <typename Call>
std::optional<UserRanks> unless_refused(const Call& call) {
  try {
    return call();
  } catch (const InputError&) {
    return std::nullopt;
  }
}

bool same(const UserRanks& a, const UserRanks& b) {
  return a.user == b.user && a.items == b.items && a.unranked == b.unranked &&
         a.group_begin == b.group_begin && a.groups == b.groups && a.gain_begin == b.gain_begin &&
         a.gains == b.gains;
}

void choose_target(std::uint8_t byte) {
  static const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  // As often as any other: the best there is, as users have it.
  const std::size_t choice = byte % (targets.size() + 1);
  hwy::SetSupportedTargetsForTest(choice == targets.size() ? 0 : targets[choice]);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 8) return 0;
  Bytes bytes({data, size});
  choose_target(bytes.next());
  const std::size_t columns = bytes.number(1, 40);
  const std::size_t users = bytes.number(1, 8);
  const std::size_t items = bytes.number(1, 200);
  const std::size_t any_head = bytes.next();
  const bool biased = bytes.next() % 4 == 0;
  Factors factors;
  factors.users = matrix_from(bytes, users, columns);
  factors.items = matrix_from(bytes, items, columns);
  if (biased) {
    const FloatMatrix bias = matrix_from(bytes, items, 1);
    factors.item_bias.assign(bias.values.begin(), bias.values.end());
  }
  const Lists lists = lists_from(bytes, users, items);
  const auto expected =
      unless_refused([&] { return full_ranks_reference(factors, lists.held_out, lists.seen); });

  using Filter = FactorTuning::Filter;
  const std::size_t head = 1 + any_head % (columns + (biased ? 1 : 0));
  for (const FactorTuning& tuning :
       {FactorTuning{Filter::automatic, 0}, FactorTuning{Filter::floats, 0},
        FactorTuning{Filter::shorts, 0}, FactorTuning{Filter::shorts, 0, 1},
        FactorTuning{Filter::bytes, 0, 1}, FactorTuning{Filter::bytes, 0},
        FactorTuning{Filter::bytes, 1}, FactorTuning{Filter::bytes, head},
        FactorTuning{Filter::bytes, columns}}) {
    const FullRanksOptions options{.threads = 1};
    const ScoreSource source = factors;
    const auto ranks = unless_refused([&] {
      return rank_factors(factors, checked_task(source, lists.held_out, lists.seen, options),
                          tuning);
    });
    expect(ranks.has_value() == expected.has_value(), "refused by both or by neither");
    expect(!ranks || same(*ranks, *expected), "the ranks of the reference");
  }
  return 0;
}
