#include "honestrank/data/id_list.h"

#include "data/interaction_layout.h"
#include "data/line_reader.h"
#include "data/text_encoding.h"
#include "honestrank/base/error.h"
#include "honestrank/data/output_file.h"

namespace honestrank {
namespace {

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

IdMap ids_from(ChunkReader& reader) {
  reject_binary(reader.first_text(), reader.name());
  IdMap ids;
  for_each_line(reader, [&](std::size_t line, std::string_view text) {
    const std::string_view id = trimmed(text);
    if (!is_utf8(id)) {
      throw ParseError(reader.name(), line,
                       "expected UTF-8 text; got the id " + quoted_for_message(id));
    }
    const std::size_t next = ids.size();
    if (ids.add(id) != next) {
      throw ParseError(reader.name(), line,
                       "expected each id once; got " + quoted_for_message(id) + " again");
    }
  });
  if (ids.empty()) throw ParseError(reader.name(), 0, "expected ids; got an empty file");
  return ids;
}

}  // namespace

IdMap read_ids(const std::filesystem::path& path) { return ids_from(*ChunkReader::open(path)); }

IdMap parse_ids(std::span<const char> bytes, const std::string& name) {
  ChunkReader reader(bytes_in_memory(bytes, name), name);
  return ids_from(reader);
}

void require_writable(const IdMap& ids) {
  for (std::size_t number = 0; number < ids.size(); ++number) {
    const std::string_view id = ids[number];
    if (id.empty() || trimmed(id) != id || id.find_first_of("\r\n") != std::string_view::npos) {
      throw InputError("write_ids: expected ids of one line without blanks around them; got " +
                       quoted_for_message(id));
    }
  }
}

void write_ids(const std::filesystem::path& path, const IdMap& ids) {
  require_writable(ids);
  OutputFile file(path);
  for (std::size_t number = 0; number < ids.size(); ++number) {
    file.write(std::string(ids[number]) + '\n');
  }
  file.commit();
}

}  // namespace honestrank
