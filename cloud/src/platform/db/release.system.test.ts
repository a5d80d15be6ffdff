import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createEmptyDatabase, createFolder, startCloud } from "../../testing/processes.ts";
import { createTestApp } from "../../testing/app.ts";
import { administer, createTestDatabase } from "../../testing/database.ts";

const requireNewer = "update drizzle.oldest_release set migration = 9999";
const AWAY = { status: 503, body: { error: { code: "SERVICE_UNAVAILABLE" } } };

describe("a database that requires a newer release", () => {
  test("answers writes of an older one 503, never 500, and makes it unready with what to do", async () => {
    const connection = await createTestDatabase();
    const cloud = await createTestApp({ connection });
    const { scan } = edgeSender(cloud);
    const { authorization: headers } = await cloud.signIn("operator");
    const body = await scanBody();
    expect(await scan("MSKU1234565", body)).toMatchObject({ status: 200 });
    // What a newer release may do: older ones do not fill the column.
    await connection.db.execute(sql`alter table scans add column newer text not null default '-'`);
    await connection.db.execute(sql`alter table scans alter column newer drop default`);
    expect(await scan("MSKU1234565", body)).toMatchObject({ status: 500 });
    await connection.db.execute(requireNewer);
    const replies = [
      await scan("MSKU1234565", body),
      await scan("TCLU1234568", body),
      await cloud.send("POST", "/v1/containers", { headers, body: { containerNumber: "A 1" } }),
      await cloud.send("GET", "/v1/containers", { headers }),
    ];
    for (const reply of replies) {
      expect(reply).toMatchObject(AWAY);
      expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    const ready = await cloud.send("GET", "/ready");
    expect(ready).toMatchObject({ status: 503, body: { error: { code: "SERVICE_UNAVAILABLE" } } });
    expect(ready.body.error.message).toMatch(
      /too old for its database.*requires 9999.*Start a newer release; to return/,
    );
    expect(await cloud.send("GET", "/health")).toMatchObject({ status: 200 });
    expect((await cloud.app.request("/metrics")).status).not.toBe(503);
  });

  test("stops the work of a running process within moments, and refuses the start of another with one sentence", async () => {
    const databaseUrl = await createEmptyDatabase();
    const settings = { DATABASE_URL: databaseUrl };
    const running = await startCloud({ ...settings, DATA_DIR: await createFolder() });
    const base = await running.url();
    await administer(databaseUrl, requireNewer);
    await expect.poll(async () => (await fetch(`${base}/v1/openapi.json`)).status, { timeout: 120_000 }).toBe(503);
    await expect
      .poll(() => running.output(), { timeout: 120_000 })
      .toContain("refuses requests and stops its background work");
    const late = await startCloud({ ...settings, DATA_DIR: await createFolder() });
    const [code] = await once(late.child, "exit");
    expect([code, late.output().trim().split("\n").at(-1)]).toEqual([
      1,
      expect.stringMatching(/"msg":"This release is too old/),
    ]);
    expect(late.output()).not.toMatch(/^\s+at /m);
    expect(await running.stop()).toBe(0);
  });

  test("is, when new, of the release that its migrations name", async () => {
    const { db } = await createTestDatabase();
    const { rows } = await db.execute(sql`select migration from drizzle.oldest_release`);
    expect(rows).toEqual([{ migration: oldestReleaseOf(migrations) }]);
  });
});

type Migration = { number: number; statements: string[] };

const folder = path.resolve(import.meta.dirname, "../../../drizzle");
const migrations: Migration[] = readdirSync(folder)
  .filter((file) => file.endsWith(".sql"))
  .sort()
  .map((file) => ({
    number: Number.parseInt(file, 10),
    statements: readFileSync(path.join(folder, file), "utf8")
      .replaceAll(/^\s*--(?!>).*$/gm, "")
      // What a function does inside is its own: only its existence counts.
      .replaceAll(/\$\$.*?\$\$/gs, "$$$$")
      .split(/--> statement-breakpoint|;\s*$/m)
      .map((statement) => statement.trim())
      .filter(Boolean),
  }));
/** The migration that brought `oldest_release`, with its first value; what came before it is history. */
const FIRST = {
  number:
    migrations.find(({ statements }) => statements.some((one) => one.startsWith('CREATE TABLE "drizzle"')))?.number ??
    0,
  value: 12,
};

const RAISE = /^UPDATE "drizzle"\."oldest_release" SET "migration" = (\d+)$/i;
/** What releases that do not know of it live with, where it is about tables that existed before. */
const ADDITIONS = [
  /^CREATE (TABLE|UNLOGGED TABLE|EXTENSION|FUNCTION|TYPE|SEQUENCE|VIEW)\b/i,
  /^CREATE INDEX\b/i,
  /^ALTER TABLE \S+ ADD COLUMN (?!.*\bNOT NULL\b)/is,
  /^ALTER TABLE \S+ ADD COLUMN .*\bDEFAULT\b/is,
  /^DROP INDEX\b/i,
  /^LOCK TABLE\b/i,
  /^DROP FUNCTION "drizzle"\."partition_by_id"/i,
  /^(CREATE STATISTICS|ANALYZE)\b/i,
  /^ALTER (TABLE|INDEX) \S+ ALTER COLUMN \S+ SET STATISTICS\b/i,
  // They note in a table of their own what an older release has written, too.
  /^CREATE TRIGGER \S+_statistics(_change)? AFTER .* EXECUTE FUNCTION mark_statistics_of_\w+\(\)$/is,
  /^CREATE OR REPLACE FUNCTION mark_statistics_of_\w+\(\) /i,
  /^INSERT INTO "statistic_marks" /i,
];

/** Changes of existing tables that older releases live with, word by word: their statements name no key. */
const HARMLESS = new Set([
  'ALTER TABLE "tracking_events" DROP CONSTRAINT "tracking_events_pkey"',
  'ALTER TABLE "tracking_events" ADD PRIMARY KEY ("camera_id", "occurred_at", "device_id", "session_id", "event_id")',
  // Names, columns, keys and indexes stay.
  'SELECT "drizzle"."partition_by_id"(\'scans\')',
  'SELECT "drizzle"."partition_by_id"(\'audit_log\')',
  'SELECT "drizzle"."switch_receipts"("only_if_empty" => true)',
  // It notes in a table of its own what an older release has written, too.
  'CREATE TRIGGER "idempotency_receipts_mirror" AFTER INSERT OR DELETE ON "idempotency_receipts" FOR EACH ROW EXECUTE FUNCTION "drizzle"."mirror_receipt"()',
  // Older releases leave the new column null; all that is refused to them is to enable an erased account.
  'ALTER TABLE "users" ADD CONSTRAINT "users_erased_disabled" CHECK (erased_at is null or disabled_at is not null)',
]);

/**
 * Migration 47 fills its own columns, closes repeated alarms and keeps one of each open. What release 0041 writes does
 * the same to the tables after it as before: previous-writes.test.ts replays it. Migration 50 fills its own columns.
 */
const FILLS_NEW_COLUMNS =
  /^(UPDATE "\w+"( \w)? SET "(key_device_id|closed_at|compared_at|about_visit_ids)" =|CREATE UNIQUE INDEX "chain_breaks_)/;

/** The statements of a migration that older releases may not live with. */
function changesOf({ statements }: Migration): string[] {
  const made = statements.flatMap(
    (one) => /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\S+)/i.exec(one)?.[1] ?? [],
  );
  return statements.filter(
    (one) =>
      !ADDITIONS.some((addition) => addition.test(one)) &&
      !RAISE.test(one) &&
      !HARMLESS.has(one) &&
      !FILLS_NEW_COLUMNS.test(one) &&
      !made.some((table) => one.includes(` ${table}`)),
  );
}

const raiseOf = ({ statements }: Migration) =>
  statements
    .flatMap((one) => RAISE.exec(one)?.[1] ?? [])
    .map(Number)
    .at(-1);

function oldestReleaseOf(all: readonly Migration[]): number {
  return all.map((migration) => raiseOf(migration)).findLast((raised) => raised !== undefined) ?? FIRST.value;
}

describe("a migration", () => {
  test.each(migrations.filter(({ number }) => number > FIRST.number))(
    "$number only adds, or names the release that brings it the oldest that may run",
    (migration) => {
      const changes = changesOf(migration);
      const advice = `add: UPDATE "drizzle"."oldest_release" SET "migration" = ${migration.number};`;
      expect([changes.length === 0 || raiseOf(migration) === migration.number, advice, changes]).toEqual([
        true,
        advice,
        changes,
      ]);
      expect(raiseOf(migration) ?? migration.number).toBe(migration.number);
    },
  );

  test.each([
    ['ALTER TABLE "scans" DROP COLUMN "summary"', false],
    ['ALTER TABLE "scans" ADD COLUMN "visit_id" text NOT NULL', false],
    ['ALTER TABLE "scans" ALTER COLUMN "type" SET NOT NULL', false],
    ['ALTER TABLE "scans" RENAME COLUMN "type" TO "kind"', false],
    ['CREATE UNIQUE INDEX "scans_one" ON "scans" USING btree ("id")', false],
    ['UPDATE "scans" SET "type" = \'other\'', false],
    ['ALTER TABLE "scans" ADD COLUMN "note" text', true],
    ['ALTER TABLE "scans" ADD COLUMN "count" integer DEFAULT 0 NOT NULL', true],
    ['CREATE INDEX "scans_two" ON "scans" USING btree ("id")', true],
    ['ALTER INDEX "scans_two" ALTER COLUMN 1 SET STATISTICS 1000', true],
    ['ALTER INDEX "scans_two" RENAME TO "scans_three"', false],
  ])("%s only adds: %s", (statement, isAddition) => {
    expect(changesOf({ number: 1, statements: [statement] })).toEqual(isAddition ? [] : [statement]);
  });

  test("may do anything to a table that it makes", () => {
    const statements = [
      'CREATE TABLE "notes" ("id" text)',
      'CREATE UNIQUE INDEX "n" ON "notes" ("id")',
      'INSERT INTO "notes" VALUES (1)',
    ];
    expect(changesOf({ number: 1, statements })).toEqual([]);
  });
});
