import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

type PageFile = { bytes: Uint8Array<ArrayBuffer>; type: string };

const FOLDER = path.resolve(import.meta.dirname, "../../page");
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};
/** Libraries of the page, by the names under which its import map has them. */
const LIBRARIES = { "preact.mjs": "preact", "hooks.mjs": "preact/hooks", "htm.mjs": "htm" };

/**
 * The files of the technician's page as a browser gets them: what stands in `edge-agent/page`, and its libraries from
 * the installed packages. `importMapHash` is for the Content-Security-Policy.
 */
export function readPageFiles(): { files: ReadonlyMap<string, PageFile>; importMapHash: string } {
  const own = readdirSync(FOLDER).map((name): [string, string] => [name, path.join(FOLDER, name)]);
  const libraries = Object.entries(LIBRARIES).map(([name, library]): [string, string] => [
    name,
    fileURLToPath(import.meta.resolve(library)),
  ]);
  const files = new Map<string, PageFile>();
  for (const [name, file] of [...own, ...libraries]) {
    const type = TYPES[path.extname(name)];
    if (type !== undefined) files.set(name, { bytes: new Uint8Array(readFileSync(file)), type });
  }
  const index = Buffer.from(files.get("index.html")?.bytes ?? []).toString();
  const importMap = /<script type="importmap">([^<]*)<\/script>/.exec(index)?.[1] ?? "";
  return { files, importMapHash: `sha256-${createHash("sha256").update(importMap).digest("base64")}` };
}
