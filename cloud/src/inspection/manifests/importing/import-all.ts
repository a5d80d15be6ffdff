import type { ManifestRequest } from "@container-inspection/shared-schemas/manifests";
import pLimit from "p-limit";
import type { DatabaseOrTransaction } from "../../../platform/db/database.ts";
import { lockNumber } from "../attachment-store.ts";
import { findOwnManifest, lockImport, lockManifest } from "../../record/manifest-store.ts";
import { addManifest, changeManifest, type WritingParts } from "../write-manifest.ts";
import type { JudgedManifest } from "./import-file.ts";
import type { Imported, WriteOnce } from "./import-once.ts";

/** The outcome of a manifest, with the rows that it is made of. */
type ImportedRows = Imported & { rows: JudgedManifest["rows"] };

/** Number of manifests of a file that are written concurrently; the database has other work too. */
const LANES = 4;

/**
 * Writes the valid manifests of a file, several at once; those of one container, or of one bill of lading without a
 * container, in their order. No other is begun once one throws.
 */
export async function importAll(
  writeOnce: WriteOnce,
  parts: WritingParts,
  manifests: readonly JudgedManifest[],
): Promise<ImportedRows[]> {
  const valid = manifests.flatMap(({ rows, fields }) => (fields ? [{ rows, fields }] : []));
  const groups = Map.groupBy(valid, ({ fields, rows }) => orderOf(fields) ?? `row ${rows[0].number}`);
  const inLane = pLimit(LANES);
  const work = [...groups.values()].map((group) =>
    inLane(async () => {
      const written: ImportedRows[] = [];
      for (const { fields, rows } of group) {
        const imported = await writeOnce(rows, (tx) => importManifest(tx, parts, fields));
        written.push({ rows, ...imported });
      }
      return written;
    }),
  );
  try {
    return (await Promise.all(work)).flat();
  } catch (error) {
    inLane.clearQueue();
    throw error;
  }
}

/**
 * Returns the key that manifests share if they change each other or attach to the same container; undefined for an
 * independent one.
 */
function orderOf({ billOfLading, containerNumber }: ManifestRequest): string | undefined {
  if (containerNumber) return `container ${containerNumber.key}`;
  return billOfLading ? `bill ${billOfLading}` : undefined;
}

/**
 * Writes one manifest of a file. The newest one that the writer made for the same bill of lading and container is
 * updated; without a bill of lading there is nothing to know it by, and another one is made.
 */
async function importManifest(
  tx: DatabaseOrTransaction,
  parts: WritingParts,
  fields: ManifestRequest,
): Promise<Imported> {
  const { billOfLading, containerNumber } = fields;
  const numberKey = containerNumber?.key ?? null;
  const wanted = billOfLading ? { createdById: parts.writer.userId, billOfLading, numberKey } : undefined;
  // Number, manifest, container: the order in which all that attach take their locks. They are sent together; a
  // connection does one after the other.
  const [, , known] = await Promise.all([
    wanted && lockImport(tx, wanted),
    numberKey === null ? undefined : lockNumber(tx, numberKey),
    wanted && findOwnManifest(tx, wanted),
  ]);
  const found = known === undefined ? undefined : await lockManifest(tx, known);
  if (!found) return { outcome: "imported", manifestId: (await addManifest(tx, parts, fields)).manifest.id };
  const changed = await changeManifest(tx, parts, { found, fields });
  return { outcome: changed === found ? "unchanged" : "updated", manifestId: found.manifest.id };
}
