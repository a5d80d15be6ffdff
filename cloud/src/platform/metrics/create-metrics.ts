import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import { createRequestMetrics } from "./request-metrics.ts";

/** Counters and measurements of this process, as Prometheus reads them. */
export type Metrics = ReturnType<typeof createMetrics>;

type BatchOutcome = { accepted: number; duplicates: number; rejected: readonly unknown[] };

/** Starts a process's counters at zero. `version` names the build. */
export function createMetrics({ version }: { version: string }) {
  const registry = new Registry();
  // Memory, processor, event loop lag and garbage collection, under prom-client's usual names.
  collectDefaultMetrics({ register: registry });
  // Gauges whose names end as those of counters do, which Prometheus's own check refuses; the ones by type remain.
  for (const kind of ["handles", "requests", "resources"]) registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const build = new Gauge({
    name: "cloud_build_info",
    help: "Always 1; the labels identify the build",
    labelNames: ["version", "node"],
    registers: [registry],
  });
  build.set({ version, node: process.version }, 1);
  const streamEvents = new Counter({
    name: "cloud_stream_events_total",
    help: "Tracking events received, by outcome",
    labelNames: ["outcome"],
    registers: [registry],
  });
  const deletedPictures = new Counter({
    name: "cloud_pictures_deleted_total",
    help: "Stored pictures that maintenance deleted: past their retention, or named by no record",
    labelNames: ["why"],
    registers: [registry],
  });
  const replicaReads = new Counter({
    name: "cloud_replica_reads_total",
    help: "Reads that may use the read replica, by where they were done; none without one",
    labelNames: ["where"],
    registers: [registry],
  });
  return {
    registry,
    requests: createRequestMetrics(registry),
    countDeletedPictures: (why: "retention" | "orphan", count: number) => deletedPictures.inc({ why }, count),
    countReplicaRead: (where: "replica" | "primary" | "repeated") => replicaReads.inc({ where }),
    /** Counts the events of one batch, once it has committed. */
    countStreamEvents({ accepted, duplicates, rejected }: BatchOutcome) {
      streamEvents.inc({ outcome: "accepted" }, accepted);
      streamEvents.inc({ outcome: "duplicate" }, duplicates);
      streamEvents.inc({ outcome: "rejected" }, rejected.length);
    },
  };
}
