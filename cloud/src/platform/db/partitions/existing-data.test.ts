import { sql } from "drizzle-orm";
import { Client } from "pg";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { cleanUpLater } from "../../../testing/clean-up.ts";
import { createTestApp } from "../../../testing/app.ts";
import { deleteShortReceipts } from "../../../operations/retention/expired-row-store.ts";
import type { Database } from "../database.ts";
import { migratePostgres } from "../migrate.ts";
import { keepPartitions } from "./keep-partitions.ts";
import { copyReceipts, mustCopyReceipts, restartReceiptCopy } from "./receipt-copy-store.ts";
import { createDatabaseOfRelease } from "./testing.ts";

const always = async () => true;
const parts = (db: Database) => ({ db, logger: pino({ level: "silent" }), nowMs: Date.now });

/** How many rows each table has, and how many of them lie in which kind of table. */
async function countRows(db: Database) {
  const { rows } = await db.execute<{ table: string; rows: number; kind: string }>(sql`
    select 'scans' as table, count(*)::int as rows, (select relkind from pg_class where oid = 'scans'::regclass) as kind from scans
    union all select 'audit_log', count(*)::int, (select relkind from pg_class where oid = 'audit_log'::regclass) from audit_log
    union all select 'idempotency_receipts', count(*)::int, (select relkind from pg_class where oid = 'idempotency_receipts'::regclass)
    from idempotency_receipts`);
  return Object.fromEntries(rows.map(({ table, ...count }) => [table, count]));
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  cleanUpLater(() => client.end());
  return client;
}

