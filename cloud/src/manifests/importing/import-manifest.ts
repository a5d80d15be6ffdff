import type { ManifestRequest } from "@container-inspection/shared-schemas";
import type { Database } from "../../db/connect.ts";
import { lockNumber } from "../attachment-store.ts";
import { findOwnManifest, lockImport, lockManifest } from "../manifest-store.ts";
import { addManifest, changeManifest, type WritingParts } from "../write-manifest.ts";
import type { ImportedManifest } from "./import-file.ts";

/** What became of one manifest of a file. */
export type Imported = { outcome: "imported" | "updated" | "unchanged"; manifestId: string };

/** How many manifests of a file are written at once: the database has other work too. */
const LANES = 4;

/** Writes the manifests of a file, several at once; those that would be one keep their order. Stops at the first that throws. */
export async function importAll(
  manifests: readonly ImportedManifest[],
  write: (fields: ManifestRequest) => Promise<Imported>,
): Promise<(Imported & { lines: number[] })[]> {
  const groups = Map.groupBy(manifests, ({ fields, lines }) => identityOf(fields) ?? `line ${lines[0]}`).values();
  const written: (Imported & { lines: number[] })[] = [];
  let isStopped = false;
  const work = async () => {
    for (const group of groups)
      for (const { fields, lines } of group) {
        if (isStopped) return;
        written.push({ lines, ...(await write(fields)) });
      }
  };
  const lanes = Array.from({ length: LANES }, () =>
    work().catch((error: unknown) => {
      isStopped = true;
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
  return written;
}

/** What a manifest is known by when it is imported again; undefined without a bill of lading. */
function identityOf({ billOfLading, containerNumber }: ManifestRequest): string | undefined {
  return billOfLading === undefined ? undefined : JSON.stringify([billOfLading, containerNumber?.key]);
}

/**
 * Writes one manifest of a file, in a transaction of its own. The newest one that the writer made for the same bill of lading and
 * container is updated; without a bill of lading there is nothing to know it by, and another one is made.
 */
export async function importManifest(db: Database, parts: WritingParts, fields: ManifestRequest): Promise<Imported> {
  const { billOfLading, containerNumber } = fields;
  return db.transaction(async (tx) => {
    const numberKey = containerNumber?.key ?? null;
    const wanted = { createdById: parts.writer.userId, billOfLading: billOfLading ?? "", numberKey };
    if (billOfLading !== undefined) await lockImport(tx, wanted);
    // Number, manifest, container: the order in which all that attach take their locks.
    if (numberKey !== null) await lockNumber(tx, numberKey);
    const known = billOfLading === undefined ? undefined : await findOwnManifest(tx, wanted);
    const found = known === undefined ? undefined : await lockManifest(tx, known);
    if (!found) return { outcome: "imported", manifestId: (await addManifest(tx, parts, fields)).manifest.id };
    const changed = await changeManifest(tx, parts, { found, fields });
    return { outcome: changed === found ? "unchanged" : "updated", manifestId: found.manifest.id };
  });
}
