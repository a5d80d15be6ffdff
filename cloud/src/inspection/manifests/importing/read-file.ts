import type { FileFacts, ManifestFormat, ReadOptions } from "./format/format.ts";
import { formats, sourceFile } from "./formats.ts";
import type { JudgedFile } from "./import-file.ts";
import { judgeManifest } from "./judge-manifests.ts";
import { nameRepeated } from "./name-repeated.ts";
import { nameOtherFormat } from "./name-other-format.ts";

/** Manifests between two turns of the event loop. */
const MANIFESTS_PER_TURN = 100;

/** Reads a file by the first format that recognises its content, and judges its manifests. */
export async function readFile(bytes: Buffer, options: ReadOptions): Promise<JudgedFile> {
  const source = sourceFile(bytes);
  const other = nameOtherFormat(source);
  const format = other === undefined ? formats.find((one) => one.recognise(source)) : undefined;
  if (!format)
    return {
      ...factsOf(null, {}),
      problem:
        other ?? "The file is of no known kind. Send CSV, XLSX, EDIFACT CUSCAR, a DCSA bill of lading or JSON lines.",
    };
  return readAs(format, bytes, options);
}

/** Reads a file of a format that its sender has named. */
export async function readAs(format: ManifestFormat, bytes: Buffer, options: ReadOptions): Promise<JudgedFile> {
  const read = await format.read(sourceFile(bytes), options);
  const facts = factsOf(format.name, read);
  if (!read.ok) return { ...facts, problem: read.problem };
  const manifests: ReturnType<typeof judgeManifest>[] = [];
  for (const manifest of read.manifests) {
    manifests.push(judgeManifest(manifest));
    if (manifests.length % MANIFESTS_PER_TURN === 0) await new Promise(setImmediate);
  }
  nameRepeated(manifests);
  return { ...facts, problem: null, manifests };
}

const factsOf = (format: string | null, facts: FileFacts) => ({
  format,
  details: facts.details ?? null,
  notes: facts.notes ?? [],
  columns: facts.columns ?? [],
  decimalMark: facts.decimalMark ?? null,
  question: facts.question ?? null,
});
