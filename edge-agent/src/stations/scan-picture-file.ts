import { decodePicture } from "../base/pictures/decode-picture.ts";
import type { Picture } from "../base/pictures/picture.ts";
import type { Detections } from "../inference/detections.ts";
import type { ScanCapture } from "./capture.ts";
import type { ManualName } from "./name-manual-scan.ts";
import { confidentDetections, makeScanPayload, makeScanPictures } from "./make-scan.ts";

export type PictureScanParts = {
  deviceId: string;
  userEmail: string | undefined;
  newId: () => string;
  nowMs: () => number;
  isClockSynchronised: () => boolean;
};
export type PictureScanRequest = {
  bytes: Uint8Array;
  name: ManualName;
  cameraId: string;
  detect: (picture: Picture) => Promise<Detections>;
  scanConfidence: number;
};

/**
 * Makes a scan of one picture file (JPEG, PNG, WebP, TIFF), which is kept byte for byte. Throws a PictureError for a
 * file that cannot be decoded to its last byte.
 */
export async function scanPictureFile(request: PictureScanRequest, parts: PictureScanParts): Promise<ScanCapture> {
  const { bytes, name, cameraId, scanConfidence } = request;
  const { deviceId, userEmail, newId, nowMs, isClockSynchronised } = parts;
  const picture = await decodePicture(bytes);
  const detections = await request.detect(picture);
  return {
    kind: "category-scan",
    id: newId(),
    deviceId,
    cameraId,
    ...name,
    capturedAtMs: nowMs(),
    clockSynchronised: isClockSynchronised(),
    payload: makeScanPayload(detections, { minimumConfidence: scanConfidence, userEmail }),
    pictures: await makeScanPictures(picture, confidentDetections(detections, scanConfidence), bytes),
  };
}
