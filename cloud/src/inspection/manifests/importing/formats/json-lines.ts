import { parseJson } from "../../../../platform/http/parse-json.ts";
import { invalid, tooManyRows } from "../format/limits.ts";
import type { ManifestFormat, ReadFile, ReadManifest } from "../format/format.ts";

/** Maximum size of a line in bytes, the same as for a manifest that is sent alone. */
const MAX_LINE_BYTES = 1_048_576;
const LINES_PER_TURN = 100;
const LF = 0x0a;

/** One manifest per line, as `POST /v1/manifests` takes it; blank lines do not count. */
export const jsonLinesFormat: ManifestFormat = {
  name: "JSON lines",
  recognise: ({ head }) => /^\uFEFF?\s*\{/.test(head),
  read: async ({ bytes }, { maxRows }) => readJsonLines(bytes, maxRows),
};

async function readJsonLines(bytes: Buffer, maxRows: number): Promise<ReadFile> {
  const manifests: ReadManifest[] = [];
  let line = 0;
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(LF, start);
    const end = found === -1 ? bytes.length : found;
    line += 1;
    const read = readLine(trimmed(bytes.subarray(start, end)), line);
    if (read) manifests.push(read);
    if (manifests.length > maxRows) return { ok: false, problem: tooManyRows(maxRows) };
    if (line % LINES_PER_TURN === 0) await new Promise(setImmediate);
    start = end + 1;
  }
  return { ok: true, manifests };
}

function readLine(bytes: Buffer, line: number): ReadManifest | undefined {
  if (bytes.length === 0) return undefined;
  const row = { number: line, place: `line ${line}` };
  const unreadable = (message: string): ReadManifest => ({
    rows: [{ ...row, cells: bytes.length > MAX_LINE_BYTES ? [] : [String(bytes)], problems: [invalid("", message)] }],
    fields: {},
    notUnderstood: [],
  });
  if (bytes.length > MAX_LINE_BYTES) return unreadable(`The line is longer than ${MAX_LINE_BYTES} bytes.`);
  const parsed = parseJson(bytes, { exactNumbers: true });
  if (!parsed.ok) return unreadable(`The line ${parsed.problem}.`);
  if (!isObject(parsed.value)) return unreadable("The line must be a JSON object.");
  return { rows: [{ ...row, cells: [String(bytes)], problems: [] }], fields: parsed.value, notUnderstood: [] };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Removes the white space that JSON allows around a value. */
function trimmed(bytes: Buffer): Buffer {
  const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === 0x0d;
  let [start, end] = [0, bytes.length];
  while (start < end && isBlank(bytes[start])) start += 1;
  while (end > start && isBlank(bytes[end - 1])) end -= 1;
  return bytes.subarray(start, end);
}
