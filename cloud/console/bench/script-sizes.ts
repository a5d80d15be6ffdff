// Prints the transfer size of the console's script, in Brotli as the cloud sends it over HTTPS: before the first view,
// and for each further view.
// Exits with 1 if a limit is exceeded. Run after `npm run set-up`: node cloud/console/bench/script-sizes.ts
import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const FIRST_VIEW_LIMIT_KB = 124;
const FURTHER_VIEW_LIMIT_KB = 57;
const FIRST_VIEW = "src/today/today-page.tsx";

type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] };

const dist = path.resolve(import.meta.dirname, "../dist");
const chunks: Record<string, Chunk> = JSON.parse(readFileSync(path.join(dist, ".vite/manifest.json"), "utf8"));

/** The names of a chunk and of all that it imports. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const imported of chunks[name]?.imports ?? []) withImports(imported, found);
  return found;
}

const sentBytes = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;

const kilobytesOf = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => {
    const file = chunks[name]?.file;
    return file?.endsWith(".js") ? sum + sentBytes(readFileSync(path.join(dist, file))) / 1_000 : sum;
  }, 0);

const entry = "index.html";
if (!chunks[entry]?.isEntry || !chunks[FIRST_VIEW]) throw new Error("The manifest has no entry or no first view.");
const first = new Set([...withImports(entry), ...withImports(FIRST_VIEW)]);
const rows = [{ view: "before the first view", kilobytes: kilobytesOf(first), limit: FIRST_VIEW_LIMIT_KB }];
for (const view of chunks[entry]?.dynamicImports ?? []) {
  if (view === FIRST_VIEW) continue;
  const added = [...withImports(view)].filter((name) => !first.has(name));
  rows.push({ view: chunks[view]?.src ?? view, kilobytes: kilobytesOf(added), limit: FURTHER_VIEW_LIMIT_KB });
}
for (const { view, kilobytes, limit } of rows.toSorted((one, other) => other.kilobytes - one.kilobytes))
  console.log(`${kilobytes.toFixed(1).padStart(7)} KB of ${limit}  ${view}`);
if (rows.some(({ kilobytes, limit }) => kilobytes > limit)) process.exitCode = 1;
