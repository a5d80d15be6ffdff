// Sends every list every filter of its query, alone and in pairs, on two years of data, and reads by EXPLAIN what each
// statement touched: no large table is scanned, and none is walked. A list or filter without a case here fails.
import { Client } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { openSession } from "../../src/people/auth/open-session.ts";
import { NO_ORIGIN } from "../../src/people/accounts/session-store.ts";
import { PLANNER_OPTIONS } from "../../src/platform/db/pools.ts";
import { createTestDatabase } from "../../src/testing/database.ts";
import { createTestApp } from "../../src/testing/app.ts";
import { findUserByEmail } from "../../src/people/accounts/user-store.ts";
import { planLists } from "./cases.ts";
import { findLargeTables, type LargeTables, type Reading, readingOf } from "./explain.ts";
import { listRoutes } from "./list-routes.ts";
import { openRecordedDatabase } from "../../src/testing/recorded-database.ts";
import { casesOf, type ListCase } from "./requests.ts";
import { seedLists } from "./seed.ts";

/** Minimum number of rows of a large table: reading all of it takes milliseconds. */
const LARGE_ROWS = 10_000;
/**
 * The most that one statement may read for a page of 51 or 201 rows, or for the facets of the 500 containers that were
 * active last and have a value that one in forty has; searched tables have twice the rows of a part.
 */
const MOST = {
  page: { rows: 15_000, pages: 6_000 },
  part: { rows: 50_000, pages: 50_000 },
  facets: { rows: 50_000, pages: 100_000 },
  search: { rows: 300_000, pages: 400_000 },
};

const { url } = await createTestDatabase();
const database = openRecordedDatabase(url);
const { app, parts } = await createTestApp({ connection: database.connection });
const nowMs = parts.nowMs();
const client = new Client({ connectionString: url, options: PLANNER_OPTIONS });
await client.connect();
await seedLists(url, { nowMs });
const plans = await planLists(client, nowMs);
const large: LargeTables = await findLargeTables(client, LARGE_ROWS);
const tokens = new Map<string, string>();

afterAll(async () => {
  await client.end();
  await database.connection.close();
});

test("sends a request for every list and every filter", () => {
  const sent = Object.entries(plans).map(([list, { filters }]) => ({ list, filters: Object.keys(filters).sort() }));
  const named = listRoutes.map(({ path: list, filters }) => ({ list, filters: Object.keys(filters).sort() }));
  expect(sent.sort(byList)).toEqual(named.sort(byList));
});

describe.each(Object.entries(plans))("%s", (list, plan) => {
  test("reads a bounded number of rows, whatever is asked for", async () => {
    const faults: string[] = [];
    let [most, pages] = [0, 0];
    const cases = casesOf(plan);
    for (const each of cases) {
      for (const { sql, reading } of await readingsOf(each)) {
        most = Math.max(most, reading.rows);
        pages = Math.max(pages, reading.pages);
        if (isTooMuch(reading, each))
          faults.push(
            `${each.person} ${each.url}\n${reading.rows} rows, ${reading.pages} pages\n${sql}\n${reading.plan}`,
          );
      }
    }
    console.log(`${list}: ${cases.length} requests, at most ${most} rows and ${pages} pages in one statement`);
    expect(faults.join("\n\n")).toBe("");
  });
});

/**
 * Two conditions that each fit many rows are held by no index: one is walked, or two are intersected, and only a scan
 * is a fault. A text that most rows hold may be found by a scan of the manifests or escalations.
 */
function isTooMuch({ scannedTables, rows, pages }: Reading, { conditions, reads }: ListCase): boolean {
  if (reads === "all") return false;
  const most = MOST[reads];
  const isScanned = reads !== "search" && scannedTables.length > 0;
  return isScanned || (conditions < 2 && (rows > most.rows || pages > most.pages));
}

async function readingsOf(asked: ListCase): Promise<{ sql: string; reading: Reading }[]> {
  const authorization = { Authorization: `Bearer ${await tokenOf(asked.person)}` };
  const sent = await database.record(async () => {
    const reply = await app.request(asked.url, { headers: authorization });
    expect([asked.url, reply.status, reply.status === 200 ? "" : await reply.text()]).toEqual([asked.url, 200, ""]);
  });
  const readings = [];
  for (const query of sent) readings.push({ sql: query.config.text, reading: await readingOf(client, query, large) });
  return readings;
}

async function tokenOf(person: string): Promise<string> {
  const known = tokens.get(person);
  if (known) return known;
  const email = person === "admin" ? "admin@localhost" : `${person}@example.com`;
  const user = await findUserByEmail(parts.db, email);
  if (!user) throw new Error(`the data has no account ${email}`);
  const token = await openSession(parts, parts.db, user, NO_ORIGIN);
  tokens.set(person, token);
  return token;
}

const byList = (one: { list: string }, other: { list: string }) => one.list.localeCompare(other.list);
