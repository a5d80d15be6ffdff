import { parseJson } from "../../../../../platform/http/parse-json.ts";
import type { ManifestFormat, ReadFile, ReadManifest } from "../../format/format.ts";
import { invalid, tooManyRows } from "../../format/limits.ts";
import { isTransportDocument, readTransportDocument } from "./read-transport-document.ts";
import { isObject } from "./tracked-json.ts";

/** Objects and lists of a file: a document with one container has about 20, and a file 5,000 rows. */
const LIMITS = { structures: 500_000, elements: 1_000_000 };

/** Names that only DCSA's documents have among the first ones of an object. */
const HEAD =
  /^\uFEFF?\s*(?:\[\s*)?\{[\s\S]*"(?:transportDocument(?:Reference|SubReference|Status|TypeCode)|shippingInstructionsReference|utilizedTransportEquipments|consignmentItems)"\s*:/;

/** Transport documents of DCSA's Bill of Lading 3: one, a list of them, or one on each line. */
export const dcsaFormat: ManifestFormat = {
  name: "DCSA bill of lading",
  recognise: ({ head }) => HEAD.test(head),
  read: async ({ bytes }, { maxRows }) => readDocuments(bytes, maxRows),
};

async function readDocuments(bytes: Buffer, maxRows: number): Promise<ReadFile> {
  const text = withoutMark(bytes);
  const parsed = parse(text);
  const lines = parsed.ok ? undefined : parseLines(text);
  if (!parsed.ok && !lines) return { ok: false, problem: `The file ${parsed.problem}.` };
  const documents = lines ?? (parsed.ok ? [parsed.value].flat() : []);
  const manifests: ReadManifest[] = [];
  let rows = 0;
  for (const [index, value] of documents.entries()) {
    const read = readOne(value, { number: index + 1, firstRow: rows + 1 });
    for (const manifest of read) manifests.push(manifest);
    rows += read.reduce((all, manifest) => all + manifest.rows.length, 0);
    if (rows > maxRows) return { ok: false, problem: tooManyRows(maxRows) };
    await new Promise(setImmediate);
  }
  if (manifests.length === 0) return { ok: false, problem: "The file holds an empty list of documents." };
  return { ok: true, manifests };
}

const parse = (bytes: Buffer) => parseJson(bytes, { exactNumbers: true, limits: LIMITS });

/** Documents of which each has a line of its own; undefined unless every line is JSON. */
function parseLines(bytes: Buffer): unknown[] | undefined {
  const lines = bytes
    .toString("utf8")
    .split("\n")
    .map((line) => line.trim());
  const parsed = lines.filter((line) => line !== "").map((line) => parse(Buffer.from(line)));
  return parsed.every(({ ok }) => ok) ? parsed.flatMap((one) => (one.ok ? [one.value] : [])) : undefined;
}

function readOne(value: unknown, place: { number: number; firstRow: number }): ReadManifest[] {
  if (isObject(value) && isTransportDocument(value)) return readTransportDocument(value, place);
  const message = "It is not a transport document: it has neither a reference nor consignment items nor equipment.";
  const row = { number: place.firstRow, place: `document ${place.number}`, problems: [invalid("", message)] };
  return [{ rows: [row], fields: {}, notUnderstood: [] }];
}

const withoutMark = (bytes: Buffer) => (bytes.subarray(0, 3).toString("hex") === "efbbbf" ? bytes.subarray(3) : bytes);
