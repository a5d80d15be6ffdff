import type { FullPicture } from "../cameras/camera.ts";
import type { Frame } from "../cameras/frame.ts";
import type { Detections } from "../inference/detections.ts";
import type { ScanType, UnnumberedScan } from "./capture.ts";
import { withVolumes } from "./estimate-volume.ts";
import type { FloorGeometry } from "./floor-camera.ts";
import { confidentDetections, makeScanPayload, makeScanPictures } from "./make-scan.ts";

/** A frame, and the findings of the station's model in it. */
export type ScanPicture = { frame: Frame; detections: Detections; times?: PictureTimes | undefined };

/** Times of the steps in processing a frame, in milliseconds of the monotonic clock. */
export type PictureTimes = {
  /** Null for a recording, and for a picture file. */
  capturedMs: number | null;
  detectMs: number;
  foundMs: number;
  trackedMs?: number;
};

/** A model that processes the picture of a scan once more, for something else. */
export type FurtherScan = {
  type: ScanType;
  /** Findings with less are in no scan. */
  scanConfidence: number;
  detect: (frame: Frame) => Promise<Detections>;
};

export type CaptureParts = {
  deviceId: string;
  /** Returns the operator for the current captures of a camera. */
  userEmailAt: (cameraId: string) => string | undefined;
  /** Type of the scans that the station's own model makes. */
  scanType: ScanType;
  scanConfidence: number;
  /** Position of the container's floor in the pictures: category scans then estimate volumes. */
  geometry: FloorGeometry | undefined;
  furtherScans: readonly FurtherScan[];
  noteFailure: (what: string, error: unknown) => void;
  newId: () => string;
  isClockSynchronised: () => boolean;
};

/** A photo from a side camera; null where that camera gives none. */
export type SidePicture = { cameraId: string; photo: Promise<FullPicture | null> };

/**
 * The scans of one picture: the station's own first, and the photos of the side cameras. If a further model or a side
 * camera fails, the other captures are still made.
 */
export async function makeCaptures(
  picture: ScanPicture,
  sidePictures: readonly SidePicture[],
  parts: CaptureParts,
): Promise<UnnumberedScan[]> {
  const { frame, detections } = picture;
  const { scanType: type, scanConfidence } = parts;
  const captures: UnnumberedScan[] = [await makeCapture(frame, { type, scanConfidence, detections }, parts)];
  for (const { detect, ...further } of parts.furtherScans) {
    try {
      captures.push(await makeCapture(frame, { ...further, detections: await detect(frame) }, parts));
    } catch (error) {
      parts.noteFailure(`${further.type} scan failed`, error);
    }
  }
  for (const { cameraId, photo } of sidePictures) {
    try {
      const taken = await photo;
      if (!taken) throw new Error("it gave no picture in time");
      if (taken.problem !== null) {
        parts.noteFailure(`evidence of camera ${cameraId} has a smaller picture`, new Error(taken.problem));
      }
      captures.push(await makeEvidence(cameraId, taken.frame, parts));
    } catch (error) {
      parts.noteFailure(`evidence of camera ${cameraId} failed`, error);
    }
  }
  return captures;
}

async function makeEvidence(
  cameraId: string,
  frame: Frame,
  { deviceId, userEmailAt, newId, isClockSynchronised }: CaptureParts,
): Promise<UnnumberedScan> {
  const payload = { user_email: userEmailAt(cameraId) };
  const { annotated: _annotated, ...pictures } = await makeScanPictures(frame, []);
  const { capturedAtMs } = frame;
  const facts = { id: newId(), deviceId, cameraId, capturedAtMs, clockSynchronised: isClockSynchronised() };
  return { ...facts, kind: "evidence", payload, pictures };
}

async function makeCapture(
  frame: Frame,
  { type, scanConfidence, detections }: { type: ScanType; scanConfidence: number; detections: Detections },
  { deviceId, userEmailAt, geometry, noteFailure, newId, isClockSynchronised }: CaptureParts,
): Promise<UnnumberedScan> {
  const userEmail = userEmailAt(frame.cameraId);
  const pictures = await makeScanPictures(frame, confidentDetections(detections, scanConfidence));
  const measured = type === "category" && geometry ? withVolumes(detections, geometry, noteFailure) : detections;
  return {
    kind: `${type}-scan`,
    id: newId(),
    deviceId,
    cameraId: frame.cameraId,
    capturedAtMs: frame.capturedAtMs,
    clockSynchronised: isClockSynchronised(),
    pictureKey: frame.key,
    payload: makeScanPayload(measured, { minimumConfidence: scanConfidence, userEmail }),
    pictures,
  };
}
