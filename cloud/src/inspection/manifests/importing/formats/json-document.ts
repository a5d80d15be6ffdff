import { parseJson } from "../../../../platform/http/parse-json.ts";
import type { ManifestFormat, ReadFile, ReadManifest } from "../format/format.ts";
import { invalid, tooManyRows } from "../format/limits.ts";

/** Objects and lists of a file: a manifest with ten goods has about 30. */
const LIMITS = { structures: 1_000_000, elements: 1_000_000 };
const MANIFESTS_PER_TURN = 100;

/** One JSON document: a list of manifests as `POST /v1/manifests` takes them, or one that has several lines. */
export const jsonDocumentFormat: ManifestFormat = {
  name: "JSON",
  recognise: ({ head }) => /^\uFEFF?\s*\[\s*[{\]]/.test(head) || isObjectOfLines(head),
  read: async ({ bytes }, { maxRows }) => readDocument(bytes, maxRows),
};

/** True for an object whose first line is no JSON by itself, and whose next one begins no other object. */
function isObjectOfLines(head: string): boolean {
  const [first = "", next = ""] = head
    .replace(/^\uFEFF/, "")
    .trim()
    .split(/\s*\n\s*/, 2);
  return first.startsWith("{") && /^[^{]/.test(next) && !parse(Buffer.from(first)).ok;
}

async function readDocument(bytes: Buffer, maxRows: number): Promise<ReadFile> {
  const parsed = parse(withoutMark(bytes));
  if (!parsed.ok) return { ok: false, problem: `The file ${parsed.problem}.` };
  const items = [parsed.value].flat();
  if (items.length > maxRows) return { ok: false, problem: tooManyRows(maxRows) };
  const manifests: ReadManifest[] = [];
  for (const [index, item] of items.entries()) {
    manifests.push(readItem(item, index + 1));
    if (index % MANIFESTS_PER_TURN === 0) await new Promise(setImmediate);
  }
  return { ok: true, manifests };
}

function readItem(item: unknown, number: number): ReadManifest {
  const row = { number, place: `item ${number}`, cells: [JSON.stringify(item)] };
  if (isObject(item)) return { rows: [{ ...row, problems: [] }], fields: item, notUnderstood: [] };
  return {
    rows: [{ ...row, problems: [invalid("", "The item must be a JSON object.")] }],
    fields: {},
    notUnderstood: [],
  };
}

const parse = (bytes: Buffer) => parseJson(bytes, { exactNumbers: true, limits: LIMITS });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const withoutMark = (bytes: Buffer) => (bytes.subarray(0, 3).toString("hex") === "efbbbf" ? bytes.subarray(3) : bytes);
