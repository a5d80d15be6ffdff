import { idFloor } from "@container-inspection/shared-schemas/object-id";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { cleanUpLater } from "../../../testing/clean-up.ts";
import type { Database } from "../database.ts";
import { createEmbeddedTestDatabase, createTestDatabase } from "../../../testing/database.ts";
import { keepPartitions } from "./keep-partitions.ts";
import { analyzeGrownTable, checkReferencesTo, closeFullPartition, prepareBounds, readBounds } from "./range-store.ts";

const DAY_MS = 86_400_000;
const nowMs = Date.parse("2026-11-26T12:00:00Z");
const idAt = (days: number, tail = "1") => idFloor(nowMs + days * DAY_MS) + tail.padStart(12, "0");
const keep = (db: Database, { atMs = nowMs, fullRows = 1 } = {}) =>
  keepPartitions({ db, logger: pino({ level: "silent" }), nowMs: () => atMs }, async () => true, { fullRows });

async function addContainer(db: Database): Promise<void> {
  const at = new Date(nowMs).toISOString();
  await db.execute(
    sql`insert into users (id, email, role, created_at, updated_at) values ('ann', 'a@b.c', 'operator', ${at}, ${at})`,
  );
  await db.execute(sql`insert into containers (id, container_number, number_key, number_check, status, owner_id, source, visit_id, created_at, updated_at)
    values ('box', 'E', 'E', 'not-iso6346', 'REGISTERED', 'ann', 'user', 'visit', ${at}, ${at})`);
  await db.execute(
    sql`insert into visits (id, container_id, number, opened_by, opened_at) values ('visit', 'box', 1, 'user', ${at})`,
  );
}

async function addScans(db: Database, ...ids: string[]): Promise<void> {
  for (const id of ids)
    await db.execute(sql`insert into scans (id, container_id, visit_id, type, source, status, detections, summary, timestamp, received_at)
      values (${id}, 'box', 'visit', 'category', 'edge', 'done', '[]', '[]', now(), now())`);
  await db.execute(sql`analyze scans`);
}

/** The scans in each partition, in order. */
async function scansByPartition(db: Database): Promise<Record<string, string[]>> {
  const { rows } = await db.execute<{ name: string; ids: string[] }>(
    sql`select tableoid::regclass::text as name, array_agg(id order by id) as ids from scans group by tableoid order by min(id)`,
  );
  return Object.fromEntries(rows.map(({ name, ids }) => [name, ids]));
}

