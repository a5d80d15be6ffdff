import type { Camera } from "../cameras/camera.ts";
import type { Clock } from "../base/clock.ts";
import { isClockSynchronised } from "../base/clock-synchronised.ts";
import type { AgentConfig } from "../config/config.ts";
import type { NumbersConfig } from "../config/numbers-section.ts";
import type { PooledNumberReader } from "../inference/inference-pool.ts";
import type { Logger } from "../base/logger.ts";
import type { FusedNumber } from "../reading/fuse-looks.ts";
import { createNumberLane, type NumberCamera, type NumberLaneParts } from "../reading/number-camera.ts";
import { describeEvidence } from "../reading/number-evidence.ts";
import { createNumberWatch, type NumberPass } from "../reading/number-watch.ts";
import type { CaptureStore } from "../stations/capture.ts";
import { createFailureLog, type FailureCounts } from "../stations/failure-log.ts";
import type { NumberTarget } from "../stations/lanes.ts";
import { findNumbers, makeNumberPhoto } from "../stations/number-photo.ts";
import type { LaneTime } from "../stations/passages/lane-time.ts";
import type { NumberIntake } from "./take-numbers.ts";
import type { PictureShelf } from "../care/watching/picture-shelf.ts";

export type NumberCamerasParts = {
  config: AgentConfig;
  cameras: readonly Camera[];
  /** Null where no camera reads numbers. */
  reader: PooledNumberReader | null;
  intake: Pick<NumberIntake, "follow" | "waitForReadings">;
  pictures: Pick<PictureShelf, "ofStation">;
  store: CaptureStore;
  /** Numbers that are awaited: where a picture is in doubt, they are likelier. */
  expected: () => ReadonlySet<string>;
  /** Returns the operator for the current captures of a camera. */
  userEmailAt: (cameraId: string) => string | undefined;
  newId: () => string;
  clock: Clock;
  laneTime: LaneTime;
  logger: Logger;
};

/** Readings by the number cameras of one lane, or of one station without a lane. */
export type NumberLaneStatus = {
  /** The lane, or the station. */
  id: string;
  cameraIds: string[];
  /** The networks that vote, by their names. */
  networks: string;
  /** Vehicles since the start whose number was read, or was not. */
  read: number;
  unread: number;
  /** Decision about the last vehicle; `reason` is null if its number was read. */
  last: { atMs: number; numbers: { text: string; confidence: number; looks: number }[]; reason: string | null } | null;
  /** Time of reading one picture; null before the first. */
  inferenceMs: number | null;
  failures: FailureCounts;
};

type LaneParts = NumberCamerasParts & { reader: PooledNumberReader };
type NumberLane = { id: string; target: NumberTarget; positions: readonly string[]; cameraIds: readonly string[] };

/** The lanes and stations whose container numbers cameras read. */
function numberLanes({ lanes, stations }: Pick<AgentConfig, "lanes" | "stations">): NumberLane[] {
  const ofLanes = lanes.map(({ id, positions, numberCameras }) => ({
    id,
    target: { lane: id },
    positions,
    cameraIds: numberCameras,
  }));
  const ofStations = stations.map(({ id, numberCameras }) => ({
    id,
    target: { station: id },
    positions: [],
    cameraIds: numberCameras,
  }));
  return [...ofLanes, ...ofStations].filter(({ cameraIds }) => cameraIds.length > 0);
}

/** The cameras that read container numbers. */
export const numberCamerasOf = (config: Pick<AgentConfig, "lanes" | "stations">): string[] =>
  numberLanes(config).flatMap(({ cameraIds }) => cameraIds);

