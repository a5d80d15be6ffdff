import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";

type Bytes = Uint8Array<ArrayBuffer>;
type PageFile = { type: string; read: () => Promise<Bytes> };

const FOLDER = path.resolve(import.meta.dirname, "../../page");
const JAVASCRIPT = "text/javascript; charset=utf-8";
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".ts": JAVASCRIPT,
  ".mjs": JAVASCRIPT,
  ".svg": "image/svg+xml",
};
/** Libraries of the page, by the names under which its import map has them. */
const LIBRARIES = { "preact.mjs": "preact", "hooks.mjs": "preact/hooks", "htm.mjs": "htm" };

/**
 * Returns the files of the technician's page as a browser gets them: the content of `edge-agent/page`, its TypeScript
 * without the types, and its libraries from the installed packages. `importMapHash` is for the
 * Content-Security-Policy.
 */
export function readPageFiles(): { files: ReadonlyMap<string, PageFile>; importMapHash: string } {
  const own = readdirSync(FOLDER).map((name): [string, string] => [name, pathInside(FOLDER, name)]);
  const libraries = Object.entries(LIBRARIES).map(([name, library]): [string, string] => [
    name,
    fileURLToPath(import.meta.resolve(library)),
  ]);
  const files = new Map<string, PageFile>();
  for (const [name, file] of [...own, ...libraries]) {
    const type = TYPES[path.extname(name)];
    if (type !== undefined) files.set(name, { type, read: readerOf(file) });
  }
  const index = readFileSync(path.join(FOLDER, "index.html"), "utf8");
  const importMap = /<script type="importmap">([^<]*)<\/script>/.exec(index)?.[1] ?? "";
  return { files, importMapHash: `sha256-${createHash("sha256").update(importMap).digest("base64")}` };
}

/** The file is read now; its types are taken off at the first request. */
function readerOf(file: string): () => Promise<Bytes> {
  const source = new Uint8Array(readFileSync(file));
  if (!file.endsWith(".ts")) return async () => source;
  let stripped: Promise<Bytes> | undefined;
  return () => (stripped ??= stripTypes(source));
}

/** Types become blanks, so lines and columns in a browser are those of the source. */
async function stripTypes(source: Bytes): Promise<Bytes> {
  // Loaded when the page is opened, because it takes 35 MB of memory.
  const { transformSync } = await import("amaro");
  const { code } = transformSync(Buffer.from(source).toString(), { mode: "strip-only" });
  return new TextEncoder().encode(code);
}
