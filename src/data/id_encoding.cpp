#include "data/id_encoding.h"

#include "data/text_encoding.h"

namespace honestrank {

std::optional<std::uint32_t> first_id_not_in(const IdMap& ids, TextEncoding encoding) {
  for (std::uint32_t number = 0; number < ids.size(); ++number) {
    const std::string_view id = ids[number];
    if (encoding == TextEncoding::latin1 ? !is_latin1(id) : !is_utf8(id)) return number;
  }
  return std::nullopt;
}

IdMap ids_from_latin1(const IdMap& ids) {
  IdMap converted;
  converted.reserve(ids.size());
  for (std::size_t number = 0; number < ids.size(); ++number) {
    converted.add(utf8_from_latin1(ids[number]));
  }
  return converted;
}

}  // namespace honestrank
