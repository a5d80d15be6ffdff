import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { processorMs } from "../bench/process-figures.ts";
import { query } from "../faults/query.ts";
import type { LoadSite } from "./site.ts";

/** Resources that a site has used since its start, and space that it occupies now. */
export type Usage = {
  /** Processor time of all processes of the cloud, in seconds. */
  cloudSeconds: number;
  postgresSeconds: number;
  walBytes: number;
  databaseBytes: number;
  pictureBytes: number;
};

/** Memory and file descriptors that one process of the cloud holds. */
export type Held = { residentBytes: number; descriptors: number };

export async function readUsage(site: LoadSite): Promise<Usage> {
  const metrics = await Promise.all(site.urls.map(readMetrics));
  const [database] = await query<{ pid: number; wal: string; size: string }>(
    site.databaseUrl,
    `select pg_backend_pid() as pid, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as wal,
       pg_database_size(current_database())::text as size`,
  );
  if (database === undefined) throw new Error("Postgres returned no row");
  return {
    cloudSeconds: metrics.reduce((sum, each) => sum + valueOf(each, "process_cpu_seconds_total"), 0),
    postgresSeconds: await readPostgresSeconds(site),
    walBytes: Number(database.wal),
    databaseBytes: Number(database.size),
    pictureBytes: sizeOf(path.join(site.folder, "data")),
  };
}

/** Reads the memory and file descriptors that each process of the cloud holds now. */
export async function readHeld(site: LoadSite): Promise<Held[]> {
  const metrics = await Promise.all(site.urls.map(readMetrics));
  return metrics.map((each) => ({
    residentBytes: valueOf(each, "process_resident_memory_bytes"),
    descriptors: valueOf(each, "process_open_fds"),
  }));
}

async function readMetrics(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}

function valueOf(metrics: string, name: string): number {
  const value = new RegExp(`^${name} (\\S+)$`, "m").exec(metrics)?.[1];
  if (value === undefined) throw new Error(`/metrics does not contain ${name}`);
  return Number(value);
}

/** Processor time of a Postgres server on this machine: of its processes, and of those that have ended. */
async function readPostgresSeconds({ databaseUrl }: LoadSite): Promise<number> {
  const sql = "select pg_read_file('postmaster.pid', 0, 20) as file";
  const [row] = await query<{ file: string }>(databaseUrl, sql);
  return processorMs(Number.parseInt(row?.file ?? "", 10)) / 1_000;
}

/** Bytes of the files in a folder. */
function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + sizeOfFile(path.join(parentPath, name)), 0);
}

const sizeOfFile = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
