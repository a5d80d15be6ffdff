import sharp from "sharp";
import type { Detections } from "../inference/detections.ts";
import type { ScanCapture } from "./capture.ts";
import { confidentDetections, makeScanPayload, makeScanPictures } from "./make-scan.ts";

/** Far above any camera; keeps a small file from unpacking into all of the memory. */
const MAX_PIXELS = 100_000_000;
/** How the files begin, in hexadecimal. */
const SIGNATURES: readonly (readonly [string, RegExp])[] = [
  ["JPEG", /^ffd8ff/],
  ["PNG", /^89504e470d0a1a0a/],
  ["WebP", /^52494646.{8}57454250/],
  ["TIFF", /^(?:49492a00|4d4d002a)/],
];

/** The picture that was given is none that can be scanned. */
export class PictureError extends Error {
  override readonly name = "PictureError";
}

export type PictureScanParts = {
  deviceId: string;
  userEmail: string | undefined;
  newId: () => string;
  nowMs: () => number;
  isClockSynchronised: () => boolean;
};
type RawPicture = { widthPixels: number; heightPixels: number; rgb: Uint8Array };
export type PictureScanRequest = {
  bytes: Uint8Array;
  containerNumber: string;
  cameraId: string;
  detect: (picture: RawPicture) => Promise<Detections>;
  scanConfidence: number;
};

/**
 * Makes a scan of one picture file (JPEG, PNG, WebP, TIFF), which is kept byte for byte. Throws a PictureError for a file
 * that cannot be decoded to its last byte.
 */
export async function scanPictureFile(request: PictureScanRequest, parts: PictureScanParts): Promise<ScanCapture> {
  const { bytes, containerNumber, cameraId, scanConfidence } = request;
  const { deviceId, userEmail, newId, nowMs, isClockSynchronised } = parts;
  const picture = await decodePicture(bytes);
  const detections = await request.detect(picture);
  return {
    kind: "category-scan",
    id: newId(),
    deviceId,
    cameraId,
    containerNumber,
    capturedAtMs: nowMs(),
    clockSynchronised: isClockSynchronised(),
    payload: makeScanPayload(detections, { minimumConfidence: scanConfidence, userEmail }),
    pictures: await makeScanPictures(picture, confidentDetections(detections, scanConfidence), bytes),
  };
}

/** Upright RGB of a picture file. */
async function decodePicture(bytes: Uint8Array): Promise<RawPicture> {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  if (!SIGNATURES.some(([, signature]) => signature.test(head))) {
    throw new PictureError(`it is no picture of a known kind (${SIGNATURES.map(([kind]) => kind).join(", ")})`);
  }
  try {
    const { data, info } = await sharp(bytes, { failOn: "warning", limitInputPixels: MAX_PIXELS, pages: 1 })
      .autoOrient()
      .toColourspace("srgb")
      .flatten({ background: "#ffffff" })
      .removeAlpha()
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`it has ${info.channels} channels`);
    return { widthPixels: info.width, heightPixels: info.height, rgb: data };
  } catch (error) {
    throw new PictureError(`it cannot be decoded: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
