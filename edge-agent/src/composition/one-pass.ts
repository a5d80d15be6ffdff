import type { Camera } from "../cameras/camera.ts";
import type { Frame } from "../cameras/frame.ts";
import { openCamera } from "../cameras/open-camera.ts";
import { takeFirstFrame } from "../cameras/take-picture.ts";
import { lookAtClock } from "../base/clock-synchronised.ts";
import type { Clock } from "../base/clock.ts";
import type { AgentConfig, StationConfig } from "../config/config.ts";
import { ModelLoadError } from "../inference/model-errors.ts";
import type { Logger } from "../base/logger.ts";
import { createModelShelf, type ModelShelf } from "./model-shelf.ts";
import { usedCameras } from "./open-cameras.ts";
import { numberCamerasOf } from "./open-number-cameras.ts";
import { openCaptureOperators } from "./open-operators.ts";
import { openStations } from "./open-stations.ts";
import { createLaneTime } from "../stations/passages/lane-time.ts";
import { openPassageFile } from "../stations/passages/passage-file.ts";
import type { CaptureStore, StationCapture, UnnumberedScan } from "../stations/capture.ts";
import { findNumbers } from "../stations/number-photo.ts";
import type { Traces } from "../base/traces/traces.ts";
import { createPictureShelf } from "../care/watching/picture-shelf.ts";

/** Time in ms that a scan's full picture may lie back: as long as the other cameras and the models may take to open. */
const KEEP_MS = 120_000;

/** Result of a camera: the size of its picture, or the reason why it gave none and its fix. */
type PassedCamera = {
  id: string;
  ok: boolean;
  widthPixels: number | null;
  heightPixels: number | null;
  message: string;
  fix: string;
};
/** Record captured in a pass; `containerNumber` is null while it waits for its number. */
export type PassedRecord = {
  capture: StationCapture | UnnumberedScan;
  containerNumber: string | null;
  /** True if the store accepted it. */
  isKept: boolean;
};
/** `problem` is the last failure of the station; null where everything worked. */
type PassedStation = { id: string; cameraId: string; problem: string | null; records: PassedRecord[] };
/** The container numbers that one picture of a number camera shows; several pictures decide when the agent runs. */
type PassedNumbers = { cameraId: string; problem: string | null; read: { text: string; confidence: number }[] };

export type Pass = {
  cameras: PassedCamera[];
  stations: PassedStation[];
  numbers: PassedNumbers[];
  /** Stations that scan the pictures of a folder, each of which is taken once: a pass leaves them to the agent. */
  leftOut: string[];
};

type PassParts = {
  config: AgentConfig;
  /** Destination of captures; null: they are not stored. */
  store: { keep: CaptureStore; whenSaved: () => Promise<void> } | null;
  newId: () => string;
  clock: Clock;
  random: () => number;
  /** `NO_TRACES` unless the configuration names a collector. */
  traces: Traces;
  logger: Logger;
  /** Time in ms that a camera may take for its picture. */
  timeoutMs: number;
};

type OpenedCamera = { camera: Camera; frame: Frame | null; passed: PassedCamera };
type ScanTools = {
  opened: readonly OpenedCamera[];
  models: ModelShelf;
  userEmailAt: (cameraId: string) => string | undefined;
};

/**
 * Takes one picture of every camera, and scans it at every station with its models and side cameras, as the agent does.
 * A camera or a model that fails does not affect the others.
 */
export async function takePass(parts: PassParts): Promise<Pass> {
  const { config, logger } = parts;
  const folders = new Set(config.cameras.flatMap(({ id, url }) => (url.startsWith("folder:") ? [id] : [])));
  const taken = config.stations.filter(({ camera }) => !folders.has(camera));
  const used = { ...config, stations: taken };
  await using stack = new AsyncDisposableStack();
  const numberCameras = numberCamerasOf(config);
  const models = createModelShelf({ config, askers: taken.length + numberCameras.length, logger });
  stack.defer(() => models.close());
  // Before the first capture, which states whether the clock was synchronised.
  await lookAtClock();
  const opened = await openCameras(used, numberCameras, parts, stack);
  const { userEmailAt } = openCaptureOperators(parts);
  const stations: PassedStation[] = [];
  for (const station of taken) stations.push(await scanOnce(station, used, { opened, models, userEmailAt }, parts));
  const numbers: PassedNumbers[] = [];
  for (const cameraId of numberCameras) numbers.push(await readNumbers(cameraId, opened, models));
  return {
    cameras: opened.map(({ passed }) => passed),
    stations,
    numbers,
    leftOut: config.stations.flatMap(({ id, camera }) => (folders.has(camera) ? [id] : [])),
  };
}

