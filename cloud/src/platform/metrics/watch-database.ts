import { Gauge } from "prom-client";
import type { Clock } from "../clock.ts";
import type { PoolState } from "../db/pools.ts";
import type { ReadReplica } from "../db/read-replica.ts";
import type { JobCount } from "../jobs/job-store.ts";
import { cacheReading } from "./cached-reading.ts";
import type { Metrics } from "./create-metrics.ts";
import { sampleGauge } from "./sampled-gauge.ts";

export type WatchedDatabase = {
  /**
   * Returns the states by the name of each pool; none for the embedded database, which has one connection.
   */
  poolStates: () => Record<string, PoolState>;
  /** Asks the tracking database; undefined where it is the main one. */
  lookAtTracking?: (() => Promise<{ ok: boolean }>) | undefined;
  /** Undefined without a read replica. */
  replica?: Pick<ReadReplica, "state" | "lagBytes"> | undefined;
  countJobs: () => Promise<JobCount[]>;
  nowMs: Clock;
};

/** Adds the connections and the job queue. While the database is unavailable, the queue's numbers are absent. */
export function watchDatabase(
  { registry }: Metrics,
  { poolStates, countJobs, lookAtTracking, replica, nowMs }: WatchedDatabase,
): void {
  const connections = new Gauge({
    name: "cloud_database_connections",
    help: "Connections of each pool (absent with the embedded database), and work that waits for one",
    labelNames: ["pool", "state"],
    registers: [],
    collect() {
      for (const [pool, states] of Object.entries(poolStates()))
        for (const [state, count] of Object.entries(states)) connections.set({ pool, state }, count);
    },
  });
  if (lookAtTracking) watchTracking(registry, cacheReading(lookAtTracking, nowMs));
  if (replica) watchReplica(registry, replica);
  const counts = cacheReading(countJobs, nowMs);
  const jobs = new Gauge({
    name: "cloud_jobs",
    help: "Jobs that are not done: created, retry, active, or failed permanently",
    labelNames: ["kind", "state"],
    registers: [],
    async collect() {
      jobs.reset();
      for (const { kind, state, jobs: count } of (await counts()) ?? []) jobs.set({ kind, state }, count);
    },
  });
  const ages = new Gauge({
    name: "cloud_jobs_oldest_age_seconds",
    help: "Age of the oldest job that is not done",
    labelNames: ["kind", "state"],
    registers: [],
    async collect() {
      ages.reset();
      for (const { kind, state, oldestSeconds } of (await counts()) ?? []) ages.set({ kind, state }, oldestSeconds);
    },
  });
  for (const metric of [connections, jobs, ages]) registry.registerMetric(metric);
}

function watchTracking(registry: Metrics["registry"], looked: () => Promise<{ ok: boolean } | undefined>): void {
  const name = "cloud_tracking_database_up";
  const help =
    "1 if the tracking database answered within 2 s and accepts writes, else 0; absent if it is the main one";
  sampleGauge(registry, name, help, async () => [{ value: (await looked())?.ok === true ? 1 : 0 }]);
}

function watchReplica(registry: Metrics["registry"], replica: Pick<ReadReplica, "state" | "lagBytes">): void {
  const help = "1 while reads use the read replica, 0 while they use the primary; absent without one";
  sampleGauge(registry, "cloud_read_replica_up", help, () => [{ value: replica.state().ok ? 1 : 0 }]);
  const lagHelp = "Bytes of the write-ahead log that the read replica had not replayed at the last look";
  sampleGauge(registry, "cloud_read_replica_lag_bytes", lagHelp, () => {
    const value = replica.lagBytes();
    return value === undefined ? [] : [{ value }];
  });
}
