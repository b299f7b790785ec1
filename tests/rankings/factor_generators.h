#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "honestrank/base/random.h"
#include "honestrank/data/user_items.h"
#include "honestrank/models/score_source.h"

namespace honestrank::testing_support {

/// Factors with held-out and seen items, made to be hard to rank.
struct FactorCase {
  std::string name;
  Factors factors;
  UserItems held_out;
  UserItems seen;
};

inline FloatMatrix matrix_of(std::size_t rows, std::size_t columns,
                             const std::function<float(std::size_t, std::size_t)>& value) {
  auto values = std::make_shared<std::vector<float>>(rows * columns);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t k = 0; k < columns; ++k) (*values)[r * columns + k] = value(r, k);
  }
  return {rows, columns, *values, values};
}

/// Every user has `relevant` held-out items, and other items are seen with probability `seen`.
inline void add_lists(FactorCase& to, std::uint64_t seed, std::size_t relevant, double seen) {
  const CounterRandom random(seed, 77);
  const auto items = static_cast<std::uint32_t>(to.factors.items.rows);
  for (std::uint32_t user = 0; user < to.factors.users.rows; ++user) {
    for (std::uint32_t item = 0; item < items; ++item) {
      const double draw = random.uniform(user, item);
      if (draw < static_cast<double>(relevant) / items) {
        to.held_out.item.push_back(item);
      } else if (draw > 1 - seen) {
        to.seen.item.push_back(item);
      }
    }
    to.held_out.begin.push_back(to.held_out.item.size());
    to.seen.begin.push_back(to.seen.item.size());
  }
}

/// A random number about 0, of length about 1, for a place of a matrix.
inline float normal_like(const CounterRandom& random, std::size_t r, std::size_t k) {
  double sum = -6;
  for (std::uint32_t i = 0; i < 12; ++i) {
    sum += random.uniform(static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(k * 12 + i));
  }
  return static_cast<float>(sum);
}

using ValueOf = std::function<float(float normal, std::size_t row, std::size_t column)>;

inline FactorCase factor_case(std::string name, std::size_t users, std::size_t items,
                              std::size_t columns, const ValueOf& user_value,
                              const ValueOf& item_value, std::size_t relevant = 2,
                              double seen = 0.1) {
  const CounterRandom user_random(users + columns, 1);
  const CounterRandom item_random(items + columns, 2);
  FactorCase made;
  made.name = std::move(name);
  made.factors.users = matrix_of(users, columns, [&](std::size_t r, std::size_t k) {
    return user_value(normal_like(user_random, r, k), r, k);
  });
  made.factors.items = matrix_of(items, columns, [&](std::size_t r, std::size_t k) {
    return item_value(normal_like(item_random, r, k), r, k);
  });
  add_lists(made, users * items, relevant, seen);
  return made;
}

