#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "honestrank/satisfaction/cold_start.h"

namespace honestrank::satisfaction_detail {

/// Ends the name of a line whose attributes are those of somebody else.
inline constexpr const char* kAtRandom = " at random";

/// A way to recommend to newcomers, and what it came to.
struct StudyWay {
  std::string name;
  std::uint32_t number = 0;
  std::vector<double> value;  ///< by newcomer; their mean is the satisfaction
  double optimistic = 0;      ///< sums over lists
  double pessimistic = 0;
};

/// All ways of a study, over the same newcomers.
struct StudyWays {
  std::vector<StudyWay> known;
  std::vector<StudyWay> lines;
  std::vector<StudyWay> answered;

  /// Ways for the numbers of known ratings.
  StudyWays(const std::vector<std::uint32_t>& numbers, std::size_t newcomers);
  StudyWay& add(std::vector<StudyWay>& to, std::string name, std::uint32_t number);

 private:
  std::size_t newcomers_;
};

/// Calls `use(way, repeat, share)` for each way of known ratings and each order in which they
/// become known; of `pool` or none all orders are the same, so there is one. Shares of a way add up
/// to 1.
template <typename Use>
void for_each_order(std::vector<StudyWay>& known, std::size_t pool, std::uint32_t repeats,
                    const Use& use) {
  for (StudyWay& way : known) {
    const std::uint32_t orders = way.number != 0 && way.number != pool ? repeats : 1;
    for (std::uint32_t repeat = 0; repeat < orders; ++repeat) use(way, repeat, 1.0 / orders);
  }
}

/// Means, errors over newcomers, and how many ratings lines and answers are worth. There are
/// `lists` lists, of `users` users.
void summarise(const StudyWays& ways, double lists, std::uint64_t users,
               const ColdStartOptions& options, ColdStartStudy& study);

}  // namespace honestrank::satisfaction_detail