/** True while a statement that changes a table of this database waits for it. */
async function waitsForTable(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and mode = 'AccessExclusiveLock' and not granted`);
  return rows.length > 0;
}

/** Writes as release 0041 does, with statements that it prepared before the migration, until it has to stop. */
function startWriter(client: Client, writer = 0) {
  const stopping = new AbortController();
  const written: string[] = [];
  const run = async () => {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const id = Date.now().toString(16).padStart(12, "0") + `${writer}${String(n).padStart(11, "0")}`;
      const touch = () => client.query("update containers set updated_at = now() where id = 'box'");
      await client.query("begin");
      // A gate writes at its pace; without a pause, three writers leave the migration hardly any of two cores.
      await client.query("select pg_sleep(0.01)");
      // Writers take their locks in either order.
      if (writer % 2 === 0) await touch();
      await client.query({
        name: "scan",
        text: `insert into scans (id, container_id, visit_id, type, source, status, detections, summary, timestamp, received_at)
          values ($1, 'box', 'visit', 'category', 'edge', 'done', '[]', '[]', now(), now())`,
        values: [id],
      });
      await client.query({
        name: "audit",
        text: "insert into audit_log (id, at, actor_type, actor_name, action, subject_type, subject_id) values ($1, now(), 'user', 'ann', 'scan.record', 'scan', $1)",
        values: [id],
      });
      const { rowCount } = await client.query({
        name: "receipt",
        text: `insert into idempotency_receipts (route, key, request_sha256, status, reply, created_at)
          values ('ingestCategoryScanV1', $1, 'x', 200, '{}', now()) on conflict do nothing returning key`,
        values: [id],
      });
      if (writer % 2 === 1) await touch();
      await client.query("commit");
      if (rowCount !== 1) throw new Error(`the receipt of ${id} was there before`);
      const found = await client.query({
        name: "find",
        text: "select request_sha256, reply from idempotency_receipts where route = $1 and key = $2",
        values: ["ingestCategoryScanV1", written.at(-1) ?? "k1"],
      });
      if (found.rowCount !== 1) throw new Error(`the receipt of ${written.at(-1)} is lost`);
      written.push(id);
    }
  };
  const running = run();
  return {
    written,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

describe("a database that already holds data", () => {
  test("is partitioned while the previous release writes to it: nothing is lost, doubled or refused", async () => {
    const { db, url } = await createDatabaseOfRelease(41, 3_000);
    const writers = await Promise.all([1, 2, 3].map(async (writer) => startWriter(await connect(url), writer)));
    const wrote = (more: number) => {
      const before = writers.map(({ written }) => written.length);
      return expect.poll(() => writers.every(({ written }, at) => written.length > before[at]! + more)).toBe(true);
    };
    await wrote(5);
    await migratePostgres(url);
    await wrote(5);
    expect(await mustCopyReceipts(db)).toBe(true);
    // Two processes at once: a running one, and `migrate`.
    const kept = await Promise.all([0, 1].map(() => keepPartitions(parts(db), always, { batchRows: 200 })));
    while ((await keepPartitions(parts(db), always)).isBusy) await wrote(0);
    await wrote(5);
    for (const writer of writers) await writer.stop();
    const written = writers.flatMap((writer) => writer.written);
    expect(await countRows(db)).toEqual({
      scans: { rows: 3_000 + written.length, kind: "p" },
      audit_log: { rows: 3_000 + written.length, kind: "p" },
      idempotency_receipts: { rows: 6_000 + written.length, kind: "p" },
    });
    expect(kept.reduce((sum, { copiedReceipts }) => sum + copiedReceipts, 0)).toBeGreaterThanOrEqual(6_000);
    const keys = await db.execute<{ key: string }>(sql`select key from idempotency_receipts where length(key) = 24`);
    expect(keys.rows.map(({ key }) => key).sort()).toEqual(written.sort());
    const { rows: used } = await db.execute(sql`select 1 from idempotency_receipts group by tableoid`);
    expect(used).toHaveLength(16);
  });

  test("keeps its foreign keys, indexes, triggers and rights, under their names", async () => {
    const { db, url } = await createDatabaseOfRelease(44, 50);
    const client = await connect(url);
    await client.query("grant select on scans, audit_log, idempotency_receipts to pg_monitor");
    const describeTables = async () => {
      const { rows } = await db.execute<{ what: string }>(sql`
        select pg_get_indexdef(indexrelid) as what from pg_index
          where indrelid in ('scans'::regclass, 'audit_log'::regclass, 'idempotency_receipts'::regclass)
        union all select conrelid::regclass || ' ' || conname || pg_get_constraintdef(oid) from pg_constraint
          where contype = 'f' and conparentid = 0 and 'scans'::regclass in (conrelid, confrelid)
        union all select pg_get_triggerdef(oid) from pg_trigger where tgrelid = 'scans'::regclass and not tgisinternal
        union all select pg_get_statisticsobjdef(oid) from pg_statistic_ext where stxrelid = 'audit_log'::regclass
        union all select relname || relacl::text from pg_class where relname in ('scans', 'audit_log', 'idempotency_receipts')`);
      return rows.map(({ what }) => what.replace(" ON ONLY ", " ON ").replaceAll(/[()]/g, "")).sort();
    };
    const before = await describeTables();
    await migratePostgres(url);
    expect(await keepPartitions(parts(db), always)).toMatchObject({ copiedReceipts: 100, isBusy: false });
    // Later releases add indexes of their own.
    expect(await describeTables()).toEqual(expect.arrayContaining(before));
    expect(before.length).toBeGreaterThan(25);
    const wrong = "insert into detection_verdicts values ('none', 0, 'confirmed', null, null, 'ann', now())";
    await expect(client.query(wrong)).rejects.toMatchObject({ code: "23503" });
    const deleted = "delete from scans where id = (select max(id) from scans)";
    expect(await client.query(deleted)).toMatchObject({ rowCount: 1 });
    expect((await client.query("select 1 from detection_verdicts")).rowCount).toBe(49);
  });

  test("is copied in steps that end when the process stops, and go on in the next one", async () => {
    const { db, url } = await createDatabaseOfRelease(41, 300);
    await migratePostgres(url);
    let steps = 0;
    const mayGoOn = async () => (steps += 1) <= 2;
    expect(await copyReceipts(db, { mayGoOn, batchRows: 100 })).toEqual({ copied: 200, state: "left" });
    // The previous release deletes expired ones meanwhile: copied and not yet copied.
    await db.execute(sql`delete from idempotency_receipts where ctid in (
      select ctid from idempotency_receipts where key in ('k1', 'k299'))`);
    expect(await copyReceipts(db, { mayGoOn: always, batchRows: 100 })).toMatchObject({ state: "done" });
    expect(await countRows(db)).toMatchObject({ idempotency_receipts: { rows: 596, kind: "p" } });
  });

  test("is copied from the beginning when a restore has replaced the receipts meanwhile", async () => {
    const { db, url } = await createDatabaseOfRelease(41, 300);
    await migratePostgres(url);
    let steps = 0;
    await copyReceipts(db, { mayGoOn: async () => (steps += 1) <= 2, batchRows: 100 });
    await db.transaction(async (tx) => {
      // As a restore does: without triggers.
      await tx.execute(sql`alter table idempotency_receipts disable trigger user`);
      await tx.execute(sql`truncate idempotency_receipts`);
      await tx.execute(sql`insert into idempotency_receipts (route, key, request_sha256, status, reply, created_at)
        values ('ingestCategoryScanV1', 'a', 'x', 200, '{}', now()), ('ingestCategoryScanV1', 'k7', 'other', 200, '{}', now())`);
      await tx.execute(sql`alter table idempotency_receipts enable trigger user`);
      await restartReceiptCopy(tx);
    });
    expect(await copyReceipts(db, { mayGoOn: always })).toMatchObject({ state: "done" });
    const { rows } = await db.execute(sql`select key, request_sha256 as sha from idempotency_receipts order by key`);
    expect(rows).toEqual([
      { key: "a", sha: "x" },
      { key: "k7", sha: "other" },
    ]);
  });

  test("is not locked by a migration that waits for a long query", async () => {
    const { db, url } = await createDatabaseOfRelease(41, 10);
    const [reader, writer] = [await connect(url), startWriter(await connect(url))];
    await reader.query("begin; select count(*) from scans");
    let isDone = false;
    const migrated = migratePostgres(url).then(() => (isDone = true));
    // It tries every second, for a moment: whenever it has been seen to wait, the writer goes on.
    for (let round = 0; round < 3; round += 1) {
      await expect.poll(() => waitsForTable(db), { interval: 5 }).toBe(true);
      const before = writer.written.length;
      await expect.poll(() => writer.written.length).toBeGreaterThan(before + 5);
    }
    expect(isDone).toBe(false);
    await reader.query("commit");
    await migrated;
    await writer.stop();
    expect(await countRows(db)).toMatchObject({ scans: { rows: 10 + writer.written.length, kind: "p" } });
  });
});

describe("receipts in partitions", () => {
  test("are not deleted by their places, as the previous release would, and are by this one", async () => {
    const { parts: own } = await createTestApp();
    const { db } = own;
    await db.execute(sql`insert into idempotency_receipts (route, key, request_sha256, status, reply, created_at)
      select route, 'k' || n, 'x', 200, '{}', '2020-01-01'
      from generate_series(1, 500) n, unnest(array['ingestCategoryScanV1', 'recordHeartbeatV1']) route`);
    // The statement of release 0044.
    await db.execute(sql`with removed as (
      delete from idempotency_receipts where ctid in (
        select ctid from idempotency_receipts where route in ('recordHeartbeatV1') and created_at < now() limit 5000) returning 1
      ) select count(*)::int as deleted from removed`);
    expect(await countRows(db)).toMatchObject({ idempotency_receipts: { rows: 1_000 } });
    expect(await deleteShortReceipts(db, new Date("2021-01-01"), always)).toBe(500);
    const { rows } = await db.execute(sql`select distinct route from idempotency_receipts`);
    expect(rows).toEqual([{ route: "ingestCategoryScanV1" }]);
  });
});
