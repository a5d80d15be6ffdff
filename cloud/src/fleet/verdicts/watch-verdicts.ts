import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { EdgeVerdict } from "@container-inspection/shared-schemas/verdicts";
import type { Needs } from "../../platform/parts.ts";
import { createChangeWaits, type Wait } from "../long-poll/change-waits.ts";
import { findVerdicts } from "./verdict-store.ts";

type Listed = { verdicts: EdgeVerdict[]; version: string };

/** Has devices wait for decisions on the containers that they scanned. */
export type VerdictWatch = {
  /** The verdicts on a device's last scans; waits while the version is the known one. */
  verdictsOf: (deviceId: string, known: string | undefined, wait: Wait) => Promise<Listed>;
  /** Ends the waits of devices whose verdicts have changed; calls before the next read share it. */
  refresh: () => Promise<void>;
  stop: () => void;
};

/** Waits of one device: an agent has one, and a second one while its connection is being replaced. */
const WAITS_PER_DEVICE = 2;
const MAX_WAITS = 20_000;
/** Minimum time between two reads, regardless of the number of recorded events. */
const LEAST_MS = 200;

export function createVerdictWatch({ db, nowMs }: Needs<"db" | "nowMs">): VerdictWatch {
  const waits = createChangeWaits({ perKey: WAITS_PER_DEVICE, total: MAX_WAITS });
  /** The version that each waiting device knows. */
  const awaited = new Map<string, string>();
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let isStopped = false;

  const readOf = async (deviceId: string): Promise<Listed> => {
    const verdicts = (await findVerdicts(db, [deviceId], new Date(nowMs()))).get(deviceId) ?? [];
    return { verdicts, version: versionOf(verdicts) };
  };
  const read = async () => {
    if (awaited.size === 0 || isStopped) return;
    const found = await findVerdicts(db, [...awaited.keys()], new Date(nowMs()));
    for (const [deviceId, version] of awaited)
      if (found.has(deviceId) && versionOf(found.get(deviceId) ?? []) !== version) waits.wake(deviceId);
  };
  return {
    async verdictsOf(deviceId, known, wait) {
      const listed = await readOf(deviceId);
      if (listed.version !== known) return listed;
      awaited.set(deviceId, known);
      await waits.wait(deviceId, wait);
      if (!waits.isAwaited(deviceId)) awaited.delete(deviceId);
      return readOf(deviceId);
    },
    refresh() {
      const pause = async () => (awaited.size === 0 ? undefined : delay(LEAST_MS));
      next ??= reading
        .catch(() => {})
        .then(pause)
        .then(() => {
          next = undefined;
          reading = read();
          return reading;
        });
      return next;
    },
    stop() {
      isStopped = true;
      waits.stop();
    },
  };
}

const versionOf = (verdicts: readonly EdgeVerdict[]) =>
  createHash("sha256").update(JSON.stringify(verdicts)).digest("hex").slice(0, 16);
