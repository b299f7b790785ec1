#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "browsing_options.h"
#include "honestrank/data/attribute_table.h"
#include "honestrank/data/interactions.h"
#include "honestrank/report/result_report.h"
#include "honestrank/satisfaction/satisfaction.h"
#include "honestrank/satisfaction/sensitivity.h"
#include "honestrank/satisfaction/short_head.h"

namespace honestrank::cli {

/// What satisfies an audience: how far it looks, what it likes, what everybody knows anyway.
struct AudienceOptions {
  BrowsingOptions browsing;
  double threshold = RatingScale{}.threshold;
  std::string scale = "0:5";
  std::string short_head = "none";
  double shrink = SensitivityOptions{}.shrink;
  std::string curve;
  std::string discounts;

  void add_to(CLI::App& command);

  /// Throws InputError for a scale that is none, and for a threshold outside of it.
  RatingScale rating_scale() const;
  bool fits_head() const { return short_head == "fit"; }
  /// The head that was asked for; none where it is to be fitted. Throws InputError for a head that
  /// is none, UsageError for a file that nothing is written to.
  std::optional<ShortHead> given_head() const;
};

/// What a head is fitted to.
struct HeadData {
  const Interactions& train;
  const AttributeTable& users;
  const BrowsingModel& browsing;
};

/// The size of the head that tells segments of users apart best, within train; says what it found,
/// and writes the curve.
ShortHead fitted_head(const AudienceOptions& options, const HeadData& data, std::uint64_t seed,
                      unsigned threads, ResultReport& report);

/// Ratings of every item.
std::vector<std::uint64_t> rating_counts(const Interactions& interactions);

/// Throws InputError, naming `path`, for users of the table whom the ratings do not know: ids that
/// are off by one are the usual cause.
void require_known_users(const AttributeTable& users, const std::string& path,
                         const Interactions& ratings);

}  // namespace honestrank::cli
