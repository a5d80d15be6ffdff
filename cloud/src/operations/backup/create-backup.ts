import { createReadStream, existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import type { Clock } from "../../platform/clock.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/db/database.ts";
import {
  type Migrations,
  type MigrationState,
  mainMigrations,
  migrationState,
  newestMigration,
  trackingMigrations,
} from "../../platform/db/migrate.ts";
import { makeFolder, sync, syncFolders } from "../../platform/storage/durable-files.ts";
import { readBounds } from "../../platform/db/partitions/range-store.ts";
import { readAtOnce } from "../../platform/db/read-at-once.ts";
import type { ObjectStorage } from "../../platform/storage/object-storage.ts";
import { eachAtOnce } from "../../platform/concurrency/each-at-once.ts";
import { createSeal, type Seal } from "./encryption.ts";
import { writeBytes, writeLines } from "./files.ts";
import { BackupError, type BackupManifest, type BackupObject, MANIFEST_FILE, OBJECTS_FOLDER } from "./manifest.ts";
import { findObjectKeys } from "./object-key-store.ts";
import { fixTextForms, isTracking, listPartitions, listTables, readRows } from "./table-store.ts";

export type BackupParts = {
  db: Database;
  /** The tracking database, if it is separate. */
  trackingDb: Database | undefined;
  storage: ObjectStorage;
  /** Holds `secrets.json`, where secrets were generated. */
  dataDir: string;
  /** Format in which the files are written. */
  seal: Seal;
  /** False leaves the pictures to a separate backup. */
  withPictures: boolean;
  version: string;
  nowMs: Clock;
  /** Reports progress to the operator. */
  note: (line: string) => void;
};

const OBJECTS_AT_ONCE = 8;

/**
 * Writes all data of the service into a new folder: all tables as of one moment (of another one in a separate tracking
 * database), the pictures that their rows name, and the generated secrets. The service may keep running. Throws a
 * BackupError if the folder is not empty.
 */
export async function createBackup(parts: BackupParts, folder: string): Promise<BackupManifest> {
  const { db, trackingDb, seal, withPictures, version, nowMs } = parts;
  await refuseOtherRelease(db, mainMigrations);
  if (trackingDb) await refuseOtherRelease(trackingDb, trackingMigrations);
  await makeFolder(folder, 0o700);
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`${folder} is not empty: name a new folder, so that no older backup is mixed with this one.`);
  const createdAt = new Date(nowMs()).toISOString();
  const isMain = (name: string) => trackingDb === undefined || !isTracking(name);
  // Tracking first: a day that leaves its database meanwhile has its files recorded in the main one before.
  const tracking =
    trackingDb && (await readAtOnce(trackingDb, (tx) => writeTables(tx, parts, { folder, isIncluded: isTracking })));
  const { keys, bounds, ...main } = await readAtOnce(db, async (tx) => ({
    ...(await writeTables(tx, parts, { folder, isIncluded: isMain })),
    bounds: await readBounds(tx),
    keys: withPictures ? await findObjectKeys(tx) : [],
  }));
  const database = {
    tables: [...main.tables, ...(tracking?.tables ?? [])],
    partitions: tracking?.partitions ?? main.partitions,
    bounds,
  };
  const objects = await writeObjects(parts, folder, keys);
  const secrets = await writeSecrets(parts, folder);
  const head = { format: 1, createdAt, version, migration: newestMigration } as const;
  const kind = { hasPictures: withPictures, isEncrypted: seal.suffix !== "" };
  const manifest = { ...head, ...kind, ...database, ...objects, secrets };
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  // The manifest marks the backup as complete: it is written once every name in the folder is safe, and then its own.
  await syncFolders(folder);
  await writeBytes(path.join(folder, MANIFEST_FILE), once(Buffer.from(text)), createSeal([]));
  await sync(folder);
  return manifest;
}

/** Advice that the detail of a state lacks; the other states name what to do themselves. */
const ADVICE: { [State in MigrationState["state"]]?: string } = {
  older: "Make the backup with the release that runs on it, or start this release once.",
  newer: "Make the backup with the release that runs on it.",
};

async function refuseOtherRelease(db: Database, migrations: Migrations): Promise<void> {
  const { state, detail } = await migrationState(db, migrations);
  const advice = ADVICE[state];
  if (state !== "current") throw new BackupError(advice === undefined ? detail : `${detail} ${advice}`);
}

type Writing = { folder: string; isIncluded: (name: string) => boolean };

async function writeTables(
  tx: DatabaseOrTransaction,
  { seal, note }: Pick<BackupParts, "seal" | "note">,
  { folder, isIncluded }: Writing,
) {
  await fixTextForms(tx);
  const tables: BackupManifest["tables"] = [];
  for (const table of await listTables(tx)) {
    const { schema, name } = table;
    if (!isIncluded(name)) continue;
    const file = `tables/${schema}.${name}.ndjson.gz${seal.suffix}`;
    const { lines, ...content } = await writeLines(pathInside(folder, file), readRows(tx, table), seal);
    tables.push({ schema, name, columns: table.columns.map((column) => column.name), file, rows: lines, ...content });
    if (lines > 0) note(`${schema}.${name}: ${lines} rows`);
  }
  return { tables, partitions: await listPartitions(tx) };
}

/** Copies the pictures. A missing one is reported, and does not stop the copy. */
async function writeObjects({ storage, seal, note }: BackupParts, folder: string, keys: readonly string[]) {
  const found: BackupObject[] = [];
  const missingObjects: string[] = [];
  await eachAtOnce(keys, OBJECTS_AT_ONCE, async (key) => {
    const bytes = await storage.read(key);
    const file = pathInside(folder, OBJECTS_FOLDER, `${key}${seal.suffix}`);
    if (bytes) found.push({ key, ...(await writeBytes(file, bytes, seal)) });
    else missingObjects.push(key);
    const done = found.length + missingObjects.length;
    if (done % 1_000 === 0) note(`pictures: ${done} of ${keys.length}`);
  });
  for (const key of missingObjects.slice(0, 20)) note(`a picture is missing in the storage: ${key}`);
  const lines = found.map((object) => JSON.stringify(object));
  const file = `objects.ndjson.gz${seal.suffix}`;
  const { lines: count, ...content } = await writeLines(pathInside(folder, file), once(lines), seal);
  const totalBytes = found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { objects: { file, count, totalBytes, ...content }, missingObjects };
}

/** The generated secrets; null where settings give them. */
async function writeSecrets({ dataDir, seal }: BackupParts, folder: string): Promise<BackupManifest["secrets"]> {
  const source = path.join(dataDir, "secrets.json");
  if (!existsSync(source)) return null;
  const file = `secrets.json${seal.suffix}`;
  return { file, ...(await writeBytes(pathInside(folder, file), createReadStream(source), seal)) };
}

async function* once<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}
