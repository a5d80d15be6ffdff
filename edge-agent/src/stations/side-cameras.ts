import type { Camera, FullPicture } from "../cameras/camera.ts";
import type { Frame } from "../cameras/frame.ts";
import type { SidePicture } from "./make-captures.ts";
import type { ScanDecision } from "./watch-visits.ts";

/** A camera whose pictures are evidence; several stations may ask it. */
export type SideCamera = {
  id: string;
  /** The newest picture, or null when none comes in time. */
  picture(): Promise<Frame | null>;
  /** The newest picture as evidence: at full size. */
  photo(): Promise<FullPicture | null>;
};

/** Time in ms that a side camera may take for a picture. */
const WAIT_MS = 5_000;

/** Gives the camera's newest picture, or null when none comes in time; requests at the same time get the same one. */
export function createSideCamera(
  camera: Pick<Camera, "id" | "fullPicture"> & { frames: (signal: AbortSignal) => AsyncIterable<Frame> },
  waitMs: number = WAIT_MS,
): SideCamera {
  let asking: Promise<Frame | null> | null = null;
  const ask = async (): Promise<Frame | null> => {
    for await (const frame of camera.frames(AbortSignal.timeout(waitMs))) return frame;
    return null;
  };
  const picture = () =>
    (asking ??= ask().finally(() => {
      asking = null;
    }));
  return {
    id: camera.id,
    picture,
    async photo() {
      const frame = await picture();
      return frame && camera.fullPicture(frame);
    },
  };
}

/**
 * The pictures of a station's side cameras, once per visit: those of the moment of the scan, or those of the
 * beginning of the visit where the load has left already.
 */
export function createEvidence(cameras: readonly SideCamera[]) {
  /** First pictures of the newest visit and the previous one, which may be decided on after the newest has begun. */
  let atBegin: { visit: number; pictures: SidePicture[] }[] = [];
  let lastVisit: number | undefined;
  const takeNow = (): SidePicture[] =>
    cameras.map((camera) => {
      const photo = camera.photo();
      // Handled where the scan is made, which may be later or never.
      photo.catch(() => {});
      return { cameraId: camera.id, photo };
    });
  return {
    /** Keeps the pictures of a load that has just come, in case it leaves before its scan. */
    begin(visit: number): void {
      atBegin = [...atBegin.slice(-1), { visit, pictures: takeNow() }];
    },
    /** The pictures that belong to a scan; none for a further scan of one visit. */
    take({ reason, visit }: Pick<ScanDecision<unknown>, "reason" | "visit">): SidePicture[] {
      if (visit !== undefined && visit === lastVisit) return [];
      lastVisit = visit;
      const hasLeft = reason === "left" || reason === "stopping";
      const begun = atBegin.find((other) => other.visit === visit);
      atBegin = atBegin.filter((other) => other !== begun);
      return hasLeft && begun ? begun.pictures : takeNow();
    },
  };
}
export type Evidence = ReturnType<typeof createEvidence>;
