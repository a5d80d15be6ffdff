import type { LivePicture } from "@container-inspection/shared-schemas/live-pictures";
import type { Needs } from "../../platform/parts.ts";
import { createChangeWaits, type Wait } from "../long-poll/change-waits.ts";
import { MAX_CAMERAS_PER_USER, presentPicture, whyNone, withoutPicture } from "./watch-rules.ts";
import {
  type CameraDevice,
  findCameraDevice,
  readReport,
  renewWatch,
  type StoredPicture,
} from "./watched-camera-store.ts";
import type { WatchedSet } from "./watched-set.ts";

/** Time in ms for which a user's request counts after its reply; the next one arrives within it. */
const GRACE_MS = 3_000;
/** Time in ms for which the device of a camera is cached. */
const DEVICE_MS = 5_000;
const WAITS_PER_CAMERA = 200;
const MAX_VIEW_WAITS = 5_000;

/** A camera that users of this process watch. */
type View = {
  deviceId: string;
  /**
   * Time of the last request of each user; infinite until the reply, so that concurrent requests count each other.
   */
  askedMs: Map<string, number>;
  /** The newest report, read once for all users. */
  newest: { version: number; report: Promise<StoredPicture | undefined> } | undefined;
};

/** Serves the users of this process who watch cameras, and keeps these watched while requests come or wait. */
export function createViews({ db, nowMs }: Needs<"db" | "nowMs">, set: WatchedSet, leaseMs: number) {
  const waits = createChangeWaits({ perKey: WAITS_PER_CAMERA, total: MAX_VIEW_WAITS });
  const views = new Map<string, View>();
  const deviceOf = createDeviceMemory(nowMs, (cameraId) => findCameraDevice(db, cameraId));

  const isWanted = (cameraId: string, { askedMs }: View) =>
    waits.isAwaited(cameraId) || [...askedMs.values()].some((atMs) => nowMs() - atMs < GRACE_MS);
  const countOf = (userId: string) =>
    [...views.values()].filter(({ askedMs }) => nowMs() - (askedMs.get(userId) ?? -Infinity) < GRACE_MS).length;
  const renewIfDue = async (cameraId: string, deviceId: string) => {
    const watched = set.find(cameraId);
    const leftMs = watched?.deviceId === deviceId ? watched.untilMs - nowMs() : 0;
    if (leftMs > (leaseMs * 2) / 3) return;
    await renewWatch(db, { cameraId, deviceId, now: new Date(nowMs()), until: new Date(nowMs() + leaseMs) });
    await set.refresh();
  };
  const reportOf = async (cameraId: string, view: View) => {
    const version = set.find(cameraId)?.version ?? 0;
    if (view.newest?.version !== version) view.newest = { version, report: readReport(db, cameraId) };
    try {
      return await view.newest.report;
    } catch (error) {
      view.newest = undefined;
      throw error;
    }
  };
  const open = (cameraId: string, deviceId: string): View => {
    const view = views.get(cameraId) ?? { deviceId, askedMs: new Map(), newest: undefined };
    view.deviceId = deviceId;
    views.set(cameraId, view);
    return view;
  };
  return {
    wake: waits.wake,
    async view(
      { cameraId, userId, after }: { cameraId: string; userId: string; after: string | undefined },
      wait: Wait,
    ): Promise<LivePicture | "too-many-cameras"> {
      const device = await deviceOf(cameraId);
      const reason = whyNone(device, nowMs());
      if (!device || reason) return withoutPicture(reason ?? "no-device");
      const view = open(cameraId, device.id);
      if (!view.askedMs.has(userId) && countOf(userId) >= MAX_CAMERAS_PER_USER) return "too-many-cameras";
      view.askedMs.set(userId, Infinity);
      try {
        await renewIfDue(cameraId, device.id);
        if (Number(after ?? Number.NaN) >= (set.find(cameraId)?.version ?? 0)) await waits.wait(cameraId, wait);
      } finally {
        view.askedMs.set(userId, wait.disconnected.aborted ? -Infinity : nowMs());
      }
      return presentPicture(await reportOf(cameraId, view), nowMs());
    },
    /** Renews the views that are still wanted, and removes the others. */
    async renew(): Promise<void> {
      for (const [cameraId, view] of views) {
        if (isWanted(cameraId, view)) await renewIfDue(cameraId, view.deviceId);
        else views.delete(cameraId);
      }
    },
    stop: waits.stop,
  };
}

/** Looks up the device of a camera at most every few seconds. */
function createDeviceMemory(nowMs: () => number, find: (cameraId: string) => Promise<CameraDevice | undefined>) {
  const found = new Map<string, { atMs: number; device: Promise<CameraDevice | undefined> }>();
  return async (cameraId: string): Promise<CameraDevice | undefined> => {
    for (const [id, { atMs }] of found) if (nowMs() - atMs > DEVICE_MS) found.delete(id);
    const known = found.get(cameraId) ?? { atMs: nowMs(), device: find(cameraId) };
    found.set(cameraId, known);
    try {
      return await known.device;
    } catch (error) {
      found.delete(cameraId);
      throw error;
    }
  };
}
