import type { Usage } from "./usage.ts";

/** The kinds of request that are measured; `batch`: one of tracking events, `read`: one list of the console. */
const KINDS = ["scan", "batch", "heartbeat", "read"] as const;
export type Kind = (typeof KINDS)[number];

/** Cost of one request of each kind. */
type Costs = Record<Kind, Usage>;

type Habits = {
  /** Number of scans per hour of one camera. */
  scansPerHour: number;
  /** Number of events per second of one camera, on average over the day. */
  eventsPerSecond: number;
  batchEvents: number;
  camerasPerBox: number;
  /** One person reads a list every ten seconds. */
  camerasPerPerson: number;
  trackingDays: number;
  scanYears: number;
};

const HEARTBEAT_SECONDS = 30;
const READ_SECONDS = 10;
/** Share of a processor that may be used on average, so that peaks and outages have room. */
const UTILISATION = 0.5;
const SIZES = [100, 1_000, 2_000, 10_000, 50_000, 100_000];
const DAY_SECONDS = 86_400;

export function describeCost(name: string, cost: Usage): string {
  const { cloudSeconds, postgresSeconds, walBytes, databaseBytes, pictureBytes } = cost;
  const milliseconds = (seconds: number) => `${(seconds * 1_000).toFixed(2)} ms`;
  const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;
  return (
    `${name}: ${milliseconds(cloudSeconds)} of the cloud's processor, ${milliseconds(postgresSeconds)} of Postgres'; ` +
    `${kilobytes(walBytes)} of write-ahead log, ${kilobytes(databaseBytes)} of database, ${kilobytes(pictureBytes)} of pictures`
  );
}

/** Returns a Markdown table of the resources per number of cameras, at an average load of half of each processor. */
export function describeNeeds(costs: Costs, habits: Habits): string {
  const rows = SIZES.map((cameras) => {
    const { cloudCores, postgresCores, walBytes, trackingBytes, scanBytes, pictureBytes } = needsOf(
      cameras,
      costs,
      habits,
    );
    const cores = (value: number) => (value / UTILISATION).toFixed(1);
    return `| ${[cameras.toLocaleString("en"), cores(cloudCores), cores(postgresCores), `${(walBytes / 1e6).toFixed(1)} MB/s`, ...[trackingBytes, scanBytes, pictureBytes].map(terabytes)].join(" | ")} |`;
  });
  const titles = [
    "cameras",
    "cores of the cloud",
    "cores of Postgres",
    "write-ahead log",
    "tracking",
    "records",
    "pictures",
  ];
  return [`| ${titles.join(" | ")} |`, `|${titles.map(() => "---").join("|")}|`, ...rows].join("\n");
}

/** Average needs of a number of cameras: busy cores, bytes per second, and bytes kept. */
function needsOf(cameras: number, costs: Costs, habits: Habits) {
  const perSecond: Record<Kind, number> = {
    scan: (cameras * habits.scansPerHour) / 3_600,
    batch: (cameras * habits.eventsPerSecond) / habits.batchEvents,
    heartbeat: cameras / habits.camerasPerBox / HEARTBEAT_SECONDS,
    read: cameras / habits.camerasPerPerson / READ_SECONDS,
  };
  const sum = (name: keyof Usage) => KINDS.reduce((total, kind) => total + perSecond[kind] * costs[kind][name], 0);
  const scanned = perSecond.scan * habits.scanYears * 365 * DAY_SECONDS;
  return {
    cloudCores: sum("cloudSeconds"),
    postgresCores: sum("postgresSeconds"),
    walBytes: sum("walBytes"),
    trackingBytes: perSecond.batch * habits.trackingDays * DAY_SECONDS * costs.batch.databaseBytes,
    scanBytes: scanned * costs.scan.databaseBytes,
    pictureBytes: scanned * costs.scan.pictureBytes,
  };
}

const terabytes = (bytes: number) => `${(bytes / 1e12).toFixed(2)} TB`;
