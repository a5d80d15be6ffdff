import type { Needs } from "../../parts.ts";
import { importAll } from "../importing/import-all.ts";
import type { Imported } from "../importing/import-once.ts";
import type { JudgedManifest, JudgedRow } from "../importing/import-file.ts";
import type { WritingParts } from "../write-manifest.ts";
import { findDoneNumbers, type ImportRowRecord, insertRows } from "./import-store.ts";

/** Manifests between two looks at the time. */
const BATCH_SIZE = 100;

type Writing = {
  importId: string;
  manifests: readonly JudgedManifest[];
  writing: WritingParts;
  mayGoOn: () => boolean;
};

/**
 * Writes the manifests of an import that have no outcome yet, each in one transaction with the outcomes of its rows.
 * Returns true when all have one.
 */
export async function writeManifests(
  { db }: Needs<"db">,
  { importId, manifests, writing, mayGoOn }: Writing,
): Promise<boolean> {
  const done = await findDoneNumbers(db, importId);
  const left = manifests.filter(({ rows: [first] }) => !done.has(first.number));
  const failed = left.filter(({ fields }) => fields === undefined).flatMap(({ rows }) => rows);
  await db.transaction((tx) =>
    insertRows(
      tx,
      failed.map((row) => failedRow(importId, row)),
    ),
  );
  const valid = left.filter(({ fields }) => fields !== undefined);
  for (let at = 0; at < valid.length; at += BATCH_SIZE) {
    if (!mayGoOn()) return false;
    await importAll(
      (rows, write) =>
        db.transaction(async (tx) => {
          const imported = await write(tx);
          await insertRows(
            tx,
            rows.map((row) => rowRecord(importId, row, imported)),
          );
          return imported;
        }),
      writing,
      valid.slice(at, at + BATCH_SIZE),
    );
  }
  return true;
}

export const rowRecord = (
  importId: string,
  row: JudgedRow,
  { outcome, manifestId }: Pick<ImportRowRecord, "outcome" | "manifestId"> | Imported,
): ImportRowRecord => ({ importId, ...row, outcome, manifestId });

export const failedRow = (importId: string, row: JudgedRow): ImportRowRecord =>
  rowRecord(importId, row, { outcome: "failed", manifestId: null });
