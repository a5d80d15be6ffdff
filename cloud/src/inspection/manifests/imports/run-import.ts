import { objectId } from "@container-inspection/shared-schemas/object-id";
import { z } from "zod";
import { auditOfUser } from "../../../journal/audit/create-audit.ts";
import { findActiveUser } from "../../../people/accounts/user-store.ts";
import type { DatabaseOrTransaction } from "../../../platform/db/database.ts";
import type { ImportReport } from "../../../platform/db/tables/manifest-imports.ts";
import { isDuplicateOf } from "../../../platform/db/error-code.ts";
import { defineWorker } from "../../../platform/jobs/define-worker.ts";
import type { JobKind } from "../../../platform/jobs/job-kind.ts";
import type { Needs } from "../../parts.ts";
import { type JudgedFile, type JudgedManifest, MAX_ROWS, unreadable } from "../importing/import-file.ts";
import { readInThread } from "../importing/read-in-thread.ts";
import type { ManifestParts } from "../write-manifest.ts";
import { foreseeOutcomes } from "./foresee-outcomes.ts";
import {
  changeWaiting,
  findAbandonedImports,
  findImport,
  findRememberedColumns,
  type ImportRecord,
  insertRows,
  lockImportRecord,
  readContent,
} from "./import-store.ts";
import { writeManifests } from "./write-rows.ts";

/** A job runs for this long and leaves the rest to the next one, so that a killed process delays it little. */
const TURN_MS = 30_000;
/** Imports a file of manifests. Rows with an outcome are committed with their manifest, and not written again. */
export const importKind: JobKind<{ importId: string }> = {
  name: "import-manifests",
  data: z.object({ importId: objectId }),
  subjectPath: "$.importId",
  retries: 5,
  firstRetrySeconds: 5,
  longestRetrySeconds: 60,
  timeoutSeconds: 180,
  atOnce: 1,
};

type ImportParts = ManifestParts & Needs<"logger">;

export const runImport = defineWorker(
  importKind,
  (parts: ImportParts) =>
    async ({ importId }, { isLast, signal }) => {
      try {
        await takeTurn(parts, importId, signal);
      } catch (error) {
        // Another process works on the same import.
        if (isDuplicateOf(error, "manifest_import_rows_import_id_number_pk")) return;
        if (!isLast) throw error;
        parts.logger.error({ err: error, importId }, "an import of manifests has failed permanently");
        await failImport(parts, importId, `The import failed: ${String(error)}. Send the file again.`);
      }
    },
  {
    find: findAbandonedImports,
    lock: async (tx, id) => (await lockImportRecord(tx, id))?.row.state === "waiting",
    fail: (tx, { nowMs }, { id, reason }) => failImport({ db: tx, nowMs }, id, `${reason}. Send the file again.`),
  },
);

/** Reads the file of an import, and writes or foresees its manifests until its turn is over. */
async function takeTurn(parts: ImportParts, importId: string, signal: AbortSignal): Promise<void> {
  const { db, jobs, nowMs } = parts;
  const endsAt = nowMs() + TURN_MS;
  const found = await findImport(db, importId);
  const content = await readContent(db, importId);
  if (found?.row.state !== "waiting" || !content) return;
  const { answers, isPreview } = found.row;
  const account = await findActiveUser(db, { id: found.createdBy.id });
  if (!account) return endImport(parts, found.row, "The account of the user who sent the file is disabled.");
  const { id: userId, email, role } = account;
  const remembered = await findRememberedColumns(db, userId);
  const file = await readInThread({ bytes: content, options: { answers, remembered, maxRows: MAX_ROWS } }, signal);
  if (file.problem !== null) return endImport(parts, found.row, file.problem, file);
  const report = reportOf(file, countRowsOf(file.manifests));
  await changeWaiting(db, found.row, { report, ...(file.question && { state: "needs-answer" }) });
  if (file.question) return;
  const { manifests } = file;
  if (isPreview) return preview(parts, { record: found.row, importId, userId, manifests });
  const writing = { ...parts, writer: { userId, email, role }, audit: auditOfUser(parts, account), nowMs: nowMs() };
  const mayGoOn = () => nowMs() < endsAt && !signal.aborted;
  if (await writeManifests(parts, { importId, manifests, writing, mayGoOn }))
    await changeWaiting(db, found.row, { state: "finished", content: null, finishedAt: new Date(nowMs()) });
  else await jobs.enqueue(db, importKind, { importId });
}

/** Stores the outcomes that the rows would have; an import that was answered in the meantime is read again. */
async function preview(
  { db }: ImportParts,
  foreseen: { record: ImportRecord; importId: string; userId: string; manifests: readonly JudgedManifest[] },
): Promise<void> {
  const rows = await foreseeOutcomes(db, foreseen);
  await db.transaction(async (tx) => {
    if (await changeWaiting(tx, foreseen.record, { state: "previewed" })) await insertRows(tx, rows);
  });
}

type EndingParts = Needs<"nowMs"> & { db: DatabaseOrTransaction };

async function failImport(parts: EndingParts, id: string, problem: string): Promise<void> {
  const found = await findImport(parts.db, id);
  if (found) await endImport(parts, found.row, problem);
}

async function endImport(
  { db, nowMs }: EndingParts,
  record: ImportRecord,
  problem: string,
  file: JudgedFile = unreadable(null, problem),
): Promise<void> {
  const report = { ...reportOf(file, null), problem };
  await changeWaiting(db, record, { state: "failed", content: null, report, finishedAt: new Date(nowMs()) });
}

const countRowsOf = (manifests: readonly JudgedManifest[]) => manifests.reduce((sum, { rows }) => sum + rows.length, 0);

function reportOf(file: JudgedFile, rowsTotal: number | null): ImportReport {
  const { format, details, notes, columns, decimalMark, question, problem } = file;
  return { format, details, notes, columns, decimalMark, question, problem, rowsTotal };
}
