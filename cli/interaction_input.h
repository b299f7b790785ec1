#pragma once

#include <string>

#include "honestrank/data/interactions.h"
#include "honestrank/data/read_interactions.h"

namespace honestrank::cli {

/// Interactions with what their file was taken for, in words.
struct InteractionInput {
  Interactions interactions;
  std::string description;
  bool guessed_lists = false;  ///< taken for lists, as text may be, though nothing said so
};

/// Reads a text file as read_interaction_file does, or a sparse matrix of scipy (.npz, format csr),
/// whose rows are users, columns items and values ratings; their numbers from 0 are the ids. What
/// `options` say about the layout is about text files.
///
/// Throws ParseError as read_interaction_file and read_csr_npz do; for a matrix, where there is no
/// line, with row and column.
InteractionInput read_interaction_input(const std::string& path,
                                        const ReadInteractionsOptions& options);

}  // namespace honestrank::cli
