import { setTimeout as delay } from "node:timers/promises";
import { migrationState } from "../db/migrate.ts";
import type { Parts } from "../parts.ts";

/** One thing that the service needs. The AI service is told of, but its scans wait for it: it never counts against readiness. */
type ReadinessCheck = {
  name: "draining" | "database" | "migrations" | "storage" | "ai-service";
  ok: boolean;
  detail: string;
};
export type Readiness = { ready: boolean; checks: ReadinessCheck[] };

const CHECK_TIMEOUT_MS = 2_000;
/** Written over and over: shows that pictures can be kept. */
const PROBE_KEY = "health/probe";
/** How long one finding about the storage stands; a write costs a sync to the disk, or a request to the object store. */
const STORAGE_CACHE_MS = 10_000;

/** Looks at everything the service needs; callers at the same time share one look. Never rejects, and takes about 2 s at most. */
export function createReadiness(parts: Parts): () => Promise<Readiness> {
  const storage = checkStorage(parts);
  const look = async (): Promise<Readiness> => {
    const [database, kept] = await Promise.all([checkDatabase(parts), storage()]);
    const checks = [checkDraining(parts), ...database, kept, checkAiService(parts)];
    return { ready: checks.every(({ name, ok }) => ok || name === "ai-service"), checks };
  };
  let looking: Promise<Readiness> | undefined;
  return () => (looking ??= look().finally(() => (looking = undefined)));
}

const checkDraining = ({ isDraining }: Parts): ReadinessCheck =>
  isDraining()
    ? { name: "draining", ok: false, detail: "The process is stopping." }
    : { name: "draining", ok: true, detail: "The process takes requests." };

async function checkDatabase({ db, logger }: Parts): Promise<ReadinessCheck[]> {
  const unknown = { name: "migrations", ok: false, detail: "Unknown while the database does not answer." } as const;
  try {
    const { state, detail } = await within(CHECK_TIMEOUT_MS, migrationState(db));
    const answers = { name: "database", ok: true, detail: "The database answers." } as const;
    // A newer database makes nobody unready: in a rolling update all old replicas would go at once. Which steps older releases
    // cannot live with is said in the README.
    return [answers, { name: "migrations", ok: state !== "older", detail }];
  } catch (error) {
    logger.warn({ err: error }, "not ready: the database does not answer");
    return [{ name: "database", ok: false, detail: "The database does not answer." }, unknown];
  }
}

/** Writes the probe, at most every 10 s; a write that hangs is waited for once, and found hanging by the others. */
function checkStorage({ storage, logger, nowMs }: Parts): () => Promise<ReadinessCheck> {
  let writing: Promise<void> | undefined;
  let found: { check: ReadinessCheck; untilMs: number } | undefined;
  const probe = async (): Promise<ReadinessCheck> => {
    writing ??= storage.write(PROBE_KEY, Buffer.from("ok")).finally(() => (writing = undefined));
    try {
      await within(CHECK_TIMEOUT_MS, writing);
      return { name: "storage", ok: true, detail: "Pictures can be written." };
    } catch (error) {
      logger.warn({ err: error }, "not ready: the storage of pictures takes no writes");
      return { name: "storage", ok: false, detail: "The storage of pictures takes no writes." };
    }
  };
  return async () => {
    if (found && nowMs() < found.untilMs) return found.check;
    const check = await probe();
    // What is broken is looked at again at once.
    found = check.ok ? { check, untilMs: nowMs() + STORAGE_CACHE_MS } : undefined;
    return check;
  };
}

const aiDetails = {
  up: "The AI service is connected.",
  away: "The AI service is away: scans wait for it.",
  absent: "There is no AI service: scans wait until AI_SERVICE_URL is set.",
} as const;

function checkAiService({ ai }: Parts): ReadinessCheck {
  const state = ai.state();
  return { name: "ai-service", ok: state === "up", detail: aiDetails[state] };
}

async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  const late = delay(limitMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${limitMs} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => {});
    work.catch(() => {});
    timer.abort();
  }
}
