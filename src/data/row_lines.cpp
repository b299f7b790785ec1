#include "honestrank/data/row_lines.h"

#include "data/chunk_reader.h"
#include "data/interaction_layout.h"
#include "data/line_reader.h"

namespace honestrank {

std::size_t line_of_row(const std::filesystem::path& path, std::size_t row,
                        const ReadInteractionsOptions& options) {
  if (path.extension() == ".npz") return 0;
  const std::unique_ptr<ChunkReader> reader = ChunkReader::open(path);
  const ParserLayout layout = detect_layout(reader->first_text(), reader->name(), options);
  if (layout.format != InteractionFormat::table) return 0;
  std::size_t left = row + (layout.header ? 1 : 0);
  std::size_t found = 0;
  for_each_line(*reader, [&](std::size_t line, std::string_view) {
    if (found == 0 && left-- == 0) found = line;
  });
  return found;
}

}  // namespace honestrank
