import type { ImportAnswers, ImportRow } from "@container-inspection/shared-schemas/manifest-imports";
import { and, asc, desc, eq, getTableColumns, gt, inArray, ne, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../../platform/db/database.ts";
import { holdLock } from "../../../platform/db/hold-lock.ts";
import { importedColumns, manifestImportRows, manifestImports, manifests, users } from "../../../platform/db/tables.ts";
import { liveSubjects } from "../../../platform/jobs/job-store.ts";
import type { ManifestRow } from "../../record/manifest-store.ts";

const { content: _content, ...columns } = getTableColumns(manifestImports);

/** An import without its file. */
export type ImportRecord = Omit<typeof manifestImports.$inferSelect, "content">;
/** An import with the user who sent it. */
export type FoundImport = { row: ImportRecord; createdBy: { id: string; email: string } };
export type ImportRowRecord = typeof manifestImportRows.$inferSelect;
/** Rows with each outcome, and those with values that were not understood. */
export type RowCounts = Record<ImportRow["outcome"] | "notUnderstood", number>;

/** Rows that one statement inserts: each has eleven parameters, of which a statement may have 65,535. */
const ROWS_AT_ONCE = 1_000;

/** A value whose texts, which files of any content have, can be stored: NUL is shown as ␀. */
const storable = <Value>(value: Value): Value =>
  JSON.parse(
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === "string" ? inner.replaceAll("\0", "␀").toWellFormed() : inner,
    ),
  );

const selectImport = (db: DatabaseOrTransaction) =>
  db
    .select({ row: columns, createdBy: { id: users.id, email: users.email } })
    .from(manifestImports)
    .innerJoin(users, eq(users.id, manifestImports.createdById));

export async function findImport(db: DatabaseOrTransaction, id: string): Promise<FoundImport | undefined> {
  const [found] = await selectImport(db).where(eq(manifestImports.id, id));
  return found;
}

/** Finds an import that no other transaction can change until this one ends. */
export async function lockImportRecord(tx: DatabaseOrTransaction, id: string): Promise<FoundImport | undefined> {
  const [found] = await selectImport(tx).where(eq(manifestImports.id, id)).for("update", { of: manifestImports });
  return found;
}

/** Lets one request at a time look for an earlier import of the same file by the same user. */
export const lockFile = (tx: DatabaseOrTransaction, file: { createdById: string; sha256: string }) =>
  holdLock(tx, JSON.stringify(["manifest-import", file.createdById, file.sha256]));

/** The newest import of a file by a user that did not fail. */
export async function findImportOfFile(
  tx: DatabaseOrTransaction,
  { createdById, sha256, isPreview }: Pick<ImportRecord, "createdById" | "sha256" | "isPreview">,
): Promise<FoundImport | undefined> {
  const { createdById: creator, sha256: hash, isPreview: preview, state } = manifestImports;
  const [found] = await selectImport(tx)
    .where(and(eq(creator, createdById), eq(hash, sha256), eq(preview, isPreview), ne(state, "failed")))
    .orderBy(desc(manifestImports.id))
    .limit(1);
  return found;
}

export async function insertImport(
  tx: DatabaseOrTransaction,
  made: typeof manifestImports.$inferInsert,
): Promise<void> {
  await tx.insert(manifestImports).values(made);
}

/** The file of an import; undefined once the import has ended. */
export async function readContent(db: DatabaseOrTransaction, id: string): Promise<Buffer | undefined> {
  const [found] = await db
    .select({ content: manifestImports.content })
    .from(manifestImports)
    .where(eq(manifestImports.id, id));
  return found?.content ?? undefined;
}

/** Changes an import that waits, and no other: false where another process has ended it, or it was answered. */
export async function changeWaiting(
  db: DatabaseOrTransaction,
  { id, revision }: Pick<ImportRecord, "id" | "revision">,
  change: Partial<typeof manifestImports.$inferInsert>,
): Promise<boolean> {
  const changed = await db
    .update(manifestImports)
    .set({ ...change, ...(change.report && { report: storable(change.report) }) })
    .where(
      and(eq(manifestImports.id, id), eq(manifestImports.state, "waiting"), eq(manifestImports.revision, revision)),
    )
    .returning({ id: manifestImports.id });
  return changed.length > 0;
}

