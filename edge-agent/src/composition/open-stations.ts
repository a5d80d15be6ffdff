import type { Camera } from "../cameras/camera.ts";
import type { Frame } from "../cameras/frame.ts";
import { isClockSynchronised } from "../base/clock-synchronised.ts";
import type { Clock } from "../base/clock.ts";
import type { AgentConfig, StationConfig } from "../config/config.ts";
import type { DriftWatch } from "../care/drift/watch-drift.ts";
import type { Detections } from "../inference/detections.ts";
import type { PooledModel } from "../inference/inference-pool.ts";
import { ModelLoadError } from "../inference/model-errors.ts";
import type { Logger } from "../base/logger.ts";
import type { ModelShelf } from "./model-shelf.ts";
import { nameForgotten, ownerOf } from "./name-forgotten.ts";
import type { Shadows, StationShadows } from "../care/shadows/open-shadows.ts";
import type { CaptureStore, HeldScan } from "../stations/capture.ts";
import { chooseObjects } from "../stations/choose-objects.ts";
import { type Lane, openLanes } from "../stations/lanes.ts";
import type { LaneTime } from "../stations/passages/lane-time.ts";
import type { PassageFile } from "../stations/passages/passage-file.ts";
import { createStationPassages } from "../stations/passages/station-passages.ts";
import { type ManualName, nameManualScan } from "../stations/name-manual-scan.ts";
import { createNumberIntake } from "./take-numbers.ts";
import { createEvidence, createSideCamera, type SideCamera } from "../stations/side-cameras.ts";
import type { ScanRules } from "../stations/scan-rules.ts";
import { createStation, type Station } from "../stations/station.ts";
import type { FurtherScan } from "../stations/make-captures.ts";
import { flickerMs, type VisitSettings } from "../stations/watch-visits.ts";
import { createTracker } from "../tracking/tracker.ts";
import type { Traces } from "../base/traces/traces.ts";
import type { PictureShelf } from "../care/watching/picture-shelf.ts";

export type StationsParts = {
  config: AgentConfig;
  cameras: readonly Camera[];
  models: ModelShelf;
  pictures: Pick<PictureShelf, "ofStation" | "ofSideCamera">;
  /** Null: the days of the cameras are not compared. */
  drift: Pick<DriftWatch, "observe"> | null;
  /** Undefined: no model is compared with others. */
  shadows: Pick<Shadows, "ofStation"> | undefined;
  store: CaptureStore;
  /** Resolves once no capture is kept in memory, because the disk refuses it. */
  whenSaved: () => Promise<void>;
  /** Scans that waited for their number when the agent was stopped. */
  held: readonly HeldScan[];
  /** Returns the operator for the current captures of a camera. */
  userEmailAt: (cameraId: string) => string | undefined;
  newId: () => string;
  clock: Clock;
  laneTime: LaneTime;
  /** Passages of the lanes from before the start. */
  passageFile: PassageFile;
  /** `NO_TRACES` unless the configuration names a collector. */
  traces: Traces;
  logger: Logger;
};

