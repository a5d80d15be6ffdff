import type { CameraDriftBody } from "@container-inspection/shared-schemas/camera-drift";
import type { Frame } from "../../cameras/frame.ts";
import type { Logger } from "../../base/logger.ts";
import type { DriftSettings } from "../../config/drift-section.ts";
import { openDriftStore } from "./drift-store.ts";
import { type CameraDriftStatus, createCameraWatch, type Processed, type WatchedCamera } from "./watch-camera.ts";

export type DriftWatch = {
  /** Takes in a picture that the station's model has processed; most of them are left out. */
  observe(cameraId: string, frame: Frame, processed: Processed): void;
  /** Runs the periodic work of all cameras; call it every second. */
  tick(): void;
  /** Starts learning a new reference for a camera; returns false if the camera is not compared. */
  forget(cameraId: string): boolean;
  status(): CameraDriftStatus[];
  stop(): Promise<void>;
};

const SAVE_EVERY_MS = 60_000;

/**
 * Compares the days of each camera with those after its installation. Statistics are worth less than scans: whatever
 * fails here is logged, once for each cause, and disturbs nothing else.
 */
export function startDriftWatch(parts: {
  file: string;
  settings: DriftSettings;
  cameras: readonly WatchedCamera[];
  nowMs: () => number;
  monotonicMs: () => number;
  isClockSynchronised: () => boolean;
  commit: (cameraId: string, report: CameraDriftBody) => boolean;
  logger: Logger;
}): DriftWatch {
  const { file, cameras, monotonicMs, logger } = parts;
  const store = openDriftStore(file, logger);
  store.keepOnly(cameras.map(({ id }) => id));
  const watches = new Map(cameras.map((camera) => [camera.id, createCameraWatch({ ...parts, camera, store })]));
  let lastFailure = "";
  let lastSaveMs = -Infinity;
  const attempt = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== lastFailure) logger.warn({ err: error, file }, "the statistics of the cameras cannot be kept");
      lastFailure = message;
    }
  };
  return {
    observe: (cameraId, frame, processed) => attempt(() => watches.get(cameraId)?.observe(frame, processed)),
    tick() {
      if (monotonicMs() - lastSaveMs < SAVE_EVERY_MS) return;
      lastSaveMs = monotonicMs();
      for (const watch of watches.values()) attempt(() => watch.tick());
    },
    forget(cameraId) {
      attempt(() => watches.get(cameraId)?.forget());
      return watches.has(cameraId);
    },
    status: () => [...watches.values()].map((watch) => watch.status()),
    async stop() {
      await Promise.allSettled([...watches.values()].map((watch) => watch.stop()));
      attempt(() => store.close());
    },
  };
}
