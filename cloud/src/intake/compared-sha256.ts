import type { ContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { requestSha256 } from "../platform/idempotency/request-sha256.ts";
import type { PictureRequest } from "./scan-request.ts";

/**
 * The hash by which requests with one key are compared. The picture counts by the hash of its original, so that a copy
 * that a full device had to reduce is the same record. The visualization shows nothing but the image and its
 * detections, and a full device may drop it: it does not count.
 */
export function comparedSha256(
  number: Pick<ContainerNumber, "key">,
  body: PictureRequest,
  originalSha256: string,
): string {
  const { image: _image, image_reduced: _reduced, visualization: _visualization, timestamp, ...rest } = body;
  const compared = { ...rest, timestamp: timestamp?.sent, image_sha256: originalSha256 };
  return requestSha256({ containerNumber: number.key, body: compared });
}
