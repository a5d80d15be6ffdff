import { setTimeout as delay } from "node:timers/promises";
import type { Box } from "../../base/pictures/box.ts";
import type { Frame } from "../../cameras/frame.ts";
import type { Detections } from "../../inference/detections.ts";
import type { TrackedFrame } from "../../tracking/track.ts";

/** An object in a picture, in its pixels; `trackingId` is null where objects are not tracked. */
type ShownObject = { trackingId: number | null; className: string; confidence: number; box: Box };

/** A processed picture of a camera, and the objects found in it. */
export type ShownPicture = {
  frame: Frame;
  /** Arrival time on the agent's monotonic clock. */
  arrivedAtMs: number;
  objects: ShownObject[];
};

/** Functions through which a station makes its pictures available for watching. */
type ShownStation = {
  /** Has a picture processed by `detect`. */
  detect: (frame: Frame, detect: () => Promise<Detections>) => Promise<Detections>;
  /** Takes in the objects that are tracked in the picture processed last, and returns them. */
  tracked: (tracked: TrackedFrame) => TrackedFrame;
  /** Passes on whether nothing is in front of the camera; a watched camera is never idle. */
  setIdle: (isIdle: boolean) => void;
  /** Returns true if all of its pictures are processed because they are wanted, whatever they show. */
  isWatched: () => boolean;
};

export type PictureShelf = {
  /** Names the cameras whose pictures a watcher wants from now on. */
  want: (watcher: string, cameraIds: readonly string[]) => void;
  /** The newest picture of a camera since it is wanted. */
  newest: (cameraId: string) => ShownPicture | undefined;
  ofStation: (station: {
    cameraId: string;
    /** True if `tracked` is called for each picture. */
    isTracked: boolean;
    /** Objects with less are shown only while they are tracked. */
    minimumConfidence: number;
    setIdle: (isIdle: boolean) => void;
  }) => ShownStation;
  /** A camera without a model, which gives single pictures. */
  ofSideCamera: (camera: { id: string; picture: () => Promise<Frame | null> }) => void;
};

/** Interval in ms at which a watched camera without a model is asked for a picture. */
const SIDE_INTERVAL_MS = 500;

/**
 * Holds the newest picture of each watched camera, and of no other. While a camera is watched, its pictures are all
 * processed: without motion they would be seconds old.
 */
export function createPictureShelf(monotonicMs: () => number): PictureShelf {
  const wantedBy = new Map<string, ReadonlySet<string>>();
  const pictures = new Map<string, ShownPicture>();
  const onChange = new Map<string, () => void>();
  const isWanted = (cameraId: string) => [...wantedBy.values()].some((cameras) => cameras.has(cameraId));
  return {
    want(watcher, cameraIds) {
      wantedBy.set(watcher, new Set(cameraIds));
      for (const cameraId of pictures.keys()) if (!isWanted(cameraId)) pictures.delete(cameraId);
      for (const change of onChange.values()) change();
    },
    newest: (cameraId) => pictures.get(cameraId),
    ofStation({ cameraId, isTracked, minimumConfidence, setIdle }) {
      let isIdle = false;
      let processed: ShownPicture | undefined;
      const show = (picture: ShownPicture | undefined) => {
        if (picture && isWanted(cameraId)) pictures.set(cameraId, picture);
        processed = undefined;
      };
      onChange.set(cameraId, () => setIdle(isIdle && !isWanted(cameraId)));
      return {
        async detect(frame, detect) {
          const arrivedAtMs = monotonicMs();
          const detections = await detect();
          const objects = detections.items
            .filter(({ confidence }) => confidence >= minimumConfidence)
            .map(({ className, confidence, box }) => ({ trackingId: null, className, confidence, box }));
          processed = isWanted(cameraId) ? { frame, arrivedAtMs, objects } : undefined;
          if (!isTracked) show(processed);
          return detections;
        },
        tracked(tracked) {
          const seen = tracked.tracks.filter(({ state }) => state === "tracked");
          const objects = seen.map(({ trackingId, className, confidence, box }) => ({
            trackingId,
            className,
            confidence,
            box,
          }));
          show(processed && { ...processed, objects });
          return tracked;
        },
        setIdle(next) {
          isIdle = next;
          setIdle(isIdle && !isWanted(cameraId));
        },
        isWatched: () => isWanted(cameraId),
      };
    },
    ofSideCamera: (camera) =>
      onChange.set(
        camera.id,
        createSidePictures(camera, {
          isWanted: () => isWanted(camera.id),
          take: (frame) => pictures.set(camera.id, { frame, arrivedAtMs: monotonicMs(), objects: [] }),
        }),
      ),
  };
}

/** Returns what asks a camera for pictures for as long as they are wanted; call it when that has changed. */
function createSidePictures(
  { picture }: Parameters<PictureShelf["ofSideCamera"]>[0],
  { isWanted, take }: { isWanted: () => boolean; take: (frame: Frame) => void },
): () => void {
  let isAsking = false;
  const ask = async () => {
    isAsking = true;
    while (isWanted()) {
      const frame = await picture().catch(() => null);
      if (frame && isWanted()) take(frame);
      await delay(SIDE_INTERVAL_MS);
    }
    isAsking = false;
  };
  return () => {
    if (!isAsking && isWanted()) void ask();
  };
}
