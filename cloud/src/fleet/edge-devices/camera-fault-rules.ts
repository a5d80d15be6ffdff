import type { HeartbeatRequest } from "@container-inspection/shared-schemas/heartbeats";

type CameraReport = NonNullable<HeartbeatRequest["cameras"]>[number];

/** Fault of a camera, as reported by its device: `down` when it delivers no pictures. */
export type CameraFault = { cameraId: string; fault: string; reason: string | null };

/** A fault as it is kept: since when every heartbeat has contained it, and when it was reported. */
export type KeptFault = { cameraId: string; since: Date; lastAt: Date; reportedAt: Date | null };

/** Returns the faults of the cameras in a heartbeat, one for each faulty camera. */
export function findCameraFaults(cameras: readonly CameraReport[]): CameraFault[] {
  const faults = cameras.flatMap((camera): CameraFault[] => {
    const fault = faultOf(camera);
    if (fault === undefined) return [];
    return [{ cameraId: camera.camera_id, fault, reason: fault === "down" ? (camera.last_error ?? null) : null }];
  });
  return [...new Map(faults.map((fault) => [fault.cameraId, fault])).values()];
}

function faultOf({ state, picture_faults: faults = [], frozen }: CameraReport): string | undefined {
  if (state !== "running") return "down";
  return faults[0] ?? (frozen ? "frozen" : undefined);
}

export type FaultSteps = {
  /** The faults to keep, with their times. */
  kept: (CameraFault & KeptFault)[];
  /** Those of them that are to be reported now. */
  due: (CameraFault & KeptFault)[];
  /** Cameras that are well or that the device no longer has. */
  ended: KeptFault[];
};

/**
 * Follows faults from heartbeat to heartbeat: a fault is due once it has been in every heartbeat for `afterMs`. A gap
 * of `gapMs` between two heartbeats starts that time again, because nothing is known of the time in between.
 */
export function followFaults(
  before: readonly KeptFault[],
  now: readonly CameraFault[],
  { at, afterMs, gapMs }: { at: Date; afterMs: number; gapMs: number },
): FaultSteps {
  const kept = now.map((fault) => {
    const known = before.find(({ cameraId }) => cameraId === fault.cameraId);
    const isGap = known !== undefined && at.getTime() - known.lastAt.getTime() > gapMs;
    const since = known && !(isGap && known.reportedAt === null) ? known.since : at;
    const isDue = !known?.reportedAt && at.getTime() - since.getTime() >= afterMs;
    return { ...fault, since, lastAt: at, reportedAt: isDue ? at : (known?.reportedAt ?? null) };
  });
  return {
    kept,
    due: kept.filter(({ reportedAt }) => reportedAt === at),
    ended: before.filter(({ cameraId }) => !now.some((fault) => fault.cameraId === cameraId)),
  };
}
