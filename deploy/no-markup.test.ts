import { expect, test } from "vitest";
import { filesUnder, readSource } from "./read-imports.ts";

/** The pages that people open: the console, its worker, and the technician's page. */
const FOLDERS = ["cloud/console/src", "cloud/console/worker", "edge-agent/page"];
const sources = FOLDERS.flatMap(filesUnder).map(readSource);

/** Calls that make elements or code of a text, which may be a stranger's: a number, a note, a camera's name. */
const MARKUP =
  /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|srcdoc|\beval\(|new Function\(|javascript:/i;

test("no page makes elements or code of a text", () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter(({ text }) => MARKUP.test(text)).map(({ file }) => file)).toEqual([]);
});

test.each([
  "<p dangerouslySetInnerHTML={{ __html: note }} />",
  "element.innerHTML = name;",
  "<a href={`javascript:${code}`} />",
  "<iframe srcDoc={text} />",
])("%s would be found", (line) => {
  expect(line).toMatch(MARKUP);
});
