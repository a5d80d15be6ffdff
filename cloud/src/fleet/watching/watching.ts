import { createHash } from "node:crypto";
import type { LivePicture } from "@container-inspection/shared-schemas/live-pictures";
import { repeat } from "../../platform/concurrency/repeat.ts";
import type { Notices } from "../../platform/db/listen.ts";
import { createRepeatedLog } from "../../platform/logging/repeated-log.ts";
import type { Needs } from "../../platform/parts.ts";
import { EVENTS_CHANNEL } from "../../journal/events/event-store.ts";
import { createVerdictWatch, type VerdictWatch } from "../verdicts/watch-verdicts.ts";
import { createChangeWaits, type Wait } from "../long-poll/change-waits.ts";
import { createViews } from "./views.ts";
import { LEASE_MS, REPORTS_PER_SECOND, TICK_MS } from "./watch-rules.ts";
import { deletePictures, PICTURE_CHANNEL, WATCH_CHANNEL } from "./watched-camera-store.ts";
import { createWatchedSet } from "./watched-set.ts";

/** Brings users who watch cameras together with the devices that send the pictures, across all processes. */
export type Watching = {
  /** Channels and handlers of the notifications that this component needs. */
  notices: Pick<Notices, "channels" | "onNotice" | "onListening">;
  /** The cameras of a device that users watch; waits while the version is the known one. */
  watchedOf: (
    deviceId: string,
    known: string | undefined,
    wait: Wait,
  ) => Promise<{ cameras: string[]; version: string }>;
  /**
   * Decides if a device may report on a camera now: a user must watch it, and the device must not report too often.
   */
  admit: (deviceId: string, cameraId: string) => Promise<"admitted" | "not-watched" | "too-often">;
  /**
   * Returns the picture of a camera and keeps the camera watched from then on; waits while its version is `after`.
   */
  view: (
    asked: { cameraId: string; userId: string; after: string | undefined },
    wait: Wait,
  ) => Promise<LivePicture | "too-many-cameras">;
  /**
   * Returns the decisions about the containers that a device has scanned; waits while the version is the known one.
   */
  verdictsOf: VerdictWatch["verdictsOf"];
  /** Ends all waits; resolves after the last query. */
  stop: () => Promise<void>;
};

/** Waits of one device: an agent has one, and a second one while its connection is being replaced. */
const WAITS_PER_DEVICE = 2;
const MAX_DEVICE_WAITS = 20_000;
const MAX_REPORTS_BURST = 10;

/** Creates the part, which immediately starts to maintain its copy of the watched cameras. */
export function createWatching(
  parts: Needs<"db" | "logger" | "nowMs">,
  { leaseMs = LEASE_MS, tickMs = TICK_MS } = {},
): Watching {
  const { db, logger, nowMs } = parts;
  const devices = createChangeWaits({ perKey: WAITS_PER_DEVICE, total: MAX_DEVICE_WAITS });
  const set = createWatchedSet(parts, { device: devices.wake, report: (cameraId) => views.wake(cameraId) });
  const views = createViews(parts, set, leaseMs);
  const verdicts = createVerdictWatch(parts);
  const reports = createReportLimit(nowMs);
  const log = createRepeatedLog(logger);
  const warn = (error: unknown) =>
    log("watching", () => logger.warn({ err: error }, "the list of watched cameras could not be read; retrying"));
  const upkeep = async () => {
    await set.refresh();
    await views.renew();
    reports.forgetIdle();
    await deletePictures(db, new Date(nowMs()));
  };
  const timer = repeat(tickMs, upkeep, warn);
  const verdictTimer = repeat(tickMs, verdicts.refresh, warn);
  const listOf = (deviceId: string) => {
    const cameras = set.camerasOf(deviceId);
    const version = createHash("sha256").update(JSON.stringify(cameras)).digest("hex").slice(0, 16);
    return { cameras, version };
  };
  const isWatched = (deviceId: string, cameraId: string) => set.find(cameraId)?.deviceId === deviceId;
  return {
    notices: {
      channels: [WATCH_CHANNEL, PICTURE_CHANNEL, EVENTS_CHANNEL],
      onNotice(channel, payload) {
        if (channel === EVENTS_CHANNEL) void verdicts.refresh().catch(warn);
        if (channel === WATCH_CHANNEL) void set.refresh().catch(warn);
        const [, version, cameraId] = /^(\d+) (.+)$/s.exec(payload) ?? [];
        if (version !== undefined && cameraId !== undefined) set.noteVersion(cameraId, Number(version));
      },
      onListening: () => void set.refresh().catch(warn),
    },
    async watchedOf(deviceId, known, wait) {
      if (listOf(deviceId).version === known) await devices.wait(deviceId, wait);
      return listOf(deviceId);
    },
    async admit(deviceId, cameraId) {
      // The device may have learned of it from a process that was notified a moment earlier.
      if (!isWatched(deviceId, cameraId)) await set.refresh();
      if (!isWatched(deviceId, cameraId)) return "not-watched";
      return reports.take(cameraId) ? "admitted" : "too-often";
    },
    view: (asked, wait) => views.view(asked, wait),
    verdictsOf: verdicts.verdictsOf,
    async stop() {
      verdicts.stop();
      devices.stop();
      views.stop();
      await Promise.all([timer.stop(), verdictTimer.stop()]);
    },
  };
}

/** A bucket of reports for each camera, which fills at `REPORTS_PER_SECOND`. */
function createReportLimit(nowMs: () => number) {
  const buckets = new Map<string, { left: number; atMs: number }>();
  const leftOf = (cameraId: string) => {
    const { left, atMs } = buckets.get(cameraId) ?? { left: MAX_REPORTS_BURST, atMs: nowMs() };
    return Math.min(MAX_REPORTS_BURST, left + ((nowMs() - atMs) / 1_000) * REPORTS_PER_SECOND);
  };
  return {
    take(cameraId: string): boolean {
      const left = leftOf(cameraId);
      if (left < 1) return false;
      buckets.set(cameraId, { left: left - 1, atMs: nowMs() });
      return true;
    },
    forgetIdle() {
      for (const cameraId of buckets.keys()) if (leftOf(cameraId) >= MAX_REPORTS_BURST) buckets.delete(cameraId);
    },
  };
}
