import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { Page } from "playwright-core";

const ORIGIN = "http://bare.example";
const requireOfConsole = createRequire(createRequire(import.meta.url).resolve("@tanstack/react-virtual"));
/** The modules for browsers, beside those that Node resolves. */
const library = path.resolve(path.dirname(requireOfConsole.resolve("@tanstack/virtual-core")), "../esm");

/** Rows that hold a text alone, by the library that the console uses, without a framework. */
const page = (count: number) => `<!doctype html><title>Bare list</title>
<style>#list { position: relative } #list > div { position: absolute; top: 0; left: 0; width: 100%; height: 75px }</style>
<h1>Bare list</h1><div id="list"></div>
<script>window.process = { env: { NODE_ENV: "production" } };</script>
<script type="module">
  import { Virtualizer, observeWindowOffset, observeWindowRect, windowScroll } from "/index.js";
  const list = document.querySelector("#list");
  const rows = new Map();
  const virtualizer = new Virtualizer({
    count: ${count}, overscan: 6, estimateSize: () => 75, getScrollElement: () => window,
    observeElementRect: observeWindowRect, observeElementOffset: observeWindowOffset, scrollToFn: windowScroll,
    initialOffset: 0, scrollMargin: list.offsetTop, onChange: draw,
  });
  virtualizer._didMount();
  virtualizer._willUpdate();
  draw();
  function draw() {
    list.style.height = virtualizer.getTotalSize() + "px";
    const shown = virtualizer.getVirtualItems();
    const indexes = new Set(shown.map(({ index }) => index));
    for (const [index, row] of rows) if (!indexes.has(index)) { row.remove(); rows.delete(index); }
    for (const { index, start } of shown) {
      if (rows.has(index)) continue;
      const row = document.createElement("div");
      row.textContent = "Row " + index;
      row.style.transform = "translateY(" + (start - list.offsetTop) + "px)";
      list.append(row);
      rows.set(index, row);
    }
  }
</script>`;

/** Opens a page with a virtual list of `count` rows. */
export async function openBareList(on: Page, count: number): Promise<void> {
  await on.route(`${ORIGIN}/**`, async (route) => {
    const file = new URL(route.request().url()).pathname;
    if (file === "/") return route.fulfill({ contentType: "text/html", body: page(count) });
    const body = await readFile(path.join(library, file), "utf8");
    return route.fulfill({ contentType: "text/javascript", body });
  });
  await on.goto(`${ORIGIN}/`);
  await on.locator("#list > div").first().waitFor();
}
