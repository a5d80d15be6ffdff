import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { UNRELEASED } from "../../testing/next-release.ts";
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
    // A change that a newer release may make: older ones do not fill the column.
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

test("a start on a database from before the first release ends with one sentence that names what to do", async () => {
  const { url } = await createTestDatabase();
  await administer(url, UNRELEASED);
  const { child, output } = await startCloud({ DATABASE_URL: url, DATA_DIR: await createFolder() });
  const [code] = await once(child, "exit");
  expect([code, output().trim().split("\n").at(-1)]).toEqual([
    1,
    expect.stringMatching(/"msg":"The database was made by a version from before release 3\.0\.0.*nothing was changed/),
  ]);
  expect(output()).not.toMatch(/^\s+at /m);
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
      // The body of a function is ignored: only its existence counts.
      .replaceAll(/\$\$.*?\$\$/gs, "$$$$")
      .split(/--> statement-breakpoint|;\s*$/m)
      .map((statement) => statement.trim())
      .filter(Boolean),
  }));
const RAISE = /^UPDATE "drizzle"\."oldest_release" SET "migration" = (\d+)$/i;
/** Changes of existing tables that releases live with which do not know of them. */
const ADDITIONS = [
  /^CREATE (TABLE|UNLOGGED TABLE|EXTENSION|FUNCTION|TYPE|SEQUENCE|VIEW)\b/i,
  /^CREATE INDEX\b/i,
  /^ALTER TABLE \S+ ADD COLUMN (?!.*\bNOT NULL\b)/is,
  /^ALTER TABLE \S+ ADD COLUMN .*\bDEFAULT\b/is,
  /^DROP INDEX\b/i,
  /^LOCK TABLE\b/i,
  /^(CREATE STATISTICS|ANALYZE)\b/i,
  /^ALTER (TABLE|INDEX) \S+ ALTER COLUMN \S+ SET STATISTICS\b/i,
];

/** The statements of a migration that older releases may not live with. */
function changesOf({ statements }: Migration): string[] {
  const made = statements.flatMap(
    (one) => /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\S+)/i.exec(one)?.[1] ?? [],
  );
  return statements.filter(
    (one) =>
      !ADDITIONS.some((addition) => addition.test(one)) &&
      !RAISE.test(one) &&
      !made.some((table) => one.includes(` ${table}`)),
  );
}

const raiseOf = ({ statements }: Migration) =>
  statements
    .flatMap((one) => RAISE.exec(one)?.[1] ?? [])
    .map(Number)
    .at(-1);

function oldestReleaseOf(all: readonly Migration[]): number {
  return all.map((migration) => raiseOf(migration)).findLast((raised) => raised !== undefined) ?? 0;
}

describe("a migration", () => {
  test.each(migrations.filter(({ number }) => number > 0))(
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
