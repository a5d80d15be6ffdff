import path from "node:path";
import { pathToFileURL } from "node:url";
import { fileKind } from "./file.ts";
import { maskUrl } from "./mask-url.ts";
import type { SourceKind, SourceParse } from "./source.ts";
import { testPatternKind } from "./test-pattern.ts";

/** Every kind of camera. A new kind is one file and one row. */
const kinds: readonly SourceKind[] = [fileKind, testPatternKind];

/**
 * Reads a camera URL by its scheme without opening anything.
 * A problem shows the URL with masked credentials, and what to write instead.
 */
export function parseCameraUrl(text: string): SourceParse {
  const shown = maskUrl(text);
  const known = kinds.map((kind) => kind.example).join(", ");
  if (!URL.canParse(text)) return { ok: false, problem: `"${shown}" is not a URL; examples: ${known}` };
  const url = new URL(text);
  const kind = kinds.find(({ scheme }) => url.protocol === `${scheme}:`);
  if (!kind) {
    const schemes = kinds.map(({ scheme }) => `${scheme}:`).join(", ");
    return { ok: false, problem: `"${shown}": unsupported camera scheme "${url.protocol}"; supported: ${schemes}` };
  }
  if (/^file:(?!\/)/i.test(text)) {
    return { ok: false, problem: `"${shown}" is a relative path; use an absolute path: file:///folder/name.mp4` };
  }
  const parsed = kind.parse(url);
  return parsed.ok ? parsed : { ok: false, problem: `"${shown}": ${parsed.problem}` };
}

/**
 * The URL with a relative `file:` path made absolute against `folder` (where the configuration lies); others as they
 * are.
 */
export function resolveCameraUrl(text: string, folder: string): string {
  if (!/^file:(?!\/)/i.test(text)) return text;
  const base = pathToFileURL(path.resolve(folder) + path.sep).href;
  return URL.canParse(text, base) ? new URL(text, base).href : text;
}