/** Starts to read the pictures of all number cameras; `fault` resolves when one ends by an internal error. */
export function openNumberCameras(parts: NumberCamerasParts) {
  const stopping = new AbortController();
  const { promise: fault, resolve: reportFault } = Promise.withResolvers<Error>();
  const { reader, config } = parts;
  const { numbers } = config;
  const list =
    reader && numbers ? numberLanes(config).map((lane) => openLane(lane, numbers, { ...parts, reader })) : [];
  const loops = list.map(({ lane, status }) =>
    lane.run(stopping.signal).catch((error: unknown) => {
      const { id } = status();
      parts.logger.error({ lane: id, err: error }, "number cameras ended by an internal error");
      reportFault(
        new Error(`the number cameras of ${id} ended by an internal error: ${String(error)}`, { cause: error }),
      );
    }),
  );
  return {
    fault,
    /** Runs the periodic work of all lanes; call it every second. */
    tick(): void {
      for (const { lane } of list) lane.tick();
    },
    status: (): NumberLaneStatus[] => list.map(({ status }) => status()),
    /** Resolves once no picture is being read and all photos are made. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(loops);
      await Promise.all(list.map(({ whenPhotosAreMade }) => whenPhotosAreMade()));
    },
  };
}
export type NumberCameras = ReturnType<typeof openNumberCameras>;

function openLane(settings: NumberLane, numbers: NumbersConfig, parts: LaneParts) {
  const { id, positions, cameraIds } = settings;
  const { clock, laneTime, logger } = parts;
  const failures = createFailureLog(clock, (fields, message) => logger.error({ lane: id, ...fields }, message));
  const noteFailure: NumberLaneParts["noteFailure"] = (what, error) => failures.note(what, error);
  const { minimumConfidence, enoughLooks, goneSeconds } = numbers;
  const results = createResults(settings, { ...parts, noteFailure });
  const lane = createNumberLane({
    cameras: cameraIds.map((cameraId) => openNumberCamera(cameraId, parts)),
    watch: createNumberWatch({
      positions,
      minimumConfidence,
      enoughLooks,
      goneMs: goneSeconds * 1_000,
      expected: parts.expected,
    }),
    passed: (pass, pictureOf) => results.passed(pass, pictureOf),
    noteFailure,
    time: laneTime,
  });
  parts.intake.waitForReadings(settings.target, lane.readUntilMs);
  const status = (): NumberLaneStatus => ({
    id,
    cameraIds: [...cameraIds],
    networks: parts.reader.name,
    ...results.status(),
    inferenceMs: lane.inferenceMs(),
    failures: failures.counts(),
  });
  return { lane, status, whenPhotosAreMade: results.whenPhotosAreMade };
}

/** Reports the numbers read to the passages of the lane, keeps their photos, and counts. */
function createResults({ id, target }: NumberLane, parts: LaneParts & { noteFailure: NumberLaneParts["noteFailure"] }) {
  const { intake, newId, clock, logger, noteFailure } = parts;
  const photos = createPhotos(parts);
  const counts = { read: 0, unread: 0 };
  let last: NumberLaneStatus["last"] = null;
  /** The reading of the newest pass. */
  let reading = { pass: 0, id: "" };

  const note = (numbers: readonly FusedNumber[], reason: string | null): void => {
    counts[reason === null ? "read" : "unread"] += 1;
    const described = numbers.map(({ text, confidence, looks }) => ({ text, confidence, looks: looks.length }));
    last = { atMs: clock.nowMs(), numbers: described, reason };
    if (reason !== null) logger.info({ lane: id, reason, numbers: described }, "container number not read");
  };

  return {
    passed(
      { number: pass, fromMs, toMs, noticedMs, isOver, isDoubtful, outcome }: NumberPass,
      pictureOf: PictureOf,
    ): void {
      if (pass !== reading.pass) reading = { pass, id: newId() };
      const span = { id: reading.id, fromMs, toMs, noticedMs, isOver };
      const result = intake.follow(target, { ...span, isDoubtful, decision: decisionOf(outcome) });
      if (outcome?.kind === "unread") return note(outcome.best, outcome.reason);
      if (outcome === null) return;
      const numbers = outcome.numbers.map(({ number }) => number);
      if (!result.ok && result.reason === "contradictory") return note(numbers, result.reason);
      if (!result.ok) return noteFailure("a container number was not announced", new Error(result.message));
      // The same vehicle may come into view again.
      if (!result.isNew) return;
      for (const number of numbers) photos.keep(number, { pictureOf, passageId: result.passageId });
      note(numbers, null);
    },
    status: () => ({ ...counts, last }),
    whenPhotosAreMade: photos.whenMade,
  };
}

/** A new decision about a vehicle as its lane takes it; null where none was made. */
function decisionOf(outcome: NumberPass["outcome"]) {
  if (outcome?.kind !== "read") return outcome && { state: "unread" as const, reason: outcome.reason };
  const reports = outcome.numbers.map(({ number, position }) => ({
    containerNumber: number.text,
    confidence: number.confidence,
    position,
    source: "camera" as const,
    evidence: describeEvidence(number),
  }));
  return { state: "read" as const, reports };
}

/** Keeps the pictures that decided about numbers as photos of evidence, one after the other. */
function createPhotos({
  store,
  reader,
  config,
  userEmailAt,
  newId,
  noteFailure,
}: LaneParts & { noteFailure: NumberLaneParts["noteFailure"] }) {
  const photoParts = { deviceId: config.device.id, userEmailAt, newId, isClockSynchronised };
  let photos: Promise<void> = Promise.resolve();
  return {
    keep(number: FusedNumber, { pictureOf, passageId }: { pictureOf: PictureOf; passageId: string | undefined }): void {
      const {
        text,
        confidence,
        looks: [best],
      } = number;
      const frame = best && pictureOf(best);
      if (!frame) return;
      const make = async () => {
        const photo = await makeNumberPhoto(frame, { text, confidence, place: best.place }, reader, photoParts);
        store.commit({ ...photo, passageId, containerNumber: text });
      };
      photos = photos.then(make).catch((error: unknown) => noteFailure("photo of a container number failed", error));
    },
    whenMade: () => photos,
  };
}
type PictureOf = Parameters<NumberLaneParts["passed"]>[1];

/** A camera of the configuration; users who watch it see the numbers that it shows. */
function openNumberCamera(cameraId: string, { cameras, pictures, reader }: LaneParts): NumberCamera {
  const camera = cameras.find(({ id }) => id === cameraId);
  if (!camera) throw new Error(`the number camera ${cameraId} is not open`);
  const setIdle = (isIdle: boolean) => camera.setIdle(isIdle);
  const shown = pictures.ofStation({ cameraId, isTracked: false, minimumConfidence: 0, setIdle });
  return {
    id: cameraId,
    frames: (signal) => camera.frames(signal),
    setIdle: shown.setIdle,
    async read(frame) {
      const { frame: picture, problem } = await camera.fullPicture(frame);
      const { places, inferenceMs } = await reader.read(picture, cameraId);
      const { widthPixels, heightPixels } = frame;
      const items = findNumbers(places, frame, widthPixels / picture.widthPixels);
      await shown.detect(frame, async () => ({ model: reader, widthPixels, heightPixels, inferenceMs, items }));
      return { places, picture, problem, inferenceMs };
    },
  };
}