/** Has a locked import read again, with these answers. Rows of an earlier preview are removed. */
export async function startAgain(
  tx: DatabaseOrTransaction,
  id: string,
  { answers, isPreview }: { answers: ImportAnswers; isPreview: boolean },
): Promise<void> {
  await tx.delete(manifestImportRows).where(eq(manifestImportRows.importId, id));
  await tx
    .update(manifestImports)
    .set({ state: "waiting", answers, isPreview, revision: sql`${manifestImports.revision} + 1` })
    .where(eq(manifestImports.id, id));
}

export async function insertRows(tx: DatabaseOrTransaction, rows: readonly ImportRowRecord[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx.insert(manifestImportRows).values(rows.slice(at, at + ROWS_AT_ONCE).map(storable));
}

/** Numbers of the rows that have an outcome. */
export async function findDoneNumbers(db: DatabaseOrTransaction, importId: string): Promise<Set<number>> {
  const found = await db
    .select({ number: manifestImportRows.number })
    .from(manifestImportRows)
    .where(eq(manifestImportRows.importId, importId));
  return new Set(found.map(({ number }) => number));
}

export async function countRows(db: DatabaseOrTransaction, importId: string): Promise<RowCounts> {
  const counts: RowCounts = { imported: 0, updated: 0, unchanged: 0, failed: 0, notUnderstood: 0 };
  const found = await db
    .select({
      outcome: manifestImportRows.outcome,
      rows: sql<number>`count(*)::int`,
      remarks: sql<number>`count(*) filter (where ${manifestImportRows.notUnderstood} <> '[]')::int`,
    })
    .from(manifestImportRows)
    .where(eq(manifestImportRows.importId, importId))
    .groupBy(manifestImportRows.outcome);
  for (const { outcome, rows, remarks } of found) {
    counts[outcome] = rows;
    counts.notUnderstood += remarks;
  }
  return counts;
}

/** Rows in the order of the file. */
export async function findRows(
  db: DatabaseOrTransaction,
  wanted: {
    importId: string;
    outcome?: ImportRow["outcome"] | undefined;
    isDoubted: boolean;
    after?: number | undefined;
    limit: number;
  },
): Promise<ImportRowRecord[]> {
  const { importId, number, outcome, notUnderstood } = manifestImportRows;
  return db
    .select()
    .from(manifestImportRows)
    .where(
      and(
        eq(importId, wanted.importId),
        wanted.outcome && eq(outcome, wanted.outcome),
        wanted.isDoubted ? sql`${notUnderstood} <> '[]'` : undefined,
        wanted.after === undefined ? undefined : gt(number, wanted.after),
      ),
    )
    .orderBy(asc(number))
    .limit(wanted.limit);
}

/** Ids of waiting imports that no job works on, the oldest first. */
export async function findAbandonedImports(
  db: DatabaseOrTransaction,
  kind: { name: string; subjectPath?: string },
  limit: number,
): Promise<string[]> {
  const found = await db
    .select({ id: manifestImports.id })
    .from(manifestImports)
    .where(and(eq(manifestImports.state, "waiting"), sql`${manifestImports.id} not in ${liveSubjects(kind)}`))
    .orderBy(asc(manifestImports.id))
    .limit(limit);
  return found.map(({ id }) => id);
}

/** Columns that a user chose, by the plain names of the columns of files. */
export async function findRememberedColumns(
  db: DatabaseOrTransaction,
  userId: string,
): Promise<Record<string, string | null>> {
  const found = await db.select().from(importedColumns).where(eq(importedColumns.userId, userId));
  return Object.fromEntries(found.map(({ header, column }) => [header, column]));
}

export async function rememberColumns(
  tx: DatabaseOrTransaction,
  userId: string,
  chosen: ReadonlyMap<string, string | null>,
): Promise<void> {
  const rows = [...chosen].map(([header, column]) => ({ userId, header, column }));
  if (rows.length === 0) return;
  await tx
    .insert(importedColumns)
    .values(rows)
    .onConflictDoUpdate({
      target: [importedColumns.userId, importedColumns.header],
      set: { column: sql`excluded."column"` },
    });
}

/** A user's manifests of these bills of lading, the newest first. */
export async function findOwnOfBills(
  db: DatabaseOrTransaction,
  createdById: string,
  bills: readonly string[],
): Promise<ManifestRow[]> {
  if (bills.length === 0) return [];
  return db
    .select()
    .from(manifests)
    .where(
      and(
        inArray(manifests.billOfLading, [...bills]),
        eq(manifests.createdById, createdById),
        sql`${manifests.deletedAt} is null`,
      ),
    )
    .orderBy(desc(manifests.id));
}
