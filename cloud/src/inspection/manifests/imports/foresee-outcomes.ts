import { isDeepStrictEqual } from "node:util";
import type { DatabaseOrTransaction } from "../../../platform/db/database.ts";
import { columnsOf, type ManifestRow } from "../../record/manifest-store.ts";
import type { JudgedManifest } from "../importing/import-file.ts";
import { findOwnOfBills, type ImportRowRecord } from "./import-store.ts";
import { failedRow, rowRecord } from "./write-rows.ts";

/** Manifests whose bills of lading are looked up at once. */
const BATCH_SIZE = 500;

/** The outcomes that the rows of a file would have now, without writing any of it. */
export async function foreseeOutcomes(
  db: DatabaseOrTransaction,
  { importId, userId, manifests }: { importId: string; userId: string; manifests: readonly JudgedManifest[] },
): Promise<ImportRowRecord[]> {
  const records: ImportRowRecord[] = [];
  /** Manifests as they would be after the rows before, by bill of lading and container number. */
  const known = new Map<string, ManifestRow | undefined>();
  for (let at = 0; at < manifests.length; at += BATCH_SIZE) {
    const batch = manifests.slice(at, at + BATCH_SIZE);
    const bills = [...new Set(batch.flatMap(({ fields }) => fields?.billOfLading || []))];
    // The newest comes first, and rows before may have changed it.
    for (const row of await findOwnOfBills(db, userId, bills)) {
      const key = keyOf(row.billOfLading, row.numberKey);
      if (!known.has(key)) known.set(key, row);
    }
    for (const manifest of batch) records.push(...foresee(importId, manifest, known));
  }
  return records;
}

const keyOf = (bill: string | null | undefined, numberKey: string | null | undefined) =>
  JSON.stringify([bill, numberKey ?? null]);

function foresee(
  importId: string,
  { rows, fields }: JudgedManifest,
  known: Map<string, ManifestRow | undefined>,
): ImportRowRecord[] {
  if (!fields) return rows.map((row) => failedRow(importId, row));
  const key = keyOf(fields.billOfLading, fields.containerNumber?.key);
  const found = fields.billOfLading ? known.get(key) : undefined;
  const isAgain = Boolean(fields.billOfLading) && known.has(key);
  if (fields.billOfLading) known.set(key, found && { ...found, ...columnsOf(fields) });
  const isSame = found !== undefined && isDeepStrictEqual({ ...found, ...columnsOf(fields) }, found);
  const outcome = !isAgain ? "imported" : isSame ? "unchanged" : "updated";
  return rows.map((row) => rowRecord(importId, row, { outcome, manifestId: found?.id ?? null }));
}
