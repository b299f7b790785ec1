#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "honestrank/data/id_map.h"

namespace honestrank {

/// Reads a list of ids, one a line, numbered in that order: what the rows of an array stand for, or
/// the catalogue. Plain or gzip, UTF-8.
///
/// Throws ParseError with file and line for an id that appears twice or is not UTF-8, or where
/// there is none.
IdMap read_ids(const std::filesystem::path& path);
IdMap parse_ids(std::span<const char> bytes, const std::string& name);

/// Writes one id a line. Throws InputError as require_writable does.
void write_ids(const std::filesystem::path& path, const IdMap& ids);

/// Throws InputError for an id that a list cannot hold: with a line end, or a blank at its ends.
void require_writable(const IdMap& ids);

}  // namespace honestrank
