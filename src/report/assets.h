#pragma once

#include <string_view>

/// Files that were made part of the library when it was built (cmake/embed_asset.cmake).
namespace honestrank::assets {

std::string_view report_page();  ///< with {{places}} for what differs
std::string_view report_style();
std::string_view report_script();
std::string_view chart_library();  ///< Chart.js, or a comment where it was not there

}  // namespace honestrank::assets
