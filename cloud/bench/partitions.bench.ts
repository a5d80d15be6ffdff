// What partitions cost readers and writers: the statements of lists and details on tables without partitions, with one
// (every site until it has ten million rows), and with eight, in turns, on the same two years of data.
// Run: node cloud/bench/partitions.bench.ts [scale of the data, 0.5 unless given]
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { idFloor } from "@container-inspection/shared-schemas/object-id";
import { createApp } from "../src/app.ts";
import { openRecordedDatabase, type RecordedDatabase, type SentQuery } from "../src/testing/recorded-database.ts";
import { openSession } from "../src/people/auth/open-session.ts";
import { NO_ORIGIN } from "../src/people/accounts/session-store.ts";
import { findUserByEmail } from "../src/people/accounts/user-store.ts";
import { prepareBounds, rangeTables } from "../src/platform/db/partitions/range-store.ts";
import { type BenchDatabase, withPostgres } from "./database.ts";
import { planLists } from "./lists/cases.ts";
import { casesOf, type ListCase } from "./lists/requests.ts";
import { seedLists } from "./lists/seed.ts";
import { createBenchParts } from "./parts.ts";

const ROUNDS = 15;
const YEARS_MS = 730 * 86_400_000;
const RECEIPTS = 200_000;
const layouts = ["none", "one", "eight"] as const;

