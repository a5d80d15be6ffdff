// What each list takes over its own statements run bare, on the same connection in the same run, on two years of data.
// Run: node cloud/bench/lists.bench.ts [scale of the data, 1 unless given]
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createApp } from "../src/app.ts";
import { openSession } from "../src/people/auth/open-session.ts";
import { NO_ORIGIN } from "../src/people/accounts/session-store.ts";
import { findUserByEmail } from "../src/people/accounts/user-store.ts";
import { type BenchDatabase, withPostgres } from "./database.ts";
import { planLists } from "./lists/cases.ts";
import { openRecordedDatabase } from "../src/testing/recorded-database.ts";
import { casesOf, type ListCase } from "./lists/requests.ts";
import { seedLists } from "./lists/seed.ts";
import { median } from "./median.ts";
import { createBenchParts } from "./parts.ts";

const ROUNDS = 21;
const MAX_RATIO = 2;

const scale = Number(process.argv[2] ?? 1);
const folder = await mkdtemp(path.join(tmpdir(), "bench-"));
try {
  await withPostgres(async (open) => compare(await open()));
} finally {
  await rm(folder, { recursive: true, force: true });
}

/**
 * Times each request in turns with the statements that it sends, so that whatever else the machine does falls on both.
 */
async function compare(database: BenchDatabase): Promise<void> {
  if (!("url" in database.jobSource)) throw new Error("this benchmark needs Postgres");
  const recorded = openRecordedDatabase(database.jobSource.url);
  const parts = await createBenchParts(
    { ...database, db: recorded.connection.db, pools: recorded.connection.pools },
    folder,
  );
  const nowMs = parts.nowMs();
  await seedLists(database.jobSource.url, { nowMs, scale });
  const app = createApp(parts);
  const ask = async ({ url, person }: ListCase): Promise<() => Promise<void>> => {
    const email = person === "admin" ? "admin@localhost" : `${person}@example.com`;
    const user = await findUserByEmail(parts.db, email);
    if (!user) throw new Error(`the data has no account ${email}`);
    const headers = { Authorization: `Bearer ${await openSession(parts, parts.db, user, NO_ORIGIN)}` };
    return async () => {
      const reply = await app.request(url, { headers });
      await reply.text();
      if (reply.status !== 200) throw new Error(`${url} was answered ${reply.status}`);
    };
  };
  console.log("route ms | bare ms | ratio | statements | request");
  const ratios: number[] = [];
  for (const plan of Object.values(await planLists(database.client, nowMs)))
    for (const request of sampleOf(casesOf(plan))) {
      const send = await ask(request);
      await send();
      const queries = await recorded.record(send);
      const bare = async () => {
        for (const { config, values } of queries) await recorded.pool.query(config, values);
      };
      const [route, own] = await medians(send, bare);
      ratios.push(route / own);
      const figures = [route.toFixed(2), own.toFixed(2), (route / own).toFixed(2), queries.length];
      console.log(`${figures.join(" | ")} | ${request.person} ${decodeURIComponent(request.url)}`);
    }
  await recorded.connection.close();
  const over = ratios.filter((ratio) => ratio > MAX_RATIO).length;
  console.log(
    `${ratios.length} requests: median ratio ${median(ratios).toFixed(2)}, greatest ${Math.max(...ratios).toFixed(2)}, ` +
      `${over} over ${MAX_RATIO} (at most ${MAX_RATIO} is asked for; medians of ${ROUNDS} rounds)`,
  );
}

/**
 * Each list without a filter and with each filter's values alone, by the first person and, where rights narrow it, the
 * busiest operator.
 */
function sampleOf(cases: ListCase[]): ListCase[] {
  const people = new Set(cases.map(({ person }) => person).slice(0, 1)).add("op1");
  return cases.filter(
    ({ person, url, conditions }) =>
      people.has(person) && conditions - (person === "op1" ? 1 : 0) <= 1 && !/limit=|cursor=/.test(url),
  );
}

async function medians(...sides: (() => Promise<void>)[]): Promise<[number, number]> {
  const times = sides.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [side, run] of sides.entries()) {
      const startedAt = performance.now();
      await run();
      times[side]?.push(performance.now() - startedAt);
    }
  const [first = 0, second = 0] = times.map(median);
  return [first, second];
}
