#pragma once

#include <span>
#include <string>
#include <vector>

#include "honestrank/data/attribute_table.h"
#include "honestrank/report/result_report.h"
#include "honestrank/satisfaction/browsing_model.h"
#include "honestrank/satisfaction/cold_start.h"

namespace honestrank {

/// `attributes` without columns that tell nobody apart, which a warning names.
std::vector<std::string> telling_attributes(std::vector<std::string> attributes,
                                            const AttributeTable& table, ResultReport& report);

/// The rows of a study of new users, what they are worth, how to read it, and what is odd about
/// it. `attributes` are those of the line, none where there is no line; `options` those of the
/// study.
void report_new_users(const ColdStartStudy& study, std::span<const std::string> attributes,
                      const ColdStartOptions& options, ResultReport& report);

/// The same of new items; `attributes` are their metadata.
void report_new_items(const ColdStartStudy& study, std::span<const std::string> attributes,
                      const BrowsingModel& browsing, const ColdStartOptions& options,
                      ResultReport& report);

}  // namespace honestrank
