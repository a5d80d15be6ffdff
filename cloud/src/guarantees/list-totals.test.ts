// The total of a list is the number of entries on all its pages, for this user and these filters; above 10,000 it is
// the estimate of the database, and stated as one.
import { Client } from "pg";
import { expect, test } from "vitest";
import { oldIdOf } from "../../bench/lists/cases.ts";
import { seedLists } from "../../bench/lists/seed.ts";
import { countFacets } from "../inspection/containers/facet-store.ts";
import { NO_ORIGIN } from "../people/accounts/session-store.ts";
import { findUserByEmail } from "../people/accounts/user-store.ts";
import { openSession } from "../people/auth/open-session.ts";
import { countRows } from "../platform/db/count-rows.ts";
import { auditLog } from "../platform/db/tables.ts";
import { cleanUpLater } from "../testing/clean-up.ts";
import { createTestApp } from "../testing/app.ts";
import { createTestDatabase } from "../testing/database.ts";

const connection = await createTestDatabase();
const { app, parts } = await createTestApp({ connection });
await seedLists(connection.url, { nowMs: parts.nowMs(), scale: 0.004 });
const client = new Client({ connectionString: connection.url });
await client.connect();
cleanUpLater(() => client.end());

async function read(person: string, path: string) {
  const email = person === "admin" ? "admin@localhost" : `${person}@example.com`;
  const user = await findUserByEmail(parts.db, email);
  const token = await openSession(parts, parts.db, user ?? { id: "", email, role: "operator" }, NO_ORIGIN);
  const reply = await app.request(`/v1${path}`, { headers: { Authorization: `Bearer ${token}` } });
  expect(reply.status).toBe(200);
  return JSON.parse(await reply.text()).data;
}

async function entriesOf(person: string, path: string): Promise<number> {
  let entries = 0;
  for (let cursor: string | null = ""; cursor !== null;) {
    const { items, nextCursor } = await read(person, `${path}&limit=200${cursor && `&cursor=${cursor}`}`);
    entries += items.length;
    cursor = nextCursor;
  }
  return entries;
}

test.each([
  ["sup1", "/manifests?"],
  ["sup1", "/manifests?attached=true"],
  ["sup1", "/manifests?attached=false"],
  ["op1", "/manifests?"],
  ["op1", "/manifests?attached=false&status=VALIDATED"],
  ["op300", "/manifests?q=MSKU"],
  ["op-none", "/manifests?"],
  ["sup1", "/escalations?state=RESOLVED"],
  ["sup1", `/escalations?claimedById=${oldIdOf("sup20")}`],
  ["admin", "/admin/audit-log?"],
  ["admin", "/admin/audit-log?actor=user&action=manifest."],
  ["admin", "/admin/audit-log?actor=op-old@example.com"],
  ["admin", "/admin/audit-log?action=nothing."],
  ["admin", "/admin/edge-devices?state=silent"],
])("%s sees as many entries of %s as its total states, on any page", async (person, path) => {
  const { total, nextCursor } = await read(person, `${path}&total=true&limit=5`);
  expect(total).toEqual({ count: await entriesOf(person, path), isExact: true });
  const next = nextCursor === null ? "" : `&cursor=${nextCursor}`;
  expect((await read(person, `${path}&total=true${next}`)).total).toEqual(total);
  expect(await read(person, path)).not.toHaveProperty("total");
});

test.each([
  ["sup1", ""],
  ["sup1", "status=SCANNED"],
  ["sup1", "search=coffee"],
  ["op1", ""],
  ["op1", "laneId=lane-5"],
  ["op-none", ""],
])("the total of the facets of %s with %s is that of the list", async (person, query) => {
  const { total, facets } = await read(person, `/containers/facets?${query}`);
  expect(total).toEqual({ count: await entriesOf(person, `/containers?${query}`), isExact: true });
  for (const { value, count, isExact } of facets.status) {
    const others = query.replace("status=SCANNED", "");
    expect([count, isExact]).toEqual([await entriesOf(person, `/containers?${others}&status=${value}`), undefined]);
  }
});

test("values that were counted among the last 500 containers are not stated as exact", async () => {
  const { total, isComplete, facets } = await read("sup1", "/containers/facets?");
  expect([total.count > 500, isComplete]).toEqual([true, false]);
  expect(facets.class).toEqual([{ value: "carton", name: null, count: 500, isExact: false }]);
});

test("above the most that are counted, all numbers of containers are estimates or the least there are", async () => {
  const found = await countFacets(parts.db, { ownerIds: [] }, { limit: 50, mostCounted: 100 });
  expect(found.total).toEqual({ count: 790, isExact: false });
  expect(new Set(found.values.map(({ isExact }) => isExact))).toEqual(new Set([false]));
  const owned = await countFacets(parts.db, { ownerIds: [oldIdOf("op-old")] }, { limit: 50, mostCounted: 100 });
  expect(owned.total.count).toBeLessThan(50);
});

test("a list of more than 10,000 has an estimate of two digits, and no user another's", async () => {
  const before = (await read("op1", "/manifests?total=true")).total;
  await client.query(`insert into manifests (id, status, created_by_id, created_at, updated_at)
    select lpad(to_hex(n), 24, '0'), 'DRAFT', '${oldIdOf("sup2")}', now(), now() from generate_series(1, 12000) n`);
  await client.query("analyze manifests");
  expect((await read("sup1", "/manifests?total=true")).total).toEqual({ count: 12_000, isExact: false });
  expect((await read("sup1", "/manifests?total=true&attached=false")).total).toBeUndefined();
  expect((await read("op1", "/manifests?total=true")).total).toEqual(before);
  expect((await read("sup1", "/manifests?total=true&q=MSKU")).total.isExact).toBe(true);
});

test("a count that would cost too much is an estimate, too", async () => {
  const rows = (limit: number) => parts.db.select().from(auditLog).limit(limit);
  const exact = await countRows(parts.db, rows);
  expect(exact).toEqual({ count: await entriesOf("admin", "/admin/audit-log?"), isExact: true });
  const estimated = await countRows(parts.db, rows, { maxCost: 1 });
  expect(estimated).toEqual({ count: Number(exact.count.toPrecision(2)), isExact: false });
});
