import { Client, Pool } from "pg";
import { expect, test, vi } from "vitest";
import { createTestApp } from "../../../testing/app.ts";
import { JSON_LINES, manifestImporter } from "./testing.ts";

const cloud = await createTestApp();
const { imported } = manifestImporter(cloud, await cloud.signIn("operator"));

/** The connections that requests of people have used: what runs beside them in the background does not count. */
const ofPeople = new WeakSet<Client>();
const pool: unknown = Reflect.get(cloud.parts.pools.people, "$client");
if (!(pool instanceof Pool)) throw new Error("this test needs Postgres");
pool.on("acquire", (client: Client) => ofPeople.add(client));

/** Counts what transactions send while something happens: statements, and the waits for their answers. */
async function countTraffic(work: () => Promise<unknown>) {
  const traffic = { statements: 0, roundTrips: 0 };
  const underway = new Map<Client, number>();
  // oxlint-disable-next-line typescript/unbound-method -- called with its client below
  const { query } = Client.prototype;
  const spy = vi.spyOn(Client.prototype, "query").mockImplementation(function count(this: Client, ...args: unknown[]) {
    // A statement without a transaction is given a function to call instead.
    if (!ofPeople.has(this) || args.some((arg) => typeof arg === "function")) return Reflect.apply(query, this, args);
    const open = underway.get(this) ?? 0;
    traffic.statements += 1;
    if (open === 0) traffic.roundTrips += 1;
    underway.set(this, open + 1);
    const answered: Promise<unknown> = Reflect.apply(query, this, args);
    return answered.finally(() => underway.set(this, (underway.get(this) ?? 1) - 1));
  });
  await work();
  spy.mockRestore();
  return traffic;
}

/** Returns the cost of each manifest of a file, excluding that of the request itself. */
async function costOf(rows: readonly object[]) {
  const file = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  const [none, all] = [
    await countTraffic(() => imported("", JSON_LINES)),
    await countTraffic(() => imported(file, JSON_LINES)),
  ];
  return {
    statements: (all.statements - none.statements) / rows.length,
    roundTrips: (all.roundTrips - none.roundTrips) / rows.length,
  };
}

const rows = Array.from({ length: 10 }, (_, index) => ({ billOfLading: "COST", containerNumber: `COST ${index}` }));

test("a manifest of a file costs few round trips to the database, made, unchanged or changed", async () => {
  expect(await costOf(rows)).toEqual({ statements: 9, roundTrips: 5 });
  expect(await costOf(rows)).toEqual({ statements: 9, roundTrips: 5 });
  // A change also looks for ended visits that hold the manifest, which are judged again.
  expect(await costOf(rows.map((row) => ({ ...row, vessel: { name: "Ever" } })))).toEqual({ statements: 13, roundTrips: 8 }); // prettier-ignore
});