async function explain(db: Database, statement: string): Promise<string> {
  const { rows } = await db.execute<{ "QUERY PLAN": string }>(sql.raw(`explain ${statement}`));
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

async function holdTable(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  cleanUpLater(() => client.end());
  await client.query("begin; select 1 from scans");
  return client;
}

describe.each([
  ["Postgres", createTestDatabase],
  ["the embedded database", createEmbeddedTestDatabase],
])("a full partition of scans in %s", (_name, open) => {
  test("is closed a week ahead, and later scans lie in the next one, with all that holds for the table", async () => {
    const { db } = await open();
    await addContainer(db);
    await addScans(db, idAt(-300), idAt(-1));
    const verdict = (scan: string) =>
      db.execute(sql`insert into detection_verdicts (scan_id, index, verdict, reviewer_id, reviewed_at)
        values (${scan}, 0, 'confirmed', 'ann', now())`);
    await verdict(idAt(-1));
    expect(await keep(db, { fullRows: 3 })).toEqual({ closed: [], isBusy: false });
    expect(await keep(db)).toMatchObject({ closed: ["scans"], isBusy: false });
    expect(await readBounds(db)).toMatchObject({ scans: [idFloor(nowMs + 7 * DAY_MS)], audit_log: [] });
    await addScans(db, idAt(0), idAt(6.9), idAt(7.1));
    expect(await scansByPartition(db)).toEqual({
      scans_1: [idAt(-300), idAt(-1), idAt(0), idAt(6.9)],
      scans_2: [idAt(7.1)],
    });
    // A key, a foreign key in both directions and the triggers hold in both partitions.
    await expect(addScans(db, idAt(7.1))).rejects.toMatchObject({ cause: { code: "23505" } });
    await verdict(idAt(7.1));
    await expect(verdict(idAt(1))).rejects.toMatchObject({ cause: { code: "23503" } });
    await expect(db.execute(sql`delete from visits`)).rejects.toMatchObject({ cause: { code: "23503" } });
    await db.execute(sql`delete from statistic_marks`);
    await db.execute(sql`delete from scans where id in (${idAt(-1)}, ${idAt(7.1)})`);
    expect((await db.execute(sql`select 1 from detection_verdicts`)).rows).toEqual([]);
    expect((await db.execute(sql`select 1 from statistic_marks`)).rows).not.toEqual([]);
  });

  test("is one of many, of which a scan by its id and the newest scans read one", async () => {
    const { db } = await open();
    await addContainer(db);
    for (const years of [1, 2, 3]) {
      await addScans(db, idAt((years - 4) * 365));
      await closeFullPartition(db, "scans", {
        nowMs: nowMs + (years - 4) * 365 * DAY_MS,
        fullRows: years === 1 ? 1 : 0,
      });
    }
    await addScans(db, idAt(0));
    expect(Object.keys(await scansByPartition(db))).toEqual(["scans_1", "scans_2", "scans_3", "scans_4"]);
    const one = await explain(db, `select * from scans where id = '${idAt(-365)}'`);
    expect([one.includes("scans_3"), /scans_[124]/.test(one)]).toEqual([true, false]);
    await db.execute(sql`set enable_seqscan = off`);
    const newest = await explain(db, "select * from scans where container_id = 'box' order by id desc limit 1");
    // One after the other, from the newest: no partition is read before it is needed.
    expect(newest).toMatch(/Append[^]*scans_4[^]*scans_3[^]*scans_2[^]*scans_1/);
    expect(newest).not.toMatch(/Merge Append|Sort/);
  });
});

describe("the partitions of a table", () => {
  test("have the statistics that the planner needs for the audit log", async () => {
    const { db } = await createTestDatabase();
    await db.execute(sql`insert into audit_log (id, at, actor_type, actor_name, action, subject_type, subject_id)
      values (${idAt(0)}, now(), 'user', 'ann', 'scan.record', 'scan', 'x')`);
    await db.execute(sql`analyze audit_log`);
    expect(await keep(db)).toMatchObject({ closed: ["audit_log"] });
    const { rows } = await db.execute<{ name: string; columns: string }>(
      sql`select stxname as name, stxrelid::regclass::text as table, stxkind::text as kinds from pg_statistic_ext order by 1`,
    );
    expect(rows.filter(({ name }) => name.startsWith("audit_log"))).toEqual([
      { name: "audit_log_1_kinds", table: "audit_log_1", kinds: "{m}" },
      { name: "audit_log_2_kinds", table: "audit_log_2", kinds: "{m}" },
      { name: "audit_log_kinds", table: "audit_log", kinds: "{m}" },
    ]);
  });

  test("wait for a reader that holds the table, and continue from there in another process", async () => {
    const { db, url } = await createTestDatabase();
    await addContainer(db);
    await addScans(db, idAt(0));
    const reader = await holdTable(url);
    expect(await keep(db)).toMatchObject({ closed: [], isBusy: true });
    await reader.query("commit");
    // A process that ended after it had begun.
    await db.execute(
      sql`alter table scans_1 add constraint closing check (id < ${sql.raw(`'${idFloor(nowMs + DAY_MS)}'`)}) not valid`,
    );
    const other = await holdTable(url);
    // The rows are checked beside the reader, and only the last step waits.
    expect(await keep(db)).toMatchObject({ closed: [], isBusy: true });
    const { rows } = await db.execute(sql`select convalidated as valid from pg_constraint where conname = 'closing'`);
    expect(rows).toEqual([{ valid: true }]);
    await other.query("commit");
    // Even if the time of the new bound has passed since.
    expect(await keep(db, { atMs: nowMs + 30 * DAY_MS, fullRows: 1_000 })).toMatchObject({ closed: ["scans"] });
    expect(await readBounds(db)).toMatchObject({ scans: [idFloor(nowMs + DAY_MS)] });
    await addScans(db, idAt(30));
    expect(await scansByPartition(db)).toEqual({ scans_1: [idAt(0)], scans_2: [idAt(30)] });
  });

  test("are closed by one of several processes at once", async () => {
    const { db } = await createTestDatabase();
    await addContainer(db);
    await addScans(db, idAt(0));
    await Promise.all([1, 2, 3].map(() => keep(db).catch(() => {})));
    while ((await keep(db, { fullRows: 1_000 })).isBusy);
    expect(await readBounds(db)).toMatchObject({ scans: [idFloor(nowMs + 7 * DAY_MS)] });
  });

  test("stay open while an id of a wrong clock lies ahead, and take it", async () => {
    const { db } = await createTestDatabase();
    await addContainer(db);
    await addScans(db, idAt(0), idAt(9_000));
    expect(await closeFullPartition(db, "scans", { nowMs, fullRows: 1 })).toBe("ahead");
    expect(await scansByPartition(db)).toEqual({ scans_1: [idAt(0), idAt(9_000)] });
  });

  test("are counted as a whole when a tenth of their rows is new", async () => {
    const { db } = await createTestDatabase();
    const add = async (rows: number) => {
      await db.execute(sql`insert into audit_log (id, at, actor_type, actor_name, action, subject_type, subject_id)
        select gen_random_uuid(), now(), 'user', 'ann', 'scan.record', 'scan', 'x' from generate_series(1, ${rows}::int)`);
      await db.execute(sql`analyze audit_log_1`);
      return analyzeGrownTable(db, "audit_log");
    };
    expect([await add(500), await add(20_000), await add(2_000), await add(2_000)]).toEqual([false, true, false, true]);
    const { rows } = await db.execute(sql`select 1 from pg_stats where tablename = 'audit_log' and inherited`);
    expect(rows).not.toEqual([]);
  });

  test("leave no foreign key that only holds for new rows", async () => {
    const { db } = await createTestDatabase();
    await addContainer(db);
    await addScans(db, idAt(0));
    const unchecked = async () => {
      const { rows } = await db.execute(
        sql`select conname from pg_constraint where not convalidated and conparentid = 0 and contype = 'f'`,
      );
      return rows.length;
    };
    await closeFullPartition(db, "scans", { nowMs, fullRows: 1 });
    expect(await unchecked()).toBeGreaterThan(0);
    expect([await checkReferencesTo(db, "scans"), await unchecked()]).toEqual(["done", 0]);
  });

  test("are those of a backup after a restore", async () => {
    const { db } = await createTestDatabase();
    await addContainer(db);
    const bounds = [-300, -200, -100].map((days) => idFloor(nowMs + days * DAY_MS));
    await db.transaction((tx) => prepareBounds(tx, "scans", bounds));
    // Again, or into a database that has some of them: no partition is divided.
    await db.transaction((tx) => prepareBounds(tx, "scans", [idFloor(nowMs - 250 * DAY_MS), ...bounds]));
    expect(await readBounds(db)).toMatchObject({ scans: bounds });
    await addScans(db, idAt(-301), idAt(-150), idAt(0));
    expect(await scansByPartition(db)).toEqual({ scans_1: [idAt(-301)], scans_3: [idAt(-150)], scans_4: [idAt(0)] });
  });
});
