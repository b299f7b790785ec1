"""Opens the pages that --report and reproduce write in chromium, from file://. Usage: report_test.py PROGRAM SOURCE

Nothing on the console, no request but the page, every chart drawn, nothing wider than the screen, on a desk, on a
phone, in the dark; names that are markup are text; data can be saved; without Chart.js there are tables.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import sys
import tempfile

from pages import HOSTILE, make_reports

SKIPPED = 77
WITHOUT_CHARTS = {"plan", "order"}  # tables alone
CONCLUDING = {"plan", "order", "demo", "new users", "new items"}
SCREENS = {"desktop": (1280, 900, "light"), "phone": (375, 740, "light"), "dark": (1280, 900, "dark")}

DRAWN = """() => [...document.querySelectorAll("canvas")].map(canvas => {
  const copy = Object.assign(document.createElement("canvas"), {width: canvas.width, height: canvas.height});
  const context = copy.getContext("2d", {willReadFrequently: true});
  context.drawImage(canvas, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, copy.width, copy.height).data.buffer);
  return new Set(pixels.filter(pixel => pixel >>> 24 > 200)).size;
})"""

CONTRASTS = """() => {
  const style = getComputedStyle(document.documentElement);
  const light = name => {
    const value = style.getPropertyValue(name).trim();
    const part = i => { const c = parseInt(value.slice(i, i + 2), 16) / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
    return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
  };
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  return {text: Math.min(...["--text", "--soft", "--link"].flatMap(a => ["--page", "--panel"].map(b => contrast(a, b)))),
          series: Math.min(...[...Array(10).keys()].map(i => contrast(`--c${i}`, "--page")))};
}"""


def open_page(browser, path: pathlib.Path, screen: str):
    width, height, scheme = SCREENS[screen]
    page = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme).new_page()
    page.trouble = []
    page.on("console", lambda message: page.trouble.append(message.text))
    page.on("pageerror", lambda error: page.trouble.append(str(error)))
    page.on("request", lambda request: page.trouble.append(request.url) if not request.url.startswith("file:") else None)
    page.add_init_script("window.hacked = () => { window.wasHacked = true; };")
    page.goto(path.as_uri())
    return page


def check_page(page, name: str, screen: str) -> None:
    where = f"{name}, {screen}"
    figures = page.locator("figure").count()
    drawn = page.evaluate(DRAWN)
    assert page.locator("main table").count() > 0, where
    assert (figures == 0) == (name in WITHOUT_CHARTS) and len(drawn) == figures, where
    assert page.locator(".conclusions li").count() > 0 or name not in CONCLUDING, where
    assert min(drawn, default=3) >= 3, f"{where}: a chart has axes, text and data; colours found: {drawn}"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{where}: wider than the screen"
    assert page.evaluate("window.wasHacked") is None, f"{where}: a name was run"
    assert page.locator("main img").count() == 0, f"{where}: a name became an element"
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(element => element.id)")
    assert len(ids) == len(set(ids)), f"{where}: an id is used twice"
    contrast = page.evaluate(CONTRASTS)
    assert contrast["text"] >= 4.5 and contrast["series"] >= 3, f"{where}: {contrast}"  # WCAG 2.1 AA
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
    assert dark == (screen == "dark"), where
    assert not page.trouble, f"{where}: {page.trouble}"


def check_data(page) -> None:
    """What is saved is what the table says; series can be switched by keyboard."""
    figure = page.locator("figure").first
    with page.expect_download() as download:
        figure.locator("button.download").click()
    saved = pathlib.Path(download.value.path()).read_text().splitlines()
    assert len(saved) == 1 + figure.locator("tbody tr").count(), saved
    with page.expect_download() as download:
        page.locator("button[data-name='results.csv']").click()
    results = pathlib.Path(download.value.path()).read_text()
    assert results.startswith("model,metric,estimator,value,") and HOSTILE in results, results
    button = page.locator(".legend button").first
    button.focus()
    page.keyboard.press("Enter")
    assert button.get_attribute("aria-pressed") == "false"
    assert page.locator("table").first.locator("tbody th").first.inner_text() == HOSTILE
    for summary in page.locator("main summary").all():
        summary.focus()
        page.keyboard.press("Enter")
    assert page.locator("details:not([open])").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "open tables scroll on their own"
    assert len(page.pdf()) > 10_000
    assert not page.trouble, page.trouble


def check_paper(page) -> None:
    """Also in the dark, charts are drawn for white paper, and then again as they were."""
    colours = []
    for event in ("beforeprint", "afterprint"):
        page.evaluate(f"dispatchEvent(new Event('{event}'))")
        colours.append(page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--page').trim()"))
        assert min(page.evaluate(DRAWN)) >= 3, event
    assert colours[0] == "#ffffff" != colours[1], colours
    assert not page.trouble, page.trouble


def check_without_chart_library(browser, path: pathlib.Path) -> None:
    html = path.read_text()
    bare, removed = re.subn(r"<script>\n/\*!\n \* Chart\.js.*?</script>", "<script></script>", html, flags=re.DOTALL)
    assert removed == 1, "the page has Chart.js"
    plain = path.with_name("plain.html")
    plain.write_text(bare)
    page = open_page(browser, plain, "phone")
    assert page.locator(".no-charts").first.is_visible()
    assert page.locator("figure table").first.is_visible()
    assert not page.locator("canvas").first.is_visible()
    assert not page.trouble, page.trouble


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sync_playwright = None
    if chromium is None or sync_playwright is None:
        print("skipped: needs chromium (scripts/bootstrap browser) and playwright (tests/browser/requirements.txt)")
        sys.exit(SKIPPED)
    program, source = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        reports = make_reports(program, source, pathlib.Path(folder))
        if "Chart.js v" not in reports["evaluate"].read_text():
            print("skipped: honestrank was built without Chart.js (scripts/bootstrap browser, then build again)")
            sys.exit(SKIPPED)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, path in reports.items():
            for screen in SCREENS:
                page = open_page(browser, path, screen)
                check_page(page, name, screen)
                page.context.close()
        check_data(open_page(browser, reports["expect"], "desktop"))
        check_paper(open_page(browser, reports["evaluate"], "dark"))
        check_without_chart_library(browser, reports["evaluate"])
        browser.close()
    print(f"{len(reports)} reports on {len(SCREENS)} screens: ok")


if __name__ == "__main__":
    main()
