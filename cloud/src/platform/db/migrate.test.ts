import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { pino } from "pino";
import { describe, expect, test, vi } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { administer, createTestDatabase } from "../../testing/database.ts";
import { copyEmbeddedTemplate } from "../../testing/embedded-template.ts";
import { makeNextRelease, UNRELEASED } from "../../testing/next-release.ts";
import { createEmptyDatabase } from "../../testing/processes.ts";
import { connectEmbedded, connectPostgres } from "./connect.ts";
import type { Database } from "./database.ts";
import {
  mainMigrations,
  migratePostgres,
  migrationState,
  RefusedDatabaseError,
  trackingMigrations,
} from "./migrate.ts";

const silent = pino({ level: "silent" });
const ADD_NOTE = "ALTER TABLE containers ADD COLUMN note text";
/** The statement that the migration of a release without the ones before adds. */
const RAISE = `UPDATE drizzle.oldest_release SET migration = ${mainMigrations.known.length}`;

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  cleanUpLater(() => client.end());
  return client;
}

const appliedTo = (url: string) =>
  administer(url, "select hash, created_at from drizzle.__drizzle_migrations order by 2");

test("processes that start at once on an empty database apply each migration once", async () => {
  const url = await createEmptyDatabase();
  const connections = await Promise.all(Array.from({ length: 4 }, () => connectPostgres(url, silent)));
  for (const { db } of connections) expect(await migrationState(db)).toMatchObject({ state: "current" });
  for (const { close } of connections) await close();
  expect(await appliedTo(url)).toHaveLength(mainMigrations.known.length);
});

describe("a migration of the next release", () => {
  test("is applied once by processes that start at once, and leaves the earlier ones as they are", async () => {
    const { url, db } = await createTestDatabase();
    const before = await appliedTo(url);
    const next = await makeNextRelease(ADD_NOTE, "CREATE TABLE notes (id text)");
    expect(await migrationState(db, next)).toMatchObject({ state: "older" });
    await Promise.all(Array.from({ length: 4 }, () => migratePostgres(url, next)));
    const after = await appliedTo(url);
    expect([after.length, after.slice(0, -1)]).toEqual([before.length + 1, before]);
    expect(await migrationState(db, next)).toMatchObject({ state: "current" });
    expect(await administer(url, "select note, notes.id from containers, notes")).toEqual([]);
  });

  test("that only adds lets this release run on, and start", async () => {
    const { url, db } = await createTestDatabase();
    await migratePostgres(url, await makeNextRelease(ADD_NOTE));
    expect(await migrationState(db)).toMatchObject({ state: "newer" });
    await migratePostgres(url);
  });

  test("that raises the oldest release refuses this one, which changes nothing", async () => {
    const { url, db } = await createTestDatabase();
    await migratePostgres(url, await makeNextRelease("ALTER TABLE containers DROP COLUMN size_type", RAISE));
    expect(await migrationState(db)).toMatchObject({ state: "outdated" });
    const applied = await appliedTo(url);
    await expect(migratePostgres(url)).rejects.toThrow(RefusedDatabaseError);
    expect(await appliedTo(url)).toEqual(applied);
  });

  test("that fails leaves the database as it was", async () => {
    const { url, db } = await createTestDatabase();
    const applied = await appliedTo(url);
    await expect(migratePostgres(url, await makeNextRelease(ADD_NOTE, "SELECT 1 / 0"))).rejects.toThrow("SELECT 1 / 0");
    expect(await appliedTo(url)).toEqual(applied);
    await expect(db.execute(sql`select note from containers`)).rejects.toThrow("select note");
  });

  test("does not make writers wait while it waits for a long query", async () => {
    const { url, db } = await createTestDatabase();
    const [reader, writer] = [await connect(url), await connect(url)];
    const write = () => writer.query("insert into rate_limits (key) values (gen_random_uuid())");
    await reader.query("begin; select count(*) from rate_limits");
    let isDone = false;
    const migrated = migratePostgres(url, await makeNextRelease("ALTER TABLE rate_limits ADD COLUMN note text")).then(
      () => (isDone = true),
    );
    // It tries every second, for a moment: each time that it has been seen to wait, a writer comes through.
    for (let round = 0; round < 3; round += 1) {
      await expect.poll(() => waitsForTable(db), { interval: 5 }).toBe(true);
      await write();
    }
    expect(isDone).toBe(false);
    await reader.query("commit");
    await migrated;
    expect(await administer(url, "select count(note)::int, count(*)::int as rows from rate_limits")).toEqual([
      { count: 0, rows: 3 },
    ]);
  });
});

/** True while a statement that changes a table of this database waits for it. */
async function waitsForTable(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and mode = 'AccessExclusiveLock' and not granted`);
  return rows.length > 0;
}

describe("a database from before the first release", () => {
  const ADVICE = /before release 3\.0\.0.*export them.*empty database in DATABASE_URL.*move the folder `database` out/;
  const journal = sql`select * from drizzle.__drizzle_migrations`;

  test("is refused with what to do, and nothing is changed in it", async () => {
    const url = await createEmptyDatabase();
    await administer(url, "create schema drizzle");
    await administer(url, "create table drizzle.__drizzle_migrations (id serial, hash text, created_at bigint)");
    await administer(url, "insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 1795170024754)");
    await administer(url, "create table containers (id text)");
    const tables = () =>
      administer(
        url,
        "select relname, relfilenode from pg_class where relnamespace >= 16384 or relname = 'containers'",
      );
    const before = await tables();
    await expect(migratePostgres(url)).rejects.toThrow(ADVICE);
    await expect(migratePostgres(url)).rejects.toThrow(RefusedDatabaseError);
    expect([await tables(), (await appliedTo(url)).length]).toEqual([before, 1]);
  });

  test("is refused as a tracking database, with the name of its own setting and no folder", async () => {
    const url = await createEmptyDatabase();
    await migratePostgres(url, trackingMigrations);
    await administer(url, "update drizzle.__tracking_migrations set created_at = 1");
    await expect(migratePostgres(url, trackingMigrations)).rejects.toThrow(
      /before release 3\.0\.0.*export them.*empty database in TRACKING_DATABASE_URL\.$/,
    );
  });

  test("is refused where it is embedded, nothing is changed in it, and it is closed before its folder is free to be moved", async () => {
    const root = await mkdtemp(path.join(tmpdir(), "unreleased-"));
    cleanUpLater(() => rm(root, { recursive: true }));
    const folder = path.join(root, "database");
    await copyEmbeddedTemplate(folder);
    const older = await connectEmbedded(folder);
    await older.db.execute(sql.raw(UNRELEASED));
    const { rows: before } = await older.db.execute(journal);
    await older.close();
    const opening = vi.spyOn(PGlite, "create");
    await expect(connectEmbedded(folder)).rejects.toThrow(ADVICE);
    const opened = await Promise.all(opening.mock.results.map(({ value }) => value));
    opening.mockRestore();
    expect(opened).toMatchObject([{ closed: true }]);
    const { db, close } = await connectEmbedded(folder, { migrate: false });
    expect((await db.execute(journal)).rows).toEqual(before);
    // Of the 128 MB that it takes by default, a trial uses next to nothing.
    expect((await db.execute(sql`show shared_buffers`)).rows).toEqual([{ shared_buffers: "16MB" }]);
    expect(await migrationState(db)).toMatchObject({ state: "unreleased", detail: expect.stringMatching(ADVICE) });
    await close();
  });
});
