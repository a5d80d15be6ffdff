import type { Frame } from "../cameras/frame.ts";
import type { Clock } from "../base/clock.ts";
import type { NumberLook } from "./fuse-looks.ts";
import type { NumberOutcome, NumberWatch } from "./number-watch.ts";
import type { NumberPlace } from "./read-number.ts";

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
  /** Receives each outcome for a vehicle; `pictureOf` returns the picture of a look that decided. */
  decided: (outcome: NumberOutcome, pictureOf: (look: NumberLook) => Frame | undefined) => void;
  noteFailure: (what: string, error: unknown) => void;
  clock: Clock;
};

/** Once a vehicle's number is known, it is only looked at to notice that it has left. */
const KNOWN_INTERVAL_MS = 1_000;
/** Pictures of looks that may decide are kept: each may have 25 MB. */
const MAX_PICTURES = 4;
const MEAN_WEIGHT = 0.05;

/** Reads the pictures of one lane's number cameras, and passes on the decision about each vehicle. */
export function createNumberLane({ cameras, watch, decided, noteFailure, clock }: NumberLaneParts) {
  const pictures = new Map<NumberPlace, Frame>();
  let isReading = 0;
  let lastReadMs = -Infinity;
  let inferenceMs: number | null = null;

  const settle = (outcomes: readonly NumberOutcome[]): void => {
    for (const outcome of outcomes) decided(outcome, ({ place }) => pictures.get(place));
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
    isReading += 1;
    lastReadMs = clock.monotonicMs();
    const takenMs = lastReadMs;
    try {
      const { places, picture, problem, inferenceMs: tookMs } = await camera.read(frame);
      if (problem !== null) noteFailure(`camera ${id} gave a smaller picture`, new Error(problem));
      inferenceMs = (inferenceMs ?? tookMs) + (tookMs - (inferenceMs ?? tookMs)) * MEAN_WEIGHT;
      const looks = places.map((place) => ({ cameraId: id, capturedAtMs: frame.capturedAtMs, place }));
      for (const place of places) pictures.set(place, picture);
      settle(watch.observe(looks, takenMs, clock.monotonicMs()));
    } catch (error) {
      noteFailure(`reading a picture of camera ${id} failed`, error);
    } finally {
      isReading -= 1;
    }
  };

  return {
    /** Runs until the cameras end or `signal` aborts. */
    async run(signal: AbortSignal): Promise<void> {
      for (const camera of cameras) camera.setIdle(true);
      await Promise.all(
        cameras.map(async (camera) => {
          for await (const frame of camera.frames(signal)) {
            if (watch.isDecided() && clock.monotonicMs() - lastReadMs < KNOWN_INTERVAL_MS) continue;
            await read(camera, frame);
          }
        }),
      );
    },
    /** Ends the visit of a vehicle that may leave while no picture comes; call it every second. */
    tick(): void {
      if (isReading === 0) settle(watch.tick(clock.monotonicMs()));
    },
    inferenceMs: () => inferenceMs,
  };
}
