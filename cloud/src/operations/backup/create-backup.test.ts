import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, test } from "vitest";
import { connectPostgres } from "../../platform/db/connect.ts";
import type { Database } from "../../platform/db/database.ts";
import { mainMigrations, migratePostgres } from "../../platform/db/migrate.ts";
import { createFileStorage } from "../../platform/storage/file-storage.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { makeNextRelease, UNRELEASED } from "../../testing/next-release.ts";
import { createEmptyDatabase } from "../../testing/processes.ts";
import { createBackup } from "./create-backup.ts";
import { createSeal } from "./encryption.ts";

const ADD_NOTE = "ALTER TABLE containers ADD COLUMN note text";
const RAISE = `UPDATE drizzle.oldest_release SET migration = ${mainMigrations.known.length}`;

/** The message with which a backup of the database is refused. */
async function refusalOf(db: Database): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "backup-"));
  cleanUpLater(() => rm(dataDir, { recursive: true }));
  const storage = createFileStorage(path.join(dataDir, "objects"), () => "0".repeat(24));
  const rest = { dataDir, seal: createSeal([]), withPictures: true, version: "3.0.0", nowMs: () => 0, note: () => {} };
  return createBackup({ db, trackingDb: undefined, storage, ...rest }, path.join(dataDir, "backup")).then(
    () => "none",
    (error: unknown) => String(error),
  );
}

test("a backup of an older database is refused with both ways to make it", async () => {
  const empty = await connectPostgres(await createEmptyDatabase(), pino({ level: "silent" }), { migrate: false });
  cleanUpLater(() => empty.close());
  expect(await refusalOf(empty.db)).toMatch(/with the release that runs on it, or start this release once\.$/);
});

test("a backup of a newer database is refused with the release that makes it", async () => {
  const { url, db } = await createTestDatabase();
  await migratePostgres(url, await makeNextRelease(ADD_NOTE));
  expect(await refusalOf(db)).toMatch(/Make the backup with the release that runs on it\.$/);
});

test("a backup of a database on which this release cannot start is refused without advice to start it", async () => {
  const outdated = await createTestDatabase();
  await migratePostgres(outdated.url, await makeNextRelease(ADD_NOTE, RAISE));
  expect(await refusalOf(outdated.db)).toMatch(/too old for its database.*restore a backup that it made\.$/);
  const unreleased = await createTestDatabase();
  await unreleased.db.execute(sql.raw(UNRELEASED));
  expect(await refusalOf(unreleased.db)).toMatch(/before release 3\.0\.0.*out of DATA_DIR\.$/);
});