/** Starts every configured station on its camera; `fault` resolves when one ends by an internal error. */
export async function openStations(parts: StationsParts) {
  const { config, cameras, laneTime, passageFile, logger } = parts;
  const stations = config.stations.map((one) => ({ ...one, followsLoads: scanEachOf(one, config) === "load" }));
  const lanes = openLanes({ lanes: config.lanes, stations }, passageFile, laneTime.nowMs);
  nameForgotten(parts);
  const sideCameras = cameras
    .filter(({ id }) => config.stations.some(({ evidence }) => evidence.cameras.includes(id)))
    .map((camera) => createSideCamera(camera));
  for (const camera of sideCameras) parts.pictures.ofSideCamera(camera);
  const list: Station[] = [];
  for (const station of config.stations) {
    list.push(await openStation(station, { ...parts, lane: lanes.ofStation(station), sideCameras }));
  }

  const stopping = new AbortController();
  const { promise: fault, resolve: reportFault } = Promise.withResolvers<Error>();
  const loops = list.map((station) =>
    station.run(stopping.signal).catch((error: unknown) => {
      logger.error({ station: station.id, err: error }, "station ended by an internal error");
      reportFault(new Error(`station ${station.id} ended by an internal error: ${String(error)}`, { cause: error }));
    }),
  );

  return {
    list,
    fault,
    /** Resolves once every camera has ended, and the last scans are taken. */
    ended: Promise.all(loops),
    ...createNumberIntake({ lanes, stations: list, ...parts }),
    /** True where another vehicle has come to a lane since a scan was captured; null where that is not known. */
    hasLeft: (lane: string, capturedAtMs: number): boolean | null =>
      lanes.find({ lane })?.passages.hasLeft(capturedAtMs) ?? null,
    /** Names a picture that a person scans; null at a camera without a station. */
    nameManual(cameraId: string, containerNumber: string | undefined): ManualName | null {
      const station = config.stations.find(({ camera }) => camera === cameraId);
      if (!station) return null;
      const passages = createStationPassages({ deviceId: config.device.id, lane: lanes.ofStation(station), station });
      const picture = { loadId: parts.newId(), atMs: laneTime.nowMs(), cameraId };
      return nameManualScan(containerNumber, { passages, ...picture, logger });
    },
    /** Scans the next picture of a station; one that scans each picture anyway refuses it. */
    requestScan(stationId: string): "requested" | "unknown" | "each-picture" {
      const station = list.find(({ id }) => id === stationId);
      if (!station) return "unknown";
      if (station.scanEach === "picture") return "each-picture";
      station.requestScan();
      return "requested";
    },
    /**
     * Resolves once the last scans are taken and all events are passed on. Scans without a number stay on disk, where
     * the next start finds them.
     */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(loops);
      for (const station of list) {
        if (!station.status().waitingForNumber) continue;
        logger.info({ station: station.id }, "scans wait for their container number until the next start");
      }
    },
  };
}

export type Stations = Awaited<ReturnType<typeof openStations>>;

async function openStation(
  station: StationConfig,
  parts: StationsParts & { lane: Lane; sideCameras: readonly SideCamera[] },
) {
  const { config, cameras, pictures, lane, sideCameras, held, store, whenSaved, newId, clock, traces, logger } = parts;
  const { laneTime } = parts;
  const { scanType, geometry } = station;
  const { minimumConfidence } = station.scan;
  const camera = cameras.find(({ id }) => id === station.camera);
  const { framesPerSecond } = config.cameras.find(({ id }) => id === station.camera) ?? {};
  if (!camera || framesPerSecond === undefined) throw new Error(`station ${station.id} has no camera`);
  const model = await openModel(station, parts);
  const shadows = parts.shadows?.ofStation();
  const frameIntervalMs = 1_000 / framesPerSecond;
  // A busy machine sees fewer pictures than it asks for: a track must outlive several.
  const tracker = createTracker({ bufferMs: Math.max(2_000, 5 * frameIntervalMs) });
  const scanEach = scanEachOf(station, config);
  const shown = pictures.ofStation({
    cameraId: camera.id,
    isTracked: scanEach !== "picture",
    minimumConfidence,
    setIdle: (isIdle) => camera.setIdle(isIdle),
  });
  const scanConfidence = config.models.get(station.model)?.confidence ?? minimumConfidence;
  const [isEachPicture, isWatched] = [scanEach === "picture", shown.isWatched];
  const countLook = createLookCounter(parts, { camera, isEachPicture, isWatched, scanConfidence });
  const detect = createDetector(station, { model, shadows, countLook });
  return createStation({
    id: station.id,
    cameraId: station.camera,
    deviceId: config.device.id,
    userEmailAt: parts.userEmailAt,
    scanEach,
    rules: scanRules(station, scanEach, frameIntervalMs),
    visit: visitSettings(station, frameIntervalMs),
    minimumConfidence,
    scanType,
    geometry,
    furtherScans: await openFurtherScans(station, { ...parts, shadows }),
    onProcessed: () => shadows?.compare(),
    scanConfidence,
    frames: (signal) => camera.frames(signal),
    setIdle: shown.setIdle,
    detect: (frame) => shown.detect(frame, () => detect(frame)),
    fullPicture: (frame) => camera.fullPicture(frame),
    track: (detections, time) => shown.tracked(tracker.update(detections, time)),
    passages: createStationPassages({ deviceId: config.device.id, lane, station }),
    laneTime,
    evidence: createEvidence(sideCameras.filter(({ id }) => station.evidence.cameras.includes(id))),
    store,
    whenSaved,
    held: held.filter(({ cameraId }) => ownerOf(config, cameraId)?.id === station.id),
    newId,
    clock,
    isClockSynchronised,
    traces,
    logger,
  });
}

