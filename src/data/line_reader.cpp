#include "data/line_reader.h"

#include "honestrank/base/error.h"

namespace honestrank {

void for_each_line(ChunkReader& reader,
                   const std::function<void(std::size_t, std::string_view)>& use) {
  std::size_t before = 0;
  parse_chunks(reader, 1, {}, [&](unsigned, const Chunk& chunk) {
    std::size_t lines = 0;
    std::string_view text = chunk.text();
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      const std::string_view line = without_line_end(text.substr(0, end));
      text.remove_prefix(end + 1);
      ++lines;
      if (!is_blank(line)) use(before + lines, line);
    }
    before += lines;
    return lines;
  });
}

void FieldLine::fail(const std::string& what) const { throw ParseError(file, line, what); }

void for_each_row(ChunkReader& reader, FieldSeparator separator, std::size_t columns,
                  const std::function<void(const FieldLine&)>& use) {
  std::vector<std::string_view> fields;
  std::vector<std::string> unquoted;
  for_each_line(reader, [&](std::size_t line, std::string_view text) {
    const FieldLine row{reader.name(), line, fields};
    if (!split_fields(text, separator, fields, unquoted)) {
      row.fail("expected a closing quote on the same line; got none");
    }
    if (fields.size() != columns) {
      row.fail("expected " + std::to_string(columns) + " fields; got " +
               std::to_string(fields.size()));
    }
    use(row);
  });
}

}  // namespace honestrank
