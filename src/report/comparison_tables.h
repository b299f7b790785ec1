#pragma once

#include <string>

#include "honestrank/report/comparison_report.h"
#include "report/text_table.h"

namespace honestrank {

/// Models, metric by metric: value, interval, how likely it is the best.
TextTable means_table(const ComparisonReport& report);

/// Pairs of models. `wide`, which a page is, has counts of users beside groups of them too.
TextTable pairs_table(const ComparisonReport& report, bool wide = false);

/// How likely each number of samples orders a pair as all items do.
TextTable consistency_table(const ComparisonReport& report);

/// How likely each model comes out best for each number of samples.
TextTable winners_table(const ComparisonReport& report);

/// "adj. p is Holm-corrected over 6 comparisons".
std::string correction_text(const ComparisonReport& report);

std::string comparison_latex(const ComparisonReport& report);
std::string comparison_json(const ComparisonReport& report);
std::string comparison_csv(const ComparisonReport& report);

}  // namespace honestrank
