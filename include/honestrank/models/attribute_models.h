#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "honestrank/data/attribute_table.h"
#include "honestrank/data/interactions.h"
#include "honestrank/models/score_source.h"

namespace honestrank {

/// Options of models that know attributes of users.
struct UserAttributeOptions {
  std::vector<std::string> attributes{};  ///< columns of the table of users
  double threshold = 3;                   ///< a rating above it is positive
  double shrink = 100;  ///< so many ratings like the average ones are added to each item
};

/// Recommends what users with the same values of all attributes like (Bobrikov et al., equations 11
/// and 12), by Bayes' formula with its denominator: P(positive | segment, item) =
/// P(segment | positive, item) P(positive | item) / P(segment | item), the share of positive
/// ratings among those of the segment. By how much it differs from the share among all users is
/// shrunk by n / (n + shrink), n ratings of the segment, and added to the shrunk share of all
/// users, which is what counts for users without values. Items without a rating are last.
///
/// Throws InputError without ratings or attributes, for a column that there is not, and for users
/// of the table that `train` does not know.
Factors segment_model(const Interactions& train, const AttributeTable& users,
                      const UserAttributeOptions& options);

/// The same for attributes that are taken to be independent of each other, given the item:
/// log P(positive | item) plus log (P(positive | value, item) / P(positive | item)) for each value
/// that is known of the user.
Factors attributes_model(const Interactions& train, const AttributeTable& users,
                         const UserAttributeOptions& options);

struct MetadataOptions {
  std::vector<std::string> attributes{};  ///< columns of the table of items; empty: all whose
                                          ///< values are shared by several items
  double threshold = 3;
  double shrink = 5;             ///< so many ratings like those of all users are added
  std::uint32_t features = 256;  ///< values of attributes, the most common ones, at most
};

/// Recommends items by what is known of them alone: how much a user liked items with the same
/// values, as in `Comedy|Drama`, on average over the item's values. Knows items that nobody rated.
/// A column of 0 and 1 alone says whether items have a property: no item shares a 0 with another.
///
/// Throws InputError without ratings and for columns that there are not.
Factors metadata_model(const Interactions& train, const AttributeTable& items,
                       const MetadataOptions& options);

void validate(const UserAttributeOptions& options, const char* model);
void validate(const MetadataOptions& options);

}  // namespace honestrank
