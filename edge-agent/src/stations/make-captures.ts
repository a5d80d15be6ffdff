import type { Frame } from "../cameras/frame.ts";
import type { Detections } from "../inference/detections.ts";
import type { ScanType, UnnumberedScan } from "./capture.ts";
import { confidentDetections, makeScanPayload, makeScanPictures } from "./make-scan.ts";

/** A frame, and what the station's model found in it. */
export type ScanPicture = { frame: Frame; detections: Detections };

/** A model that processes the picture of a scan once more, for something else. */
export type FurtherScan = {
  type: ScanType;
  /** Findings with less are in no scan. */
  scanConfidence: number;
  detect: (frame: Frame) => Promise<Detections>;
};

export type CaptureParts = {
  deviceId: string;
  userEmail: string | undefined;
  /** What the station's own model looks for. */
  scanType: ScanType;
  scanConfidence: number;
  furtherScans: readonly FurtherScan[];
  noteFailure: (what: string, error: unknown) => void;
  newId: () => string;
  isClockSynchronised: () => boolean;
};

/** The scans of one picture: the station's own first. If a further model fails, the other scans are still made. */
export async function makeCaptures(picture: ScanPicture, parts: CaptureParts): Promise<UnnumberedScan[]> {
  const { frame, detections } = picture;
  const { scanType: type, scanConfidence } = parts;
  const captures = [await makeCapture(frame, { type, scanConfidence, detections }, parts)];
  for (const { detect, ...further } of parts.furtherScans) {
    try {
      captures.push(await makeCapture(frame, { ...further, detections: await detect(frame) }, parts));
    } catch (error) {
      parts.noteFailure(`${further.type} scan failed`, error);
    }
  }
  return captures;
}

async function makeCapture(
  frame: Frame,
  { type, scanConfidence, detections }: { type: ScanType; scanConfidence: number; detections: Detections },
  { deviceId, userEmail, newId, isClockSynchronised }: CaptureParts,
): Promise<UnnumberedScan> {
  const pictures = await makeScanPictures(frame, confidentDetections(detections, scanConfidence));
  return {
    kind: `${type}-scan`,
    id: newId(),
    deviceId,
    cameraId: frame.cameraId,
    capturedAtMs: frame.capturedAtMs,
    clockSynchronised: isClockSynchronised(),
    pictureKey: frame.key,
    payload: makeScanPayload(detections, { minimumConfidence: scanConfidence, userEmail }),
    pictures,
  };
}