const scale = Number(process.argv[2] ?? 0.5);
const nowMs = Date.now();
const folder = await mkdtemp(path.join(tmpdir(), "bench-"));
try {
  await withPostgres(async (open) => {
    const sides = [];
    for (const layout of layouts) sides.push(await prepare(await open(), layout));
    await compareReads(sides);
    await compareReceipts(sides);
    for (const { recorded } of sides) await recorded.connection.close();
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

type Side = {
  database: BenchDatabase;
  recorded: RecordedDatabase;
  /** Returns the statements that a request sends to the database. */
  statementsOf: (request: Pick<ListCase, "url" | "person">) => Promise<SentQuery[]>;
};

/** A seeded database whose tables have this many partitions. */
async function prepare(database: BenchDatabase, layout: (typeof layouts)[number]): Promise<Side> {
  if (!("url" in database.jobSource)) throw new Error("this benchmark needs Postgres");
  const { url } = database.jobSource;
  const recorded = openRecordedDatabase(url);
  const { db, pools } = recorded.connection;
  if (layout === "none") await removePartitions(database);
  if (layout === "eight") {
    const bounds = Array.from({ length: 7 }, (_, at) => idFloor(nowMs - Math.round((YEARS_MS * (7 - at)) / 8)));
    for (const table of rangeTables) await db.transaction((tx) => prepareBounds(tx, table, bounds));
  }
  const parts = await createBenchParts({ ...database, db, pools }, folder);
  await seedLists(url, { nowMs, scale });
  await database.client.query(
    `insert into idempotency_receipts (route, key, request_sha256, status, reply, created_at)
    select 'ingestCategoryScanV1', md5(n::text), md5(n::text), 200, jsonb_build_object('scanId', md5(n::text)), now() from generate_series(1, ${RECEIPTS}) n`,
  );
  await database.client.query("vacuum analyze idempotency_receipts");
  const app = createApp(parts);
  const tokens = new Map<string, string>();
  const tokenOf = async (person: string) => {
    const user = await findUserByEmail(db, person === "admin" ? "admin@localhost" : `${person}@example.com`);
    if (!user) throw new Error(`the data has no account ${person}`);
    return openSession(parts, db, user, NO_ORIGIN);
  };
  return {
    database,
    recorded,
    statementsOf: async ({ url: asked, person }) => {
      const token = tokens.get(person) ?? (await tokenOf(person));
      tokens.set(person, token);
      return recorded.record(async () => {
        const { status } = await app.request(asked, { headers: { Authorization: `Bearer ${token}` } });
        if (status !== 200) throw new Error(`${asked} answered ${status}`);
      });
    },
  };
}

/** The tables as they were before there were partitions; they are empty. */
async function removePartitions({ client }: BenchDatabase): Promise<void> {
  for (const table of rangeTables) {
    const { rows } = await client.query<{ statement: string }>(
      `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as statement
      from pg_constraint where contype = 'f' and conparentid = 0 and confrelid = $1::regclass`,
      [table],
    );
    await client.query(`alter table ${table} detach partition ${table}_1; drop table ${table} cascade`);
    await client.query(`alter table ${table}_1 rename to ${table}`);
    for (const { statement } of rows) await client.query(statement);
  }
  await client.query(`create table plain (like idempotency_receipts, primary key (route, key));
    drop table idempotency_receipts; alter table plain rename to idempotency_receipts`);
}

async function compareReads(sides: readonly Side[]): Promise<void> {
  const ratios: { one: number; eight: number }[] = [];
  console.log("without ms | one ms | eight ms | one of without | eight of without | request");
  const [first] = sides;
  if (!first) return;
  for (const request of await requestsOf(first)) {
    const queries: SentQuery[][] = [];
    for (const side of sides) queries.push(await side.statementsOf(request));
    if (!queries[0]?.some(({ config }) => /\b(scans|audit_log|idempotency_receipts)\b/.test(config.text))) continue;
    const run = sides.map(({ recorded }, at) => async () => {
      for (const { config, values } of queries[at] ?? []) await recorded.pool.query(config, values);
    });
    const [none = 0, one = 0, eight = 0] = await timesOf(run);
    ratios.push({ one: one / none, eight: eight / none });
    const figures = [none, one, eight, one / none, eight / none].map((figure) => figure.toFixed(2));
    console.log(`${figures.join(" | ")} | ${request.person} ${decodeURIComponent(request.url)}`);
  }
  for (const layout of ["one", "eight"] as const) {
    const sorted = ratios.map((ratio) => ratio[layout]).toSorted((left, right) => left - right);
    const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(2);
    console.log(
      `${sorted.length} requests, ${layout}: median ${at(0.5)}, nine of ten at most ${at(0.9)}, greatest ${at(1)}`,
    );
  }
}

/** Lists with and without each filter, and single containers and scans. */
async function requestsOf({ database: { client } }: Side): Promise<Pick<ListCase, "url" | "person">[]> {
  const lists = Object.values(await planLists(client, nowMs))
    .flatMap(casesOf)
    .filter(({ person, conditions, url }) => /^(admin|sup1)$/.test(person) && conditions <= 1 && !/limit=/.test(url));
  const { rows } = await client.query<{ scan: string; container: string }>(
    `select scans.id as scan, containers.id as container from scans join containers on containers.id = container_id
    where deleted_at is null order by scans.id offset (select count(*) from scans) / 3 limit 3`,
  );
  const details = rows.flatMap(({ scan, container }) =>
    ["", "/scans", `/scans/${scan}`, "/report"].map((rest) => ({
      person: "sup1",
      url: `/v1/containers/${container}${rest}`,
    })),
  );
  return [...details, ...lists];
}

/** Compares finding a receipt, and inserting a new one in its own transaction. */
async function compareReceipts(sides: readonly Side[]): Promise<void> {
  let next = 0;
  const found = await timesOf(
    sides.map(({ recorded: { pool } }) => async () => {
      for (let turn = 0; turn < 200; turn += 1)
        await pool.query({
          name: "find_receipt_of_bench",
          text: "select request_sha256, reply from idempotency_receipts where route = $1 and key = md5($2)",
          values: ["ingestCategoryScanV1", String(1 + ((turn * 7_919) % RECEIPTS))],
        });
    }),
  );
  const kept = await timesOf(
    sides.map(({ recorded: { pool } }) => async () => {
      for (let turn = 0; turn < 100; turn += 1)
        await pool.query({
          name: "keep_receipt_of_bench",
          text: `insert into idempotency_receipts (route, key, request_sha256, status, reply, created_at)
            values ('ingestCategoryScanV1', $1, 'x', 200, '{"scanId": "x"}', now()) on conflict do nothing`,
          values: [`new-${(next += 1)}`],
        });
    }),
  );
  const line = (what: string, [none = 0, one = 0]: number[]) =>
    console.log(
      `${what}: ${none.toFixed(1)} ms without partitions, ${one.toFixed(1)} ms with 16, ${(one / none).toFixed(2)}`,
    );
  line("200 receipts found", found);
  line("100 receipts kept", kept);
}

/** The lower quartile of each side's times, which other work on the machine disturbs less than the median. */
async function timesOf(sides: readonly (() => Promise<void>)[]): Promise<number[]> {
  const times = sides.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [side, run] of sides.entries()) {
      const startedAt = performance.now();
      await run();
      // The first round plans and fills caches.
      if (round > 0) times[side]?.push(performance.now() - startedAt);
    }
  return times.map((each) => each.toSorted((left, right) => left - right)[Math.floor(each.length / 4)] ?? 0);
}
