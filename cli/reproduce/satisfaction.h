#pragma once

#include <string>
#include <vector>

#include "honestrank/data/attribute_table.h"
#include "honestrank/data/interactions.h"
#include "reproduce/reproduction.h"

namespace honestrank::cli {

/// Ratings, and what is known of users and items.
struct RatedData {
  Interactions ratings;
  AttributeTable users;
  AttributeTable items;
  std::vector<std::string> paths;  ///< that were read
  std::string description;
};

/// ratings.tsv, users.dat and movies.dat from the folder; the embedded data where none is given.
/// Throws InputError where one of them is missing.
RatedData rated_data(const ReproductionOptions& options, const ProgressCallback& progress);

/// Figures 2 to 5 and the numbers of section 8 of Bobrikov, Nenova & Ignatov, and the satisfaction
/// that models give.
void reproduce_satisfaction(Reproduction& reproduction, const RatedData& data);

}  // namespace honestrank::cli
