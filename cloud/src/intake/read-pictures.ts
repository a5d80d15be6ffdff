import type { ErrorDetail } from "@container-inspection/shared-schemas/errors";
import { yieldIfLarge } from "../platform/concurrency/yield-if-large.ts";
import { TAKEN_PICTURES } from "../platform/images/decode-picture.ts";
import { type SentPicture, takePicture } from "../platform/images/sent-picture.ts";
import type { PictureRequest } from "./scan-request.ts";

/** `originalSha256` is of the picture as captured, also where a reduced copy was sent. */
export type SentPictures = { image: SentPicture; originalSha256: string; visualization: SentPicture | undefined };

export type PictureProblem = {
  code: "VALIDATION_ERROR" | "INVALID_IMAGE_FORMAT";
  message: string;
  details: ErrorDetail[];
};

/** Reads the pictures of an edge write, and checks `image_sha256` against the image unless that is a reduced copy. */
export async function readPictures(
  body: Pick<PictureRequest, "image" | "visualization" | "image_sha256" | "image_reduced">,
): Promise<{ ok: true; pictures: SentPictures } | { ok: false; problem: PictureProblem }> {
  const image = await readPicture("image", body.image);
  if ("problem" in image) return { ok: false, problem: image.problem };
  const hashProblem = checkImageHash(body, image.sha256);
  if (hashProblem) return { ok: false, problem: hashProblem };
  const visualization =
    body.visualization === undefined ? undefined : await readPicture("visualization", body.visualization);
  if (visualization && "problem" in visualization) return { ok: false, problem: visualization.problem };
  return { ok: true, pictures: { image, originalSha256: body.image_sha256 ?? image.sha256, visualization } };
}

async function readPicture(path: string, bytes: Uint8Array | null): Promise<SentPicture | { problem: PictureProblem }> {
  if (!bytes) return { problem: invalid(path, "must be base64 (standard alphabet, padded), raw or as a data URL") };
  await yieldIfLarge(bytes.length);
  const picture = await takePicture(bytes);
  if (picture) return picture;
  const message = `must be ${TAKEN_PICTURES}`;
  return {
    problem: { code: "INVALID_IMAGE_FORMAT", message: `The ${path} cannot be decoded.`, details: [{ path, message }] },
  };
}

function checkImageHash(
  body: Pick<PictureRequest, "image_sha256" | "image_reduced">,
  sha256: string,
): PictureProblem | undefined {
  const { image_sha256: given, image_reduced: isReduced } = body;
  if (isReduced)
    return given === undefined ? invalid("image_sha256", "is required where image_reduced is true") : undefined;
  if (given === undefined || given === sha256) return undefined;
  return invalid("image_sha256", `is not the SHA-256 of the image, which is ${sha256}`);
}

function invalid(path: string, message: string): PictureProblem {
  return { code: "VALIDATION_ERROR", message: "The body is not valid.", details: [{ path, message }] };
}
