import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
/** The pages that people open: the console, its worker, and the technician's page. */
const FOLDERS = ["cloud/console/src", "cloud/console/worker", "edge-agent/page"];

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name)),
).map((file) => ({ file: path.relative(root, file), text: readFileSync(file, "utf8") }));

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
