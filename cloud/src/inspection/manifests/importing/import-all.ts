import type { ManifestRequest } from "@container-inspection/shared-schemas/manifests";
import pLimit from "p-limit";
import type { DatabaseOrTransaction } from "../../../platform/db/database.ts";
import { lockNumber } from "../attachment-store.ts";
import { findOwnManifest, lockImport, lockManifest } from "../../record/manifest-store.ts";
import { addManifest, changeManifest, type WritingParts } from "../write-manifest.ts";
import type { ImportedManifest } from "./import-file.ts";
import type { Imported, WriteOnce } from "./import-once.ts";

/** Number of manifests of a file that are written concurrently; the database has other work too. */
const LANES = 4;

/**
 * Writes the manifests of a file, several at once; those of one container, or of one bill of lading without a
 * container, in their order. No other is begun once one throws.
 */
export async function importAll(
  writeOnce: WriteOnce,
  parts: WritingParts,
  manifests: readonly ImportedManifest[],
): Promise<(Imported & { lines: number[] })[]> {
  const groups = Map.groupBy(manifests, ({ fields, lines }) => orderOf(fields) ?? `line ${lines[0]}`);
  const inLane = pLimit(LANES);
  const work = [...groups.values()].map((group) =>
    inLane(async () => {
      const written: (Imported & { lines: number[] })[] = [];
      for (const { fields, lines } of group) {
        const imported = await writeOnce(lines[0] ?? 0, (tx) => importManifest(tx, parts, fields));
        written.push({ lines, ...imported });
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
