import { type LivePictureRequest, MAX_LIVE_PIXELS } from "@container-inspection/shared-schemas/live-pictures";
import { decodeBase64 } from "../../platform/images/decode-base64.ts";
import { decodePicture } from "../../platform/images/decode-picture.ts";
import type { PictureReport } from "./watched-camera-store.ts";

/**
 * Returns the report of a device; undefined if its image is not a small JPEG that decodes completely.
 */
export async function readReport(sent: LivePictureRequest, now: Date): Promise<PictureReport | undefined> {
  const { image, absence, age_ms: ageMs = 0, boxes = [] } = sent;
  if (absence !== undefined) return { absence };
  const bytes = decodeBase64(image ?? "");
  const picture = bytes && (await decodePicture(bytes, { maxPixels: MAX_LIVE_PIXELS ** 2 }));
  if (picture?.contentType !== "image/jpeg" || Math.max(picture.width, picture.height) > MAX_LIVE_PIXELS)
    return undefined;
  const shown = boxes.map(({ tracking_id: trackingId = null, class_name: className, confidence, bbox }) => ({
    trackingId,
    className,
    confidence,
    ...bbox,
  }));
  return {
    image: bytes?.toString("base64") ?? "",
    details: { width: picture.width, height: picture.height, boxes: shown },
    takenAt: new Date(now.getTime() - ageMs),
  };
}
