import { createReadStream, existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Clock } from "../../platform/clock.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/db/database.ts";
import {
  type Migrations,
  mainMigrations,
  migrationState,
  newestMigration,
  trackingMigrations,
} from "../../platform/db/migrate.ts";
import { makeFolder, sync, syncFolders } from "../../platform/storage/durable-files.ts";
import type { ObjectStorage } from "../../platform/storage/object-storage.ts";
import { eachAtOnce } from "../../platform/concurrency/each-at-once.ts";
import { writeBytes, writeLines } from "./files.ts";
import { BackupError, type BackupManifest, type BackupObject, MANIFEST_FILE, OBJECTS_FOLDER } from "./manifest.ts";
import { findObjectKeys } from "./object-key-store.ts";
import { fixTextForms, isTracking, listPartitions, listTables, readRows } from "./table-store.ts";

export type BackupParts = {
  db: Database;
  /** The tracking database, if it is one of its own. */
  trackingDb: Database | undefined;
  storage: ObjectStorage;
  /** Holds `secrets.json`, where secrets were generated. */
  dataDir: string;
  version: string;
  nowMs: Clock;
  /** Reports progress to the operator. */
  note: (line: string) => void;
};

const OBJECTS_AT_ONCE = 8;

/**
 * Writes everything of the service into a new folder: all tables as of one moment (of another one in a tracking
 * database of its own), the pictures that their rows name, and the generated secrets. The service may run meanwhile.
 * Throws a BackupError when the folder is not empty.
 */
export async function createBackup(parts: BackupParts, folder: string): Promise<BackupManifest> {
  const { db, trackingDb, dataDir, version, nowMs, note } = parts;
  await refuseOtherRelease(db, mainMigrations);
  if (trackingDb) await refuseOtherRelease(trackingDb, trackingMigrations);
  await makeFolder(folder, 0o700);
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`${folder} is not empty: name a new folder, so that no older backup is mixed with this one.`);
  const createdAt = new Date(nowMs()).toISOString();
  const isMain = (name: string) => trackingDb === undefined || !isTracking(name);
  const { keys, ...main } = await atOneMoment(db, async (tx) => ({
    ...(await writeTables(tx, { folder, note, isIncluded: isMain })),
    keys: await findObjectKeys(tx),
  }));
  const tracking =
    trackingDb && (await atOneMoment(trackingDb, (tx) => writeTables(tx, { folder, note, isIncluded: isTracking })));
  const database = {
    tables: [...main.tables, ...(tracking?.tables ?? [])],
    partitions: tracking?.partitions ?? main.partitions,
  };
  const objects = await writeObjects(parts, folder, keys);
  const secretsFile = path.join(dataDir, "secrets.json");
  const secrets = existsSync(secretsFile)
    ? { file: "secrets.json", ...(await writeBytes(path.join(folder, "secrets.json"), createReadStream(secretsFile))) }
    : null;
  const head = { format: 1, createdAt, version, migration: newestMigration } as const;
  const manifest = { ...head, ...database, ...objects, secrets };
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  // The manifest marks the backup as complete: it is written once every name in the folder is safe, and then its own.
  await syncFolders(folder);
  await writeBytes(path.join(folder, MANIFEST_FILE), once(Buffer.from(text)));
  await sync(folder);
  return manifest;
}

async function refuseOtherRelease(db: Database, migrations: Migrations): Promise<void> {
  const { state, detail } = await migrationState(db, migrations);
  if (state !== "current")
    throw new BackupError(`${detail} Make the backup with the release that runs on it, or start this release once.`);
}

const atOneMoment = <Result>(db: Database, read: (tx: DatabaseOrTransaction) => Promise<Result>): Promise<Result> =>
  db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });

type Writing = { folder: string; note: (line: string) => void; isIncluded: (name: string) => boolean };

async function writeTables(tx: DatabaseOrTransaction, { folder, note, isIncluded }: Writing) {
  await fixTextForms(tx);
  const tables: BackupManifest["tables"] = [];
  for (const table of await listTables(tx)) {
    const { schema, name } = table;
    if (!isIncluded(name)) continue;
    const file = `tables/${schema}.${name}.ndjson.gz`;
    const { lines, ...content } = await writeLines(path.join(folder, file), readRows(tx, table));
    tables.push({ schema, name, columns: table.columns.map((column) => column.name), file, rows: lines, ...content });
    if (lines > 0) note(`${schema}.${name}: ${lines} rows`);
  }
  return { tables, partitions: await listPartitions(tx) };
}

/** Copies the pictures. A missing one is reported, and does not stop the copy. */
async function writeObjects({ storage, note }: BackupParts, folder: string, keys: readonly string[]) {
  const found: BackupObject[] = [];
  const missingObjects: string[] = [];
  await eachAtOnce(keys, OBJECTS_AT_ONCE, async (key) => {
    const bytes = await storage.read(key);
    if (bytes) found.push({ key, ...(await writeBytes(path.join(folder, OBJECTS_FOLDER, key), bytes)) });
    else missingObjects.push(key);
    const done = found.length + missingObjects.length;
    if (done % 1_000 === 0) note(`pictures: ${done} of ${keys.length}`);
  });
  for (const key of missingObjects.slice(0, 20)) note(`a picture is missing in the storage: ${key}`);
  const lines = found.map((object) => JSON.stringify(object));
  const file = "objects.ndjson.gz";
  const { lines: count, ...content } = await writeLines(path.join(folder, file), once(lines));
  const totalBytes = found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { objects: { file, count, totalBytes, ...content }, missingObjects };
}

async function* once<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}
