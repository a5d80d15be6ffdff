import { pino } from "pino";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { type PostgresServer, startPostgres } from "../../testing/postgres.ts";
import type { TestApp } from "../../testing/app.ts";
import { connectPostgres } from "./connect.ts";
import { DEFAULT_POOL_SIZES } from "./pools.ts";
import { openReadReplica } from "./read-replica.ts";
import { administer } from "../../testing/database.ts";

export type Primary = Awaited<ReturnType<typeof startPrimary>>;

/** The address of the database `cloud` on a server. */
export const urlOf = (server: Pick<PostgresServer, "url">) => server.url.replace(/postgres$/, "cloud");

/** A Postgres server with an own database `cloud`, removed after the file's tests. */
export async function startPrimary() {
  const server = await startPostgres({ keepsCommits: true });
  cleanUpLater(server.stop);
  await administer(server.url, "create database cloud");
  const connection = await connectPostgres(urlOf(server), pino({ level: "silent" }));
  cleanUpLater(connection.close);
  return { server, connection };
}

/** A standby that streams from the primary, and the replica at it, or at `url`. `log` contains the replica's log. */
export async function startReplica(
  { server, connection }: Primary,
  { waitMs = 2_000, url }: { waitMs?: number; url?: string } = {},
) {
  const standby = await server.startStandby();
  cleanUpLater(standby.stop);
  const log: Record<string, unknown>[] = [];
  const replica = openReadReplica({
    url: url ?? urlOf(standby),
    primary: connection.pools.probes,
    sizes: DEFAULT_POOL_SIZES,
    waitMs,
    logger: pino({ level: "info" }, { write: (line) => void log.push(JSON.parse(line)) }),
    lookEveryMs: 50,
  });
  cleanUpLater(replica.close);
  return { replica, standby, log };
}

/** Counts the reads so far that may use the replica, by the database that served them. */
export async function countReplicaReads({ parts }: TestApp): Promise<Record<string, number>> {
  const found = parts.metrics.registry.getSingleMetric("cloud_replica_reads_total");
  const { values } = (await found?.get()) ?? { values: [] };
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels["where"]), value]));
}
