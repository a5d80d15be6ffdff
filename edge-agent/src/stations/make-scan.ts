import type { EdgeDetection } from "@container-inspection/shared-schemas/edge";
import sharp from "sharp";
import type { Picture } from "../base/pictures/picture.ts";
import type { Detection, Detections } from "../inference/detections.ts";
import type { ScanPayload, ScanPictures } from "./capture.ts";
import { annotatePicture } from "./annotate-picture.ts";
import { roundTo } from "./track-events.ts";

// No picture comes twice, so remembering the last ones would only hold memory.
sharp.cache(false);

const SMALL_PIXELS = 320;
/** Maximum number of detections that one scan may hold in the cloud. */
const MAX_DETECTIONS = 1_000;

/**
 * The pictures of a scan: the whole frame as JPEG (or the file's own bytes, where it was one), the same with its
 * findings drawn in, and a copy of at most 320 pixels.
 */
export async function makeScanPictures(
  picture: Picture,
  detections: readonly Detection[],
  original?: Uint8Array,
): Promise<ScanPictures> {
  const { widthPixels, heightPixels, rgb } = picture;
  const raw = () => sharp(rgb, { raw: { width: widthPixels, height: heightPixels, channels: 3 } });
  const [full, annotated, small] = await Promise.all([
    original ?? raw().jpeg({ quality: 90 }).toBuffer(),
    annotatePicture(picture, detections),
    raw()
      .resize(SMALL_PIXELS, SMALL_PIXELS, { fit: "inside", withoutEnlargement: true })
      .jpeg({ quality: 80 })
      .toBuffer(),
  ]);
  return { original: full, annotated, small };
}

/** The body of a category scan: findings of at least `minimumConfidence`, highest first, at most 1,000. */
export function makeScanPayload(
  detections: Detections,
  { minimumConfidence, userEmail }: { minimumConfidence: number; userEmail: string | undefined },
): ScanPayload {
  const isUnlike = detections.likeness?.isUnlike ?? null;
  return {
    detections: confidentDetections(detections, minimumConfidence).map(toEdgeDetection),
    user_email: userEmail,
    model_name: detections.model.name.slice(0, 200),
    model_version: detections.model.version.slice(0, 200),
    inference_ms: roundTo(detections.inferenceMs, 1),
    ...(isUnlike === null ? {} : { unlike_training: isUnlike }),
  };
}

/** The findings that go into a scan. */
export function confidentDetections({ items }: Detections, minimumConfidence: number): Detection[] {
  return items.filter(({ confidence }) => confidence >= minimumConfidence).slice(0, MAX_DETECTIONS);
}

function toEdgeDetection(detection: Detection): EdgeDetection {
  const { className, confidence, polygon, areaPercent, box, volumeCubicMetres: volume } = detection;
  const outline = polygon ?? { x: [box.x1, box.x2, box.x2, box.x1], y: [box.y1, box.y1, box.y2, box.y2] };
  return {
    class_name: className.slice(0, 100),
    confidence: roundTo(confidence, 4),
    polygon: { x: outline.x.map((x) => roundTo(x, 2)), y: outline.y.map((y) => roundTo(y, 2)) },
    area_percentage: Math.min(100, roundTo(areaPercent, 2)),
    quantity: 1,
    ...(volume === undefined ? {} : { volume: roundTo(volume, 2) }),
  };
}