/** Opens the cameras of the stations, those of evidence and those that read numbers, and waits for their pictures. */
function openCameras(
  config: AgentConfig,
  numberCameras: readonly string[],
  { clock, random, logger, timeoutMs }: PassParts,
  stack: AsyncDisposableStack,
): Promise<OpenedCamera[]> {
  return Promise.all(
    usedCameras(config, numberCameras).map(async (settings): Promise<OpenedCamera> => {
      const { id } = settings;
      const options = { ...settings, motion: undefined, health: undefined, keepMs: KEEP_MS, clock, random, logger };
      const camera = openCamera(options);
      stack.defer(() => camera.close());
      const first = await takeFirstFrame(camera, timeoutMs);
      if (!first.ok) {
        const { message, fix } = first;
        return { camera, frame: null, passed: { id, ok: false, widthPixels: null, heightPixels: null, message, fix } };
      }
      const { widthPixels, heightPixels } = first.frame;
      const message = `${widthPixels} × ${heightPixels} pixels`;
      return { camera, frame: first.frame, passed: { id, ok: true, widthPixels, heightPixels, message, fix: "" } };
    }),
  );
}

/** A station scans the picture of its camera once, whatever it shows. */
async function scanOnce(
  station: StationConfig,
  config: AgentConfig,
  { opened, models, userEmailAt }: ScanTools,
  { store, newId, clock, traces, logger }: PassParts,
): Promise<PassedStation> {
  const { id, camera: cameraId } = station;
  const records: PassedRecord[] = [];
  if (!opened.some(({ passed, frame }) => passed.id === cameraId && frame)) {
    return { id, cameraId, problem: "its camera gave no picture", records };
  }
  const scan = { ...station.scan, each: "picture", everySeconds: undefined, onChange: false } as const;
  try {
    const stations = await openStations({
      config: { ...config, stations: [{ ...station, scan }] },
      cameras: opened.map(showOnce),
      models,
      pictures: createPictureShelf(clock.monotonicMs),
      drift: null,
      shadows: undefined,
      store: recordInto(records, store?.keep),
      whenSaved: store?.whenSaved ?? (() => Promise.resolve()),
      held: [],
      userEmailAt,
      newId,
      clock,
      laneTime: createLaneTime(clock),
      // The agent may run beside it.
      passageFile: { ...openPassageFile(config.dataDir, logger), write: () => {} },
      traces,
      logger,
    });
    const fault = await Promise.race([stations.fault, stations.ended]);
    if (fault instanceof Error) throw fault;
    const problem = stations.list[0]?.status().failures.last ?? null;
    return { id, cameraId, problem, records };
  } catch (error) {
    // Another station may use another model.
    if (!(error instanceof ModelLoadError)) throw error;
    return { id, cameraId, problem: error.message, records };
  }
}

/** A camera that shows the picture it has given, to each who asks. */
const showOnce = ({ camera, frame }: OpenedCamera): Camera => ({
  ...camera,
  async *frames() {
    if (frame) yield frame;
  },
  setIdle: () => {},
});

/** Records captures, and passes them on. */
function recordInto(records: PassedRecord[], keep: CaptureStore | undefined): CaptureStore {
  return {
    commit(capture) {
      const isKept = keep?.commit(capture) ?? true;
      const containerNumber = "containerNumber" in capture ? capture.containerNumber : null;
      records.push({ capture, containerNumber, isKept });
      return isKept;
    },
    hold(scan) {
      const isKept = keep?.hold(scan) ?? true;
      records.push({ capture: scan, containerNumber: null, isKept });
      return isKept;
    },
    assignNumber(id, containerNumber, passageId) {
      const record = records.find(({ capture }) => capture.id === id);
      if (record) record.containerNumber = containerNumber;
      return keep?.assignNumber(id, containerNumber, passageId) ?? true;
    },
  };
}

async function readNumbers(
  cameraId: string,
  opened: readonly OpenedCamera[],
  models: ModelShelf,
): Promise<PassedNumbers> {
  const found = opened.find(({ passed }) => passed.id === cameraId);
  if (!found?.frame) return { cameraId, problem: "it gave no picture", read: [] };
  const reader = await models.numberReader();
  const { frame, problem } = await found.camera.fullPicture(found.frame);
  const { places } = await reader.read(frame, cameraId);
  const read = findNumbers(places, frame, 1).map(({ className: text, confidence }) => ({ text, confidence }));
  return { cameraId, problem, read };
}
