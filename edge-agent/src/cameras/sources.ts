import path from "node:path";
import { pathToFileURL } from "node:url";
import { fileKind } from "./file.ts";
import { folderKind } from "./folder.ts";
import { httpKind, httpsKind } from "./http.ts";
import { maskUrl } from "./mask-url.ts";
import { rtspKind, rtspsKind } from "./rtsp.ts";
import type { SourceKind, SourceParse } from "./source.ts";
import { testPatternKind } from "./test-pattern.ts";
import { v4l2Kind } from "./v4l2.ts";

/** Every kind of camera. A new kind is one file and one row. */
const kinds: readonly SourceKind[] = [
  rtspKind,
  rtspsKind,
  httpKind,
  httpsKind,
  v4l2Kind,
  folderKind,
  fileKind,
  testPatternKind,
];

/** A host, with or without a port and a path, as it is written on a camera's label. */
const BARE_HOST = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[a-z\d-]+(?:\.[a-z\d-]+)+(?=:\d))(?::\d+)?(?:\/\S*)?$/i;

/**
 * Reads a camera URL by its scheme without opening anything.
 * A problem shows the URL with masked credentials, and what to write instead.
 */
export function parseCameraUrl(text: string): SourceParse {
  const shown = maskUrl(text);
  if (BARE_HOST.test(text)) {
    return {
      ok: false,
      problem: `"${shown}" has no protocol; write it as rtsp://${shown}, with the path of the stream`,
    };
  }
  const known = kinds.map((kind) => kind.example).join(", ");
  if (!URL.canParse(text)) return { ok: false, problem: `"${shown}" is not a URL; examples: ${known}` };
  const url = new URL(text);
  const kind = kinds.find(({ scheme }) => url.protocol === `${scheme}:`);
  if (!kind) {
    const schemes = kinds.map(({ scheme }) => `${scheme}:`).join(", ");
    return { ok: false, problem: `"${shown}": unsupported camera scheme "${url.protocol}"; supported: ${schemes}` };
  }
  if (RELATIVE.test(text)) {
    return { ok: false, problem: `"${shown}" is a relative path; use an absolute path: ${kind.scheme}:///folder/name` };
  }
  const parsed = kind.parse(url);
  return parsed.ok ? parsed : { ok: false, problem: `"${shown}": ${parsed.problem}` };
}

/** Schemes of paths, which may be relative to the configuration. */
const RELATIVE = /^(file|folder):(?!\/)/i;

/**
 * The URL with a relative `file:` or `folder:` path made absolute against `folder` (where the configuration lies);
 * others as they are.
 */
export function resolveCameraUrl(text: string, folder: string): string {
  const scheme = RELATIVE.exec(text)?.[1];
  if (scheme === undefined) return text;
  const base = pathToFileURL(path.resolve(folder) + path.sep).href;
  const relative = text.slice(scheme.length + 1);
  return URL.canParse(relative, base) ? `${scheme}${new URL(relative, base).href.slice("file".length)}` : text;
}

export type Credentials = { username: string | undefined; password: string | undefined };

/**
 * Puts a user name and a password, which the configuration keeps apart from the address, into a network camera's URL.
 * Credentials for another kind, or for a URL that already contains some, are problems.
 */
export function addCredentials(
  text: string,
  { username, password }: Credentials,
): { ok: true; url: string } | { ok: false; problem: string } {
  if (username === undefined && password === undefined) return { ok: true, url: text };
  if (username === undefined) return { ok: false, problem: "password is set without username" };
  const url = URL.canParse(text) ? new URL(text) : null;
  const kind = kinds.find(({ scheme }) => url?.protocol === `${scheme}:`);
  if (!url || !kind?.isNetwork) return { ok: false, problem: "username and password are for network cameras" };
  if (url.username !== "" || url.password !== "") {
    return { ok: false, problem: "the URL contains a user name as well; write it in one place" };
  }
  url.username = encodeURIComponent(username);
  url.password = encodeURIComponent(password ?? "");
  return { ok: true, url: url.href };
}
