import type { Frame } from "../cameras/frame.ts";
import type { NumberLook } from "./fuse-looks.ts";
import type { NumberPass, NumberWatch } from "./number-watch.ts";
import type { NumberPlace } from "./number-place.ts";

/** A camera whose pictures show container numbers. */
export type NumberCamera = {
  id: string;
  frames: (signal: AbortSignal) => AsyncIterable<Frame>;
  /** Reads one of the frames; `picture` is the one that was read, and `problem` why it is smaller than it should be. */
  read: (
    frame: Frame,
  ) => Promise<{ places: NumberPlace[]; picture: Frame; problem: string | null; inferenceMs: number }>;
  /** Sets whether the view is empty; pictures without motion are then left out. */
  setIdle: (isIdle: boolean) => void;
};

export type NumberLaneParts = {
  cameras: readonly NumberCamera[];
  watch: NumberWatch;
  /** Receives each pass that has begun, continued or ended; `pictureOf` returns the picture of a look that decided. */
  passed: (pass: NumberPass, pictureOf: (look: NumberLook) => Frame | undefined) => void;
  noteFailure: (what: string, error: unknown) => void;
  /** The time of the lane, which only goes forward, and that of the capture of a picture. */
  time: { nowMs: () => number; of: (frame: Frame) => number };
};

/** Once a vehicle's number is known, it is only looked at to notice that it has left. */
const KNOWN_INTERVAL_MS = 1_000;
/** After a picture was read, the next one comes within this time, if something moves. */
const NEXT_PICTURE_MS = 1_000;
/** Pictures of looks that may decide are kept: each may have 25 MB. */
const MAX_PICTURES = 4;
const MEAN_WEIGHT = 0.05;

/** Reads the pictures of one lane's number cameras, and passes on the decision about each vehicle. */
export function createNumberLane({ cameras, watch, passed, noteFailure, time }: NumberLaneParts) {
  const pictures = new Map<NumberPlace, Frame>();
  const reads = createReads(time.nowMs);
  let inferenceMs: number | null = null;

  const settle = (passes: readonly NumberPass[]): void => {
    for (const pass of passes) passed(pass, ({ place }) => pictures.get(place));
    const wanted = new Set(
      watch.isDecided()
        ? []
        : watch
            .bestLooks()
            .slice(0, MAX_PICTURES)
            .map(({ place }) => place),
    );
    for (const place of pictures.keys()) if (!wanted.has(place)) pictures.delete(place);
    for (const camera of cameras) camera.setIdle(!watch.isOpen());
  };

  const read = async (camera: NumberCamera, frame: Frame): Promise<void> => {
    const { id } = camera;
    const takenMs = time.of(frame);
    const end = reads.begin(id, takenMs);
    try {
      const { places, picture, problem, inferenceMs: tookMs } = await camera.read(frame);
      if (problem !== null) noteFailure(`camera ${id} gave a smaller picture`, new Error(problem));
      inferenceMs = (inferenceMs ?? tookMs) + (tookMs - (inferenceMs ?? tookMs)) * MEAN_WEIGHT;
      const looks = places.map((place) => ({ cameraId: id, capturedAtMs: frame.capturedAtMs, place }));
      for (const place of places) pictures.set(place, picture);
      settle(watch.observe(looks, takenMs, time.nowMs()));
    } catch (error) {
      noteFailure(`reading a picture of camera ${id} failed`, error);
    } finally {
      end();
    }
  };

  return {
    /** Runs until the cameras end or `signal` aborts. */
    async run(signal: AbortSignal): Promise<void> {
      for (const camera of cameras) camera.setIdle(true);
      await Promise.all(
        cameras.map(async (camera) => {
          for await (const frame of camera.frames(signal)) {
            if (watch.isDecided() && time.nowMs() - reads.lastOf(camera.id) < KNOWN_INTERVAL_MS) continue;
            await read(camera, frame);
          }
        }),
      );
    },
    /** Ends the visit of a vehicle that may leave while no picture comes; call it every second. */
    tick(): void {
      if (!reads.isReading()) settle(watch.tick(time.nowMs()));
    },
    /** Time of capture up to which all that the cameras saw is known. */
    readUntilMs: () => reads.untilMs(),
    inferenceMs: () => inferenceMs,
  };
}

/** Keeps in mind which pictures are being read, by their times of capture. */
function createReads(nowMs: () => number) {
  const open = new Set<{ takenMs: number }>();
  const begun = new Map<string, number>();
  let last = { takenMs: -Infinity, endedMs: -Infinity };
  return {
    begin(cameraId: string, takenMs: number): () => void {
      const read = { takenMs };
      open.add(read);
      begun.set(cameraId, nowMs());
      return () => {
        open.delete(read);
        last = { takenMs: Math.max(last.takenMs, takenMs), endedMs: nowMs() };
      };
    },
    isReading: () => open.size > 0,
    /** The time at which the last reading of a camera's picture began; -Infinity before the first. */
    lastOf: (cameraId: string) => begun.get(cameraId) ?? -Infinity,
    untilMs(): number {
      if (open.size > 0) return Math.min(...[...open].map(({ takenMs }) => takenMs));
      return nowMs() - last.endedMs < NEXT_PICTURE_MS ? last.takenMs : Infinity;
    },
  };
}
