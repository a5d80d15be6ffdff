import type { CameraDriftBody } from "@container-inspection/shared-schemas/camera-drift";
import type { Frame } from "../../cameras/frame.ts";
import type { Logger } from "../../base/logger.ts";
import { type CameraDays, createCameraDays, driftingOf } from "./camera-days.ts";
import type { DriftSettings } from "../../config/drift-section.ts";
import type { Look } from "./day-counts.ts";
import { makeReport } from "./drift-report.ts";
import { type CameraState, type DriftStore, newState } from "./drift-store.ts";
import { createHourBook, placeOf } from "./hour-book.ts";

export type WatchedCamera = {
  id: string;
  /** Settings that affect the camera's pictures and the model's findings: after a change, all is learned again. */
  setUp: string;
  /** Shortest time between two updates: a load that stays in view is not counted with each picture. */
  lookEveryMs: number;
};

export type CameraDriftStatus = {
  cameraId: string;
  /** Days learned so far, of `referenceDays`. */
  learnedDays: number;
  referenceDays: number;
  measures: CameraState["measures"];
};

/** Result of a model for a picture. */
export type Processed = Pick<Look, "isMoving" | "findings" | "isUnlike"> & { model: { name: string; version: string } };

export type CameraWatchParts = {
  camera: WatchedCamera;
  settings: DriftSettings;
  store: DriftStore;
  /** Wall clock, milliseconds since the Unix epoch. */
  nowMs: () => number;
  isClockSynchronised: () => boolean;
  /** Commits a report; false when it was not kept and is to be tried again. */
  commit: (cameraId: string, report: CameraDriftBody) => boolean;
  logger: Logger;
};

/** Wait in ms after a report that the outbox refused. */
const RETRY_MS = 3_600_000;

/** Counts the looks of one camera by the hour, and reports when its days differ from the reference. */
export function createCameraWatch(parts: CameraWatchParts) {
  const { camera, settings, store, nowMs, isClockSynchronised, logger } = parts;
  let state = openState(store, camera);
  const days = createCameraDays(store, camera.id, settings);
  const isLearning = () => state.referenceDays.length < settings.referenceDays;
  const hours = createHourBook(store, camera.id, () => (isLearning() ? "reference" : "now"));
  const reports = createReports(parts, days);
  let lastLookMs = -Infinity;
  let comparedFor = "";
  /** A machine without a battery for its clock starts in the past: nothing is counted or deleted by such a clock. */
  const isClockBehind = (today: string) => !isClockSynchronised() && days.isKnownAfter(today, state);
  let model = { name: "", version: "" };
  /** Pictures on their way into the store. */
  let encoding = Promise.resolve();

  return {
    observe(frame: Frame, processed: Processed): void {
      const atMs = nowMs();
      // A clock that was set back must not stop the counting.
      if (atMs - lastLookMs < camera.lookEveryMs && atMs >= lastLookMs) return;
      lastLookMs = atMs;
      if (isClockBehind(placeOf(atMs).day)) return;
      ({ model } = processed);
      const kept = hours
        .count(frame, processed, atMs)
        .catch((error: unknown) =>
          logger.warn({ err: error, camera: camera.id }, "a picture for the comparison of days cannot be kept"),
        );
      encoding = Promise.all([encoding, kept]).then(() => undefined);
    },
    /** Saves the counts, compares finished days and sends reports; call it about once a minute. */
    tick(): void {
      hours.save();
      const { day: today } = placeOf(nowMs());
      if (today !== comparedFor && !isClockBehind(today)) {
        state = days.takeDaysBefore(today, state);
        store.saveState(camera.id, camera.setUp, state);
        comparedFor = today;
      }
      state = reports.send(state, model);
    },
    /** Starts learning a new reference. */
    forget(): void {
      store.forget(camera.id);
      days.forgetReference();
      hours.forget();
      state = { ...newState(), reported: state.reported };
      store.saveState(camera.id, camera.setUp, state);
    },
    status: (): CameraDriftStatus => ({
      cameraId: camera.id,
      learnedDays: state.referenceDays.length,
      referenceDays: settings.referenceDays,
      measures: state.measures,
    }),
    async stop(): Promise<void> {
      hours.save();
      await encoding;
    },
  };
}

/** Sends a report when other measures drift than the last one named; a refused one is made again an hour later. */
function createReports({ camera, store, nowMs, commit, logger }: CameraWatchParts, days: CameraDays) {
  let refusedAtMs = -Infinity;
  return {
    /** Sends the report if it changed, and returns the state with it. */
    send(state: CameraState, model: Processed["model"]): CameraState {
      const drifting = driftingOf(state);
      if (drifting.join() === state.reported.join() || nowMs() - refusedAtMs < RETRY_MS) return state;
      const pictures = { reference: store.pictures(camera.id, "reference"), now: store.pictures(camera.id, "now") };
      const classes = days.changedClasses(state);
      if (!commit(camera.id, makeReport({ state, model, classes, pictures, nowMs: nowMs() }))) {
        refusedAtMs = nowMs();
        return state;
      }
      const reported = { ...state, reported: drifting };
      store.saveState(camera.id, camera.setUp, reported);
      if (drifting.length === 0) logger.info({ camera: camera.id }, "camera no longer drifts");
      else logger.warn({ camera: camera.id, measures: drifting }, "camera drifts from its reference");
      return reported;
    },
  };
}

/** Returns the learned state of a camera; a new one if the camera or its model has been replaced. */
function openState(store: DriftStore, camera: WatchedCamera): CameraState {
  const known = store.readState(camera.id);
  if (known?.setUp === camera.setUp) return known.state;
  store.forget(camera.id);
  // A drift that was reported is reported as ended.
  return { ...newState(), reported: known?.state.reported ?? [] };
}