inline std::vector<FactorCase> hard_factor_cases() {
  const ValueOf plain = [](float value, std::size_t, std::size_t) { return value; };
  const auto times = [](float factor) {
    return ValueOf([factor](float value, std::size_t, std::size_t) { return value * factor; });
  };
  std::vector<FactorCase> cases;
  cases.push_back(factor_case("plain", 40, 500, 24, plain, plain));
  for (const std::size_t columns : {1U, 2U, 3U, 5U, 15U, 17U, 31U, 64U, 100U, 257U}) {
    cases.push_back(
        factor_case("columns " + std::to_string(columns), 13, 150, columns, plain, plain));
  }
  cases.push_back(factor_case("2048 columns", 3, 70, 2048, plain, plain));
  for (const std::size_t items : {1U, 2U, 63U, 64U, 65U, 128U, 129U}) {
    cases.push_back(
        factor_case("items " + std::to_string(items), 7, items, 8, plain, plain, items, 0));
  }
  cases.push_back(factor_case("more rows than a block", 1100, 130, 9, plain, plain));
  cases.push_back(factor_case("many held out", 6, 300, 12, plain, plain, 90));
  cases.push_back(factor_case("most items seen", 20, 300, 12, plain, plain, 2, 0.98));

  // Lengths that fall with the item number: most panels can be pruned.
  cases.push_back(factor_case("long and short", 60, 900, 16, plain,
                              [](float value, std::size_t row, std::size_t) {
                                return value / static_cast<float>(1 + row);
                              }));
  // Columns that matter less and less: a rotated head decides.
  const ValueOf decaying = [](float value, std::size_t, std::size_t k) {
    return value * std::pow(0.8F, static_cast<float>(k));
  };
  cases.push_back(factor_case("decaying", 60, 700, 32, decaying, decaying));
  // A rotated head in which some users and items are zero: bands as wide as they get.
  for (const std::size_t columns : {2U, 20U}) {
    cases.push_back(factor_case(
        "users beside the head, " + std::to_string(columns) + " columns", 40, 130, columns,
        [](float, std::size_t row, std::size_t k) {
          return k == row % 2 ? (row % 2 == 0 ? 5.0F : 1.0F) : 0.0F;
        },
        [](float, std::size_t row, std::size_t k) {
          if (row < 60) return k == 0 ? 10.0F : 0.0F;
          return k == 1 ? static_cast<float>(row % 9) : 0.0F;
        }));
  }
  // Exact ties: few distinct values, repeated items, vectors of zeros.
  const ValueOf coarse = [](float value, std::size_t, std::size_t) { return std::round(value); };
  cases.push_back(factor_case("coarse", 40, 600, 3, coarse, coarse));
  cases.push_back(
      factor_case("copies", 30, 400, 12, plain, [](float, std::size_t row, std::size_t k) {
        return static_cast<float>((row % 7 + 3) * (k + 1) % 11) - 5;
      }));
  cases.push_back(factor_case(
      "zeros", 30, 400, 12,
      [](float value, std::size_t row, std::size_t) { return row % 3 == 0 ? 0 : value; },
      [](float value, std::size_t row, std::size_t) { return row % 2 == 0 ? 0 : value; }));
  cases.push_back(factor_case("only zeros", 5, 70, 4, times(0), times(0)));
  cases.push_back(factor_case("minus zero", 5, 70, 4, plain, times(-0.0F)));
  // Near-ties: copies that differ in the last bit of one value.
  cases.push_back(
      factor_case("one bit apart", 30, 512, 16, plain, [](float, std::size_t row, std::size_t k) {
        const float value = std::sin(static_cast<float>(k + 1));
        if (k != row % 16) return value;
        return row % 3 == 0 ? value : std::nextafter(value, row % 3 == 1 ? 9.F : -9.F);
      }));
  // Values in the middle between two bytes: the residuals are as long as they get.
  const ValueOf halves = [](float value, std::size_t, std::size_t k) {
    if (k == 0) return 127.0F;
    return std::floor(value * 30) + 0.5F;
  };
  cases.push_back(factor_case("halves", 40, 400, 33, halves, halves));
  // One large value and many small ones: bytes see only the large one.
  const ValueOf spiked = [](float value, std::size_t row, std::size_t k) {
    return k == row % 5 ? 1000.0F : value * 0.01F;
  };
  cases.push_back(factor_case("spikes", 40, 400, 20, spiked, spiked));
  // Far from 1.
  cases.push_back(factor_case("large", 20, 200, 16, times(1e15F), times(1e15F)));
  cases.push_back(factor_case("huge", 20, 200, 16, times(1e37F), times(1e37F)));
  cases.push_back(factor_case("small", 20, 200, 16, times(1e-15F), times(1e-15F)));
  cases.push_back(factor_case("tiny", 20, 200, 16, times(1e-38F), times(1e-38F)));
  cases.push_back(factor_case("denormal", 20, 200, 16, plain, times(1e-42F)));
  // Rotated, the head has the first half of the columns, and denormal users are rounded there by as
  // much as they have beside it.
  cases.push_back(factor_case(
      "denormal users beside a head", 60, 500, 16,
      [](float normal, std::size_t row, std::size_t k) {
        if (row % 2 == 0) return k < 8 ? normal : 0.0F;
        if (k == 8) return std::ldexp(8.0F, -149);
        return k < 8 ? std::ldexp(std::floor(normal * 40), -149) : 0.0F;
      },
      [](float normal, std::size_t row, std::size_t k) {
        if (row % 4 != 0) return k < 8 ? normal : 0.0F;
        return k == 8 ? 1e-3F * (1 + std::abs(normal)) : 0.0F;
      },
      8));
  cases.push_back(factor_case("large and tiny", 20, 200, 16, plain,
                              [](float value, std::size_t row, std::size_t) {
                                return value * std::pow(10.0F, static_cast<float>(row % 60) - 30);
                              }));
  // All scores of one sign: everything above, or below, what is pruned.
  const ValueOf positive = [](float value, std::size_t row, std::size_t) {
    return std::abs(value) / static_cast<float>(1 + row);
  };
  cases.push_back(factor_case("positive", 40, 600, 8, positive, positive));
  cases.push_back(factor_case(
      "negative", 40, 600, 8, positive,
      [&](float value, std::size_t row, std::size_t k) { return -positive(value, row, k); }));
  // Infinite scores are legal as long as none is NaN.
  cases.push_back(factor_case(
      "infinite", 10, 100, 4,
      [](float value, std::size_t, std::size_t) { return std::abs(value) + 0.1F; },
      [](float value, std::size_t row, std::size_t k) {
        if (row % 9 != 0 || k != 1) return value;
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        return row % 2 == 0 ? kInfinity : -kInfinity;
      }));

  FactorCase biased = factor_case("bias", 40, 500, 16, plain, plain);
  const CounterRandom random(5);
  for (std::uint32_t item = 0; item < 500; ++item) {
    biased.factors.item_bias.push_back(static_cast<float>(random.uniform(item) * 8 - 4));
  }
  cases.push_back(biased);
  biased.name = "bias alone";
  biased.factors.items = matrix_of(500, 16, [](std::size_t, std::size_t) { return 0.0F; });
  cases.push_back(biased);
  return cases;
}

}  // namespace honestrank::testing_support
