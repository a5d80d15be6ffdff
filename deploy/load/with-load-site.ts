import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startDurablePostgres } from "../../cloud/src/testing/postgres.ts";
import { query } from "../faults/query.ts";
import { type LoadSite, startLoadSite } from "./site.ts";

/**
 * Starts a site with this many cloud processes on a Postgres server that syncs every commit, runs `work` on it, and
 * stops both. Resolves with the result of `work`: true if all requirements were met; otherwise the cloud's logs are
 * kept.
 */
export async function withLoadSite(processes: number, work: (site: LoadSite) => Promise<boolean>): Promise<boolean> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "load-"));
  const postgres = await startDurablePostgres();
  const cores = os.cpus().length;
  console.log(`load average before: ${loadAverage()} on ${cores} cores, which Postgres, the cloud and the boxes share`);
  let passed = false;
  try {
    await query(postgres.url, "create database load");
    const site = await startLoadSite(folder, postgres.url.replace(/postgres$/, "load"), processes);
    passed = await work(site).finally(() => site.stop());
  } finally {
    await postgres.stop();
    if (passed) rmSync(folder, { recursive: true, force: true });
    else console.log(`the logs of the cloud stay in ${folder}`);
  }
  return passed;
}

export type Stored = { scans: number; events: number };

/** Counts the scans and the tracking events in the database. */
export async function countStored({ databaseUrl }: LoadSite): Promise<Stored> {
  const [stored] = await query<Stored>(
    databaseUrl,
    "select (select count(*)::int from scans) as scans, (select count(*)::int from tracking_events) as events",
  );
  return stored ?? { scans: 0, events: 0 };
}

export const loadAverage = (): string => (os.loadavg()[0] ?? Number.NaN).toFixed(1);

export function printOptions(given: Record<string, number>): void {
  const named = Object.entries(given).map(([name, value]) => `${name} ${value}`);
  console.log(named.join(", "));
}
