#pragma once

#include <memory>
#include <string>

#include "data/byte_source.h"

namespace honestrank {

/// The decompressed bytes of a gzip stream, all its members one after the other.
/// Throws ParseError(`name`, 0, ...) where the stream is truncated or damaged.
std::unique_ptr<ByteSource> open_gzip(std::unique_ptr<ByteSource> compressed, std::string name);

}  // namespace honestrank
