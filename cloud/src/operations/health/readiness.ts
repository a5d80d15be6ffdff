import { within } from "../../platform/concurrency/within.ts";
import { isReadOnly } from "../../platform/db/is-read-only.ts";
import type { Needs } from "../parts.ts";

/** One thing that the service uses. */
type ReadinessCheck = {
  name: "draining" | "database" | "migrations" | "tracking-database" | "read-replica" | "storage" | "ai-service";
  ok: boolean;
  detail: string;
};
export type Readiness = { ready: boolean; checks: ReadinessCheck[] };

/**
 * Reported, but not counted: all replicas share them, so a load balancer would remove every replica at once. Writes
 * that need the storage and tracking answer 503 by themselves, scans wait for the AI service, and reads use the
 * primary.
 */
const SHARED: ReadonlySet<ReadinessCheck["name"]> = new Set([
  "tracking-database",
  "read-replica",
  "storage",
  "ai-service",
]);

export const counts = ({ name }: ReadinessCheck): boolean => !SHARED.has(name);

const CHECK_TIMEOUT_MS = 2_000;
/** Shorter, so that an uncounted check does not make load balancers time out: many give a probe 2 s. */
const STORAGE_TIMEOUT_MS = 1_000;
const TRACKING_TIMEOUT_MS = 1_000;
/** Written again and again, which shows that pictures can be stored. */
const PROBE_KEY = "health/probe";
/**
 * Time in ms for which a successful check of the storage is valid: a write costs a sync to the disk, or a request.
 */
const STORAGE_CACHE_MS = 10_000;

/** Checks all that the service needs; concurrent callers share one check. Never rejects, and takes 2 s at most. */
export function createReadiness(
  parts: Needs<"release" | "pools" | "tracking" | "replica" | "storage" | "ai" | "isDraining" | "logger" | "nowMs">,
): () => Promise<Readiness> {
  const storage = checkStorage(parts);
  const look = async (): Promise<Readiness> => {
    const [database, tracking, kept] = await Promise.all([checkDatabase(parts), checkTracking(parts), storage()]);
    const checks = [
      checkDraining(parts),
      ...database,
      ...tracking,
      ...checkReplica(parts),
      kept,
      checkAiService(parts),
    ];
    return { ready: checks.every((check) => check.ok || !counts(check)), checks };
  };
  let looking: Promise<Readiness> | undefined;
  return () => (looking ??= look().finally(() => (looking = undefined)));
}

const checkDraining = ({ isDraining }: Needs<"isDraining">): ReadinessCheck =>
  isDraining()
    ? { name: "draining", ok: false, detail: "The process is stopping." }
    : { name: "draining", ok: true, detail: "The process accepts requests." };

async function checkDatabase({
  pools,
  release,
  logger,
}: Needs<"pools" | "release" | "logger">): Promise<ReadinessCheck[]> {
  const unknown = { name: "migrations", ok: false, detail: "Unknown while the database does not answer." } as const;
  try {
    const look = Promise.all([release.look(), isReadOnly(pools.probes)]);
    const [{ state, detail }, readOnly] = await within(CHECK_TIMEOUT_MS, look);
    const answers = readOnly
      ? ({ name: "database", ok: false, detail: "The database is read-only." } as const)
      : ({ name: "database", ok: true, detail: "The database accepts writes." } as const);
    // A newer database alone makes no process unready: in a rolling update all old replicas would leave at once.
    return [answers, { name: "migrations", ok: state === "current" || state === "newer", detail }];
  } catch (error) {
    logger.warn({ err: error }, "not ready: the database does not answer");
    return [{ name: "database", ok: false, detail: "The database does not answer." }, unknown];
  }
}

/** Checks the tracking database, if it is separate from the main one. */
async function checkTracking({ tracking, logger }: Needs<"tracking" | "logger">): Promise<ReadinessCheck[]> {
  if (!tracking.own) return [];
  try {
    return [{ name: "tracking-database", ...(await within(TRACKING_TIMEOUT_MS, tracking.own.look())) }];
  } catch (error) {
    logger.warn({ err: error }, "the tracking database does not answer");
    const detail = "The tracking database does not answer: edge devices keep their tracking events.";
    return [{ name: "tracking-database", ok: false, detail }];
  }
}

/**
 * Returns the state of the replica, if one is configured, as of its last check, a second ago at most.
 */
const checkReplica = ({ replica }: Needs<"replica">): ReadinessCheck[] =>
  replica ? [{ name: "read-replica", ...replica.state() }] : [];

/** Writes the probe, at most every 10 s; while one write hangs, no other begins. */
function checkStorage({
  storage,
  logger,
  nowMs,
}: Needs<"storage" | "logger" | "nowMs">): () => Promise<ReadinessCheck> {
  let writing: Promise<void> | undefined;
  let found: { check: ReadinessCheck; untilMs: number } | undefined;
  const probe = async (): Promise<ReadinessCheck> => {
    writing ??= storage.write(PROBE_KEY, Buffer.from("ok")).finally(() => (writing = undefined));
    try {
      await within(STORAGE_TIMEOUT_MS, writing);
      return { name: "storage", ok: true, detail: "Pictures can be written." };
    } catch (error) {
      logger.warn({ err: error }, "picture storage is unavailable");
      return { name: "storage", ok: false, detail: "Picture storage is unavailable." };
    }
  };
  return async () => {
    if (found && nowMs() < found.untilMs) return found.check;
    const check = await probe();
    // A failure is checked again with the next request.
    found = check.ok ? { check, untilMs: nowMs() + STORAGE_CACHE_MS } : undefined;
    return check;
  };
}

const aiDetails = {
  up: "The AI service is connected.",
  unavailable: "The AI service is unavailable: scans wait for it.",
  absent: "No AI service is configured: scans wait until AI_SERVICE_URL is set.",
} as const;

function checkAiService({ ai }: Needs<"ai">): ReadinessCheck {
  const state = ai.state();
  return { name: "ai-service", ok: state === "up", detail: aiDetails[state] };
}
