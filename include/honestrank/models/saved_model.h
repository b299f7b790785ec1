#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "honestrank/data/id_map.h"
#include "honestrank/models/train_model.h"

namespace honestrank {

/// A model with the ids of its users and items.
struct SavedModel {
  TrainedModel model;
  IdMap users;
  IdMap items;
};

/// Writes a model into a new folder (docs/file_formats.md): arrays as .npy and .npz, ids as text,
/// and model.json with the specification and the SHA-256 of every file. The folder appears whole or
/// not at all.
///
/// Throws InputError if there is something of that name already, or the scores come from a callback
/// other than `random`'s; std::system_error where the machine refuses.
void save_model(const std::filesystem::path& folder, const SavedModel& saved);

/// Reads what save_model wrote. Nothing in the files is ever run, and sizes are checked before
/// memory is taken for them.
///
/// Throws InputError, naming the file, where one is missing, was changed, does not fit the others
/// or is of a later version.
SavedModel load_model(const std::filesystem::path& folder);

/// Whether there is a folder that looks like a saved model.
bool is_saved_model(const std::filesystem::path& folder);

/// The scores for other numberings: user u of the result is user `users[u]` of the source, and so
/// for items. Histories stay whole, also where an item of theirs is not numbered. kNobody stands
/// for one that the source does not know: an unknown item has the score 0 (of a network, whose
/// scores have any sign, minus infinity), an unknown user the scores that are the same for all
/// users, as item biases are, else 0.
inline constexpr std::uint32_t kNobody = 0xFFFFFFFF;
ScoreSource renumbered(const ScoreSource& source, std::span<const std::uint32_t> users,
                       std::span<const std::uint32_t> items);

}  // namespace honestrank
