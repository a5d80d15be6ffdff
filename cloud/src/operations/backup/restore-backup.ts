import { readFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import type { Database, DatabaseOrTransaction } from "../../platform/db/database.ts";
import { hasCode } from "../../platform/db/error-code.ts";
import { newestMigration } from "../../platform/db/migrate.ts";
import { prepareBounds, rangeTables } from "../../platform/db/partitions/range-store.ts";
import { parseKeptSecrets } from "../../platform/settings/kept-secrets.ts";
import { replaceFile } from "../../platform/storage/durable-files.ts";
import type { ObjectStorage } from "../../platform/storage/object-storage.ts";
import { prepareDaysOf } from "../../fleet/tracking/partitions.ts";
import { eachAtOnce } from "../../platform/concurrency/each-at-once.ts";
import type { Opener } from "./encryption.ts";
import { readLines, readRegular } from "./files.ts";
import { BackupError, type BackupManifest } from "./manifest.ts";
import {
  countRows,
  countServices,
  emptyTables,
  fixTextForms,
  hasNoEvents,
  insertRows,
  isTracking,
  isUnused,
  listTables,
  resetSequences,
  withoutForeignKeys,
  withoutTriggers,
} from "./table-store.ts";
import { listObjects, objectFile } from "./verify-backup.ts";

export type RestoreParts = {
  /** Main database, with the migrations of this build and the queues of its jobs. */
  db: Database;
  /** The tracking database, if it is separate, with its migrations. */
  trackingDb: Database | undefined;
  storage: ObjectStorage;
  dataDir: string;
  /** Opens the files of the backup. */
  open: Opener;
  note: (line: string) => void;
};

const OBJECTS_AT_ONCE = 8;

/** Refuses a backup that this build cannot restore. */
export function checkRelease({ migration, version }: BackupManifest): void {
  if (migration === newestMigration) return;
  throw new BackupError(
    `The backup was made by release ${version} at migration ${migration}; this one is at ${newestMigration}. Restore it with ` +
      "the release that made it, then start this one, which brings the database up to date.",
  );
}

/**
 * Refuses a database that a service has open, and, unless `replace` allows it, one that is in use. Call it before
 * queues are opened.
 */
export async function checkTarget(
  { db, trackingDb }: Pick<RestoreParts, "db" | "trackingDb">,
  { replace }: { replace: boolean },
): Promise<void> {
  if ((await countServices(db)) > 0)
    throw new BackupError("A running service has this database open. Stop every service on it first.");
  if (!replace && !((await isUnused(db)) && (!trackingDb || (await hasNoEvents(trackingDb)))))
    throw new BackupError(
      "The database already contains data. Restore into an empty one, or add --replace to delete its data.",
    );
}

/**
 * Replaces the content of the database with a verified backup: all tables in one transaction, and before it ends the
 * pictures. A restore whose rows are rejected changes nothing; one that fails later leaves the database unchanged. A
 * separate tracking database is restored first, in its own transaction: if the main one then fails, restore again.
 */
export async function restoreBackup(
  parts: RestoreParts,
  { folder, manifest, secrets }: { folder: string; manifest: BackupManifest; secrets: BackupSecrets | undefined },
): Promise<void> {
  const { db, trackingDb, storage, open, note } = parts;
  const restoreObjects = async () => {
    let done = 0;
    await eachAtOnce(listObjects(folder, manifest, open), OBJECTS_AT_ONCE, async ({ key }) => {
      const file = objectFile(key, manifest);
      await storage.write(key, await buffer(open(file, readRegular(pathInside(folder, file)))));
      done += 1;
      if (done % 1_000 === 0) note(`pictures: ${done} of ${manifest.objects.count}`);
    });
  };
  const { tables } = manifest;
  await prepareDaysOf(trackingDb ?? db, manifest.partitions);
  if (trackingDb) {
    const ofTracking = tables.filter(({ name }) => isTracking(name));
    await trackingDb.transaction((tx) => restoreTables(tx, parts, { folder, tables: ofTracking }));
  }
  const ofMain = trackingDb ? tables.filter(({ name }) => !isTracking(name)) : tables;
  const prepare = async (tx: DatabaseOrTransaction) => {
    for (const table of rangeTables) await prepareBounds(tx, table, manifest.bounds[table] ?? []);
  };
  await db.transaction(async (tx) => {
    await restoreTables(tx, parts, { folder, tables: ofMain, prepare });
    await restoreObjects();
  });
  if (secrets) await restoreSecrets(secrets.text, parts);
}

type Restoring = {
  folder: string;
  tables: BackupManifest["tables"];
  /** Done once the tables are empty. */
  prepare?: (tx: DatabaseOrTransaction) => Promise<void>;
};

async function restoreTables(
  tx: DatabaseOrTransaction,
  { open, note }: Pick<RestoreParts, "open" | "note">,
  { folder, tables, prepare = async () => {} }: Restoring,
): Promise<void> {
  await fixTextForms(tx);
  const shapes = await listTables(tx);
  const insertAll = async () => {
    await emptyTables(tx, shapes);
    await prepare(tx);
    for (const { schema, name, columns, file, rows } of tables) {
      const shape = shapes.find((table) => table.schema === schema && table.name === name);
      const known = columns.map((column) => shape?.columns.find((found) => found.name === column));
      if (!shape || known.includes(undefined))
        throw new BackupError(`The database has no table ${schema}.${name} with the columns of the backup.`);
      const table = { ...shape, columns: known.filter((column) => column !== undefined) };
      for await (const lines of readLines(pathInside(folder, file), open)) await insertRows(tx, table, lines);
      const restored = await countRows(tx, table);
      if (restored !== rows) throw new BackupError(`${schema}.${name} has ${restored} rows instead of ${rows}.`);
      if (rows > 0) note(`${schema}.${name}: ${rows} rows`);
    }
  };
  await withoutForeignKeys(tx, async () => withoutTriggers(tx, insertAll));
  await resetSequences(tx, shapes);
}

/** The generated secrets of a backup, and the text of their file. */
export type BackupSecrets = { text: string; jwtSecret: string };

/** Reads the generated secrets of a backup, if it has any. Throws a BackupError if no service could start with them. */
export async function readSecrets(
  folder: string,
  { secrets }: Pick<BackupManifest, "secrets">,
  open: Opener,
): Promise<BackupSecrets | undefined> {
  if (!secrets) return undefined;
  const text = String(await buffer(open(secrets.file, readRegular(pathInside(folder, secrets.file)))));
  try {
    return { text, jwtSecret: parseKeptSecrets(text).jwtSecret };
  } catch {
    // Without the cause, which could contain a secret.
    throw new BackupError("The secrets of the backup are damaged; nothing was restored.");
  }
}

/** Replaces the generated secrets with those of the backup; other secrets are kept in a file beside them. */
export async function restoreSecrets(
  wanted: string,
  { dataDir, note }: Pick<RestoreParts, "dataDir" | "note">,
): Promise<void> {
  const target = path.join(dataDir, "secrets.json");
  const present = await readFile(target, "utf8").catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  });
  if (present === wanted) return;
  if (present !== undefined) {
    replaceFile(path.join(dataDir, "secrets.before-restore.json"), present);
    note("the secrets that were here are kept in secrets.before-restore.json");
  }
  // In one step: a start that finds no file generates new secrets.
  replaceFile(target, wanted);
}
