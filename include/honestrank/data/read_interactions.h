#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "honestrank/base/progress.h"
#include "honestrank/data/interactions.h"

namespace honestrank {

/// How the lines of an interaction file are built.
enum class InteractionFormat {
  automatic,  ///< told from the first lines
  table,      ///< one interaction a line: user, item [, rating [, timestamp]], columns in any order
  lists,      ///< one user a line: user item item ... (LightGCN)
  candidates,  ///< one held-out pair a line: (user,item) negative negative ... (NCF .test.negative)
};

/// How bytes beyond ASCII are read. Text in memory is always UTF-8.
enum class TextEncoding {
  automatic,  ///< UTF-8; Latin-1 for a file in which some id is not UTF-8
  utf8,
  latin1,
};

struct ReadInteractionsOptions {
  InteractionFormat format = InteractionFormat::automatic;
  std::string separator{};  ///< "\t" "," ";" "|" "::" or " " (any white space); empty: detected
  std::optional<bool> header{};  ///< whether the first line names the columns; none: detected

  /// Which column holds what: its name in the header or its number from 1; empty: detected.
  /// `rating_column` and `timestamp_column` may be "none".
  std::string user_column{};
  std::string item_column{};
  std::string rating_column{};
  std::string timestamp_column{};

  TextEncoding encoding = TextEncoding::automatic;

  /// Where given, ids are numbered as here and any other id is an error with file and line.
  std::shared_ptr<const IdMap> known_users{};
  std::shared_ptr<const IdMap> known_items{};
  /// Added to the message about an id that is not known, as in "users are the rows of u.npy".
  std::string known_users_note{};
  std::string known_items_note{};

  unsigned threads = 0;  ///< 0: all hardware threads
  ProgressCallback progress{};
};

/// What a file was taken for.
struct InteractionLayout {
  InteractionFormat format = InteractionFormat::table;
  std::string separator = {};  ///< as in ReadInteractionsOptions
  bool header = false;
  std::size_t columns = 0;      ///< 0 where lines differ in length
  std::size_t user_column = 0;  ///< all from 1; 0: there is none
  std::size_t item_column = 0;
  std::size_t rating_column = 0;
  std::size_t timestamp_column = 0;
  TextEncoding encoding = TextEncoding::utf8;
};

/// The layout in words: "tab separated, header, user: column 1, item: column 2, ...".
std::string describe(const InteractionLayout& layout);

struct InteractionFile {
  Interactions interactions;
  InteractionLayout layout;
};

/// Reads an interaction file: any format of docs/file_formats.md, plain or gzip, `-` for standard
/// input. Ids are arbitrary strings, numbered in order of first appearance; rows keep file order.
/// The result has the same bits for any number of threads. Blank lines are passed over.
///
/// Throws ParseError with file and line for anything that is not what the format promises (a
/// missing field, a rating that is not a finite number, an empty id), std::system_error if the
/// file cannot be read.
InteractionFile read_interaction_file(const std::filesystem::path& path,
                                      const ReadInteractionsOptions& options = {});

/// The interactions of read_interaction_file alone.
Interactions read_interactions(const std::filesystem::path& path,
                               const ReadInteractionsOptions& options = {});

/// The same from bytes in memory; `name` stands for the path in messages.
InteractionFile parse_interactions(std::span<const char> bytes, const std::string& name,
                                   const ReadInteractionsOptions& options = {});

}  // namespace honestrank
