import { manifestRequest } from "@container-inspection/shared-schemas/manifests";
import { explainIssue } from "../../../platform/http/explain-issue.ts";
import { parseJson } from "../../../platform/http/parse-json.ts";
import {
  errorsOf,
  type FailedLine,
  type ImportedManifest,
  type ImportFile,
  invalid,
  MAX_LINES,
  TOO_MANY_LINES,
} from "./import-file.ts";

/** Maximum size of a line in bytes, the same as for a manifest that is sent alone. */
const MAX_LINE_BYTES = 1_048_576;
const LINES_PER_TURN = 100;
const LF = 0x0a;

/** Reads one manifest per line; blank lines do not count. */
export async function readJsonLines(bytes: Buffer): Promise<ImportFile> {
  const manifests: ImportedManifest[] = [];
  const failed: FailedLine[] = [];
  let line = 0;
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(LF, start);
    const end = found === -1 ? bytes.length : found;
    line += 1;
    const read = readLine(trimmed(bytes.subarray(start, end)));
    if (read?.ok) manifests.push({ lines: [line], fields: read.fields });
    if (read?.ok === false) failed.push({ line, errors: read.errors });
    if (manifests.length + failed.length > MAX_LINES) return { ok: false, problem: TOO_MANY_LINES };
    if (line % LINES_PER_TURN === 0) await new Promise(setImmediate);
    start = end + 1;
  }
  return { ok: true, manifests, failed };
}

function readLine(bytes: Buffer) {
  if (bytes.length === 0) return undefined;
  if (bytes.length > MAX_LINE_BYTES)
    return { ok: false as const, errors: [invalid("", `The line is longer than ${MAX_LINE_BYTES} bytes.`)] };
  const parsed = parseJson(bytes, { exactNumbers: true });
  if (!parsed.ok) return { ok: false as const, errors: [invalid("", `The line ${parsed.problem}.`)] };
  const manifest = manifestRequest.safeParse(parsed.value, { error: explainIssue });
  if (!manifest.success) return { ok: false as const, errors: errorsOf(manifest.error) };
  return { ok: true as const, fields: manifest.data };
}

/** Removes the white space that JSON allows around a value. */
function trimmed(bytes: Buffer): Buffer {
  const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === 0x0d;
  let [start, end] = [0, bytes.length];
  while (start < end && isBlank(bytes[start])) start += 1;
  while (end > start && isBlank(bytes[end - 1])) end -= 1;
  return bytes.subarray(start, end);
}
