import type { Clock } from "../../platform/clock.ts";
import { cacheReading } from "../../platform/metrics/cached-reading.ts";
import type { Metrics } from "../../platform/metrics/create-metrics.ts";
import { type Sample, sampleGauge } from "../../platform/metrics/sampled-gauge.ts";
import type { Figures } from "./figure-store.ts";

const ORPHAN_SWEEP = "sweep-orphans";

/**
 * Adds figures of devices, scans, escalations and maintenance from the database: every process reports the same. Labels
 * are of closed lists, never a device or a camera. All are absent while the database does not answer, and
 * `cloud_database_up` is 0.
 */
export function watchFigures(
  { registry }: Metrics,
  readFigures: () => Promise<Figures>,
  nowMs: Clock,
  timeoutMs?: number,
): void {
  const figures = cacheReading(readFigures, nowMs, timeoutMs);
  const add = (name: string, help: string, sample: (found: Figures) => Sample[], labelNames?: readonly string[]) => {
    const samples = async () => {
      const found = await figures();
      return found ? sample(found) : [];
    };
    sampleGauge(registry, name, help, samples, labelNames);
  };
  sampleGauge(registry, "cloud_database_up", "1 if the database answered within 2 s, else 0", async () => [
    { value: (await figures()) === undefined ? 0 : 1 },
  ]);
  addDevices(add);
  addWork(add);
  addMaintenance(add);
}

type Add = (name: string, help: string, sample: (found: Figures) => Sample[], labelNames?: readonly string[]) => void;

/** No sample if no device reports a value. */
const known = (value: number | null | undefined, labels?: Record<string, string>): Sample[] =>
  typeof value === "number" ? [{ value, ...(labels ? { labels } : {}) }] : [];

function addDevices(add: Add): void {
  add(
    "cloud_edge_devices",
    "Edge devices by state: active, silent, waiting (no request yet), or revoked",
    ({ devices }) => devices.map(({ state, devices: value }) => ({ labels: { state }, value })),
    ["state"],
  );
  add(
    "cloud_edge_queue_records",
    "Records on all edge devices, as their newest heartbeats report: pending, parked, or refused because a device was full",
    ({ queues }) => (["pending", "parked", "refused"] as const).flatMap((state) => known(queues[state], { state })),
    ["state"],
  );
  add(
    "cloud_edge_queue_oldest_age_seconds",
    "Age of the oldest record that waits on an edge device; grows while the device is silent",
    ({ queues }) => known(queues.oldestSeconds),
  );
  add("cloud_edge_queue_full_hours", "Hours until the first edge device has no room left, as reported", ({ queues }) =>
    known(queues.hoursUntilFull),
  );
  add(
    "cloud_edge_heartbeat_oldest_age_seconds",
    "Age of the newest heartbeat of the device whose heartbeat is the oldest",
    ({ queues }) => known(queues.heartbeatSeconds),
  );
  add(
    "cloud_edge_clock_skew_seconds",
    "How far the clock of the edge device is off that is furthest off, ahead or behind; silent devices do not count",
    ({ queues }) => known(queues.clockSkewSeconds),
  );
  add(
    "cloud_cameras",
    "Cameras by their last scan: within an hour, within a day, older, or never",
    ({ cameras }) => cameras.map(({ lastScan, cameras: value }) => ({ labels: { last_scan: lastScan }, value })),
    ["last_scan"],
  );
}

function addWork(add: Add): void {
  add(
    "cloud_newest_scan_age_seconds",
    "Age of the newest scan by type and source; absent if none is among the newest 1,000 scans",
    ({ scans }) => scans.map(({ type, source, newestSeconds: value }) => ({ labels: { type, source }, value })),
    ["type", "source"],
  );
  add(
    "cloud_escalations_open",
    "Escalations that are not resolved, by state: OPEN or CLAIMED",
    ({ escalations }) => escalations.map(({ state, escalations: value }) => ({ labels: { state }, value })),
    ["state"],
  );
  add(
    "cloud_escalations_oldest_age_seconds",
    "Age of the oldest escalation that is not resolved, by state",
    ({ escalations }) => escalations.map(({ state, oldestSeconds: value }) => ({ labels: { state }, value })),
    ["state"],
  );
}

function addMaintenance(add: Add): void {
  add(
    "cloud_maintenance_completed_timestamp_seconds",
    "When each kind of maintenance was last completed by any process, and the last backup by the backup command",
    ({ runs }) => runs.map(({ name, finishedSeconds: value }) => ({ labels: { work: name }, value })),
    ["work"],
  );
  add(
    "cloud_erasure_oldest_age_seconds",
    "Age of the oldest erasure of a user that is not complete; absent if there is none",
    ({ erasureSeconds }) => known(erasureSeconds),
  );
  const ofSweep = (figure: string) => (found: Figures) => {
    const value = found.runs.find(({ name }) => name === ORPHAN_SWEEP)?.outcome?.[figure];
    return known(typeof value === "boolean" ? Number(value) : typeof value === "number" ? value : undefined);
  };
  add(
    "cloud_pictures_missing",
    "Pictures that records name and the storage does not have, as of the last comparison by any process; anything but 0 is a loss",
    ofSweep("missing"),
  );
  add("cloud_pictures_unnamed", "Stored pictures that belong to no record, as of that comparison", ofSweep("unnamed"));
  add(
    "cloud_pictures_sweep_refused",
    "1 if that comparison found too many pictures without a record to delete them, else 0",
    ofSweep("refused"),
  );
}
