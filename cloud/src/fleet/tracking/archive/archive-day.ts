import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import type { Needs } from "../../parts.ts";
import type { DuckDb } from "./duckdb.ts";
import { addChecks, type Checks, differences } from "./event-columns.ts";
import { checkEvents, eventsOf, keepNew, loadLines, viewFormer } from "./event-queries.ts";
import { type DayFile, findFilesOfDay, keyOfFile, replaceFiles } from "./file-store.ts";
import { DamagedFileError, fetchFile } from "./local-copies.ts";
import { packDay, type PackedFile } from "./pack.ts";
import { dropReadDay, readPartition } from "./partition-day-store.ts";
import { openWorkspace, type Workspace, writingTo } from "./workspace.ts";

export type ArchiveParts = Needs<"settings" | "db" | "tracking" | "storage" | "logger" | "nowMs" | "newId">;

/** "busy": a table was locked, events came meanwhile, or another process was faster; the next run continues. */
export type DayOutcome = { kind: "done"; events: number; bytes: number } | { kind: "busy" };

/**
 * Moves the events of a day from its partition into files. At each moment all of them are in the partition, in recorded
 * files, or in both, and readers take each event once by its key; so a process may end between any two steps, and the
 * next run continues. Events that came after the day had left are joined with its files.
 * @throws DamagedFileError if the stored files have not the events that Postgres has; the partition stays
 */
export async function archiveDay(parts: ArchiveParts, dayMs: number): Promise<DayOutcome> {
  const { background } = await parts.tracking.pools();
  const workspace = await openWorkspace(parts);
  try {
    const lines = path.join(workspace.folder, "lines.json");
    const read = await writingTo(lines, (write) => readPartition(background, dayMs, write));
    const former = await findFilesOfDay(parts.db, dayMs);
    const files = await workspace.withDuckDb(async (duckDb) => {
      await loadLines(duckDb, "fresh", lines);
      refuseDifferences(await checkEvents(duckDb, "fresh"), read.checks, "that were read");
      const places = await fetchFormer(parts, workspace, former);
      const expected = await joinWithFormer(duckDb, { places, fresh: read.checks });
      if (!expected) return [];
      const packed = await packDay(duckDb, "day", { ...workspace, ...parts, dayMs });
      await storeAndVerify(parts, { duckDb, workspace, packed, expected });
      return packed.map(({ file }) => file);
    });
    if (files.length > 0) {
      const isRecorded = await replaceFiles(parts.db, { dayMs, former, files, nowMs: parts.nowMs() });
      await deleteFiles(parts, isRecorded ? former : files);
      if (!isRecorded) return { kind: "busy" };
    }
    const outcome = await dropReadDay(background, dayMs, read);
    if (outcome !== "done") return { kind: "busy" };
    const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return { kind: "done", events: Number(read.checks.events), bytes };
  } finally {
    await workspace.close();
  }
}

/** Fetches a day's files of events from the storage, not from local copies: whatever is in them is written again. */
async function fetchFormer({ storage }: ArchiveParts, { folder }: Workspace, former: readonly DayFile[]) {
  const places: string[] = [];
  for (const file of former.filter(({ kind }) => kind === "events")) {
    const place = pathInside(folder, `${file.id}.former`);
    await fetchFile(storage, file, place);
    places.push(place);
  }
  return places;
}

/**
 * Makes the table `day` of the events of the former files and of the partition, and returns its checks; undefined if
 * the files have all of them already.
 */
async function joinWithFormer(
  duckDb: DuckDb,
  { places, fresh }: { places: readonly string[]; fresh: Checks },
): Promise<Checks | undefined> {
  await viewFormer(duckDb, { places, like: "fresh" });
  await keepNew(duckDb, { from: "fresh", former: "former", to: "added" });
  const added = await checkEvents(duckDb, "added");
  if (added.events === "0") return undefined;
  if (places.length === 0) refuseDifferences(added, fresh, "of a new day");
  await duckDb.run("create temp view day as select * from former union all select * from added");
  return addChecks(await checkEvents(duckDb, "former"), added);
}

type Packed = { duckDb: DuckDb; workspace: Workspace; packed: readonly PackedFile[]; expected: Checks };

/** Stores files, reads them again from the storage, and compares what is in them with what is expected. */
async function storeAndVerify(parts: ArchiveParts, { duckDb, workspace, packed, expected }: Packed): Promise<void> {
  const { storage } = parts;
  const stored: string[] = [];
  for (const { file, place } of packed) {
    await storage.write(keyOfFile(file), await readFile(place));
    const again = pathInside(workspace.folder, `${file.id}.stored`);
    await fetchFile(storage, file, again);
    if (file.kind === "events") stored.push(again);
  }
  refuseDifferences(await checkEvents(duckDb, eventsOf(stored)), expected, "in the storage");
}

function refuseDifferences(found: Checks, expected: Checks, where: string): void {
  const groups = differences(found, expected);
  if (groups.length > 0)
    throw new DamagedFileError(`The events ${where} differ from those in the database: ${groups.join(", ")}.`);
}

/** Deletes files that no row names; the search for orphans deletes what is left. */
async function deleteFiles({ storage, logger }: ArchiveParts, files: readonly DayFile[]): Promise<void> {
  const deleted = await Promise.allSettled(files.map((file) => storage.delete(keyOfFile(file))));
  const failed = deleted.find((outcome) => outcome.status === "rejected");
  if (failed)
    logger.warn({ err: failed.reason as unknown }, "files of tracking could not be deleted; the next sweep retries");
}