/** Pictures that a scanner drops into a folder have nothing to do with each other. */
function scanEachOf({ scan, camera }: StationConfig, { cameras }: Pick<AgentConfig, "cameras">) {
  const { url = "" } = cameras.find(({ id }) => id === camera) ?? {};
  return scan.each ?? (url.startsWith("folder:") ? "picture" : "load");
}

/** The model of a station; throws a ModelLoadError when it lacks a class that the station selects. */
async function openModel(station: StationConfig, { config, models }: Pick<StationsParts, "config" | "models">) {
  const model = await models.named(station.model);
  const unknown = station.objects.classes?.find((name) => !model.classNames.includes(name));
  if (unknown !== undefined) {
    const reason = `station ${station.id} selects the class "${unknown}", which it does not have`;
    const file = config.models.get(station.model)?.file ?? station.model;
    throw new ModelLoadError(file, `${reason}; its classes: ${model.classNames.join(", ")}`);
  }
  return model;
}

/** Finds what belongs to a station, and hands it to what counts and compares. */
function createDetector(
  station: StationConfig,
  parts: {
    model: PooledModel;
    shadows: StationShadows | undefined;
    countLook: (frame: Frame, found: Detections) => void;
  },
) {
  const { model, shadows, countLook } = parts;
  const choose = (all: Detections) => chooseObjects(all, station.objects);
  return async (frame: Frame): Promise<Detections> => {
    const found = choose(await model.detect(frame, station.camera));
    shadows?.note(station.model, { picture: frame, found, choose });
    countLook(frame, found);
    return found;
  };
}

/** Passes pictures and findings to the comparison of the days. */
function createLookCounter(
  { config, drift }: Pick<StationsParts, "config" | "drift">,
  station: { camera: Camera; isEachPicture: boolean; isWatched: () => boolean; scanConfidence: number },
) {
  const { camera, isEachPicture, isWatched, scanConfidence } = station;
  const hasMotion = config.cameras.some(({ id, motion }) => id === camera.id && motion !== undefined);
  return (frame: Frame, { model, items, likeness }: Detections): void =>
    drift?.observe(camera.id, frame, {
      model,
      // While it is watched, pictures without motion come as well.
      isMoving: isEachPicture || (hasMotion && !isWatched() && !camera.status().quiet),
      findings: items.filter(({ confidence }) => confidence >= scanConfidence),
      isUnlike: likeness?.isUnlike ?? null,
    });
}

function visitSettings({ scan }: StationConfig, frameIntervalMs: number): VisitSettings {
  return {
    stableMs: scan.stableSeconds * 1_000,
    goneMs: scan.goneSeconds * 1_000,
    maxWaitMs: scan.maxWaitSeconds * 1_000,
    minimumPresenceMs: scan.minimumPresenceSeconds * 1_000,
    maxSpeedPerSecond: scan.maxSpeedPercent / 100,
    frameIntervalMs,
  };
}

function scanRules({ scan }: StationConfig, scanEach: string, frameIntervalMs: number): ScanRules {
  const { everySeconds, everyWithoutObjects, onChange, changeMovePercent } = scan;
  const { stableSeconds, minimumPresenceSeconds } = scan;
  return {
    ofLoads: scanEach === "load",
    interval:
      everySeconds === undefined ? null : { everyMs: everySeconds * 1_000, withoutObjects: everyWithoutObjects },
    change: onChange
      ? {
          stableMs: stableSeconds * 1_000,
          minimumPresenceMs: minimumPresenceSeconds * 1_000,
          flickerMs: flickerMs(frameIntervalMs),
          minimumMove: changeMovePercent / 100,
        }
      : null,
  };
}

/** Zones, classes and sizes belong to the station's own model, so they do not filter the findings here. */
async function openFurtherScans(
  { camera, alsoScan }: StationConfig,
  parts: Pick<StationsParts, "config" | "models"> & { shadows: StationShadows | undefined },
): Promise<FurtherScan[]> {
  const types = ["category", "defect", "illegal"] as const;
  const scans = types.map(async (type): Promise<FurtherScan[]> => {
    const name = alsoScan[type];
    const settings = name === undefined ? undefined : parts.config.models.get(name);
    if (name === undefined || !settings) return [];
    const model = await parts.models.named(name);
    const detect = async (frame: Frame) => {
      const found = await model.detect(frame, camera);
      parts.shadows?.note(name, { picture: frame, found, choose: (all) => all });
      return found;
    };
    return [{ type, scanConfidence: settings.confidence, detect }];
  });
  return (await Promise.all(scans)).flat();
}
