import type { Database } from "../../platform/db/database.ts";
import { findWatched, type WatchedCamera } from "./watched-camera-store.ts";

/** This process's copy of which cameras are watched, by any user on any process. */
export type WatchedSet = {
  /** Reads the copy again; resolves after a read that began later than this call. */
  refresh: () => Promise<void>;
  /** A device has reported on a camera. */
  noteVersion: (cameraId: string, version: number) => void;
  find: (cameraId: string) => WatchedCamera | undefined;
  /** The watched cameras of a device, in alphabetical order. */
  camerasOf: (deviceId: string) => string[];
};

/** Calls back with each device whose cameras have changed, and with each camera that has a new report. */
export function createWatchedSet(
  parts: { db: Database; nowMs: () => number },
  on: { device: (deviceId: string) => void; report: (cameraId: string) => void },
): WatchedSet {
  let cameras = new Map<string, WatchedCamera>();
  let reading: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const read = async () => {
    const found = await findWatched(parts.db, new Date(parts.nowMs()));
    const before = cameras;
    // The read may be older than a notification that arrived since it began.
    const newest = ({ cameraId, version }: WatchedCamera) => Math.max(version, before.get(cameraId)?.version ?? 0);
    cameras = new Map(found.map((camera) => [camera.cameraId, { ...camera, version: newest(camera) }]));
    for (const deviceId of changedDevices(before, cameras)) on.device(deviceId);
    for (const { cameraId, version } of cameras.values())
      if (before.get(cameraId)?.version !== version) on.report(cameraId);
  };
  const begin = () => {
    next = undefined;
    reading = read().finally(() => (reading = undefined));
    return reading;
  };
  return {
    async refresh() {
      if (!reading) return begin();
      // Callers that come during a read share the one after it.
      next ??= reading.catch(() => {}).then(begin);
      return next;
    },
    noteVersion(cameraId, version) {
      const camera = cameras.get(cameraId);
      if (!camera || camera.version >= version) return;
      cameras.set(cameraId, { ...camera, version });
      on.report(cameraId);
    },
    find: (cameraId) => cameras.get(cameraId),
    camerasOf: (deviceId) =>
      [...cameras.values()]
        .filter((camera) => camera.deviceId === deviceId)
        .map(({ cameraId }) => cameraId)
        .toSorted(),
  };
}

function changedDevices(before: ReadonlyMap<string, WatchedCamera>, after: ReadonlyMap<string, WatchedCamera>) {
  const devices = new Set<string>();
  const compare = (some: ReadonlyMap<string, WatchedCamera>, others: ReadonlyMap<string, WatchedCamera>) => {
    for (const { cameraId, deviceId } of some.values())
      if (others.get(cameraId)?.deviceId !== deviceId) devices.add(deviceId);
  };
  compare(before, after);
  compare(after, before);
  return devices;
}
