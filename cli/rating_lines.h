#pragma once

#include <string>

#include "honestrank/data/interactions.h"
#include "honestrank/satisfaction/satisfaction.h"
#include "layout_options.h"

namespace honestrank::cli {

/// The ratings of `interactions`, which were read from the file at `path`, with `layout`.
///
/// Throws as held_out_ratings does, with the file named; for a rating outside the scale ParseError
/// with file and line, where the file has lines.
HeldOutRatings ratings_on_scale(const std::string& path, const LayoutOptions& layout,
                                const Interactions& interactions, const RatingScale& scale);

}  // namespace honestrank::cli
