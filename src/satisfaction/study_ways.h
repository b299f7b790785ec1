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

/// Means, errors over newcomers, and how many ratings lines and answers are worth. There are
/// `lists` lists, of `users` users.
void summarise(const StudyWays& ways, double lists, std::uint64_t users,
               const ColdStartOptions& options, ColdStartStudy& study);

}  // namespace honestrank::satisfaction_detail
