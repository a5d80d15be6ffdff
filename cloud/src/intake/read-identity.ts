import { MAX_AI_IMAGE_BYTES } from "@container-inspection/shared-schemas/ai-protocol";
import { type ContainerNumber, parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import type { edgeIdentifyRequest } from "@container-inspection/shared-schemas/edge";
import type { ErrorDetail } from "@container-inspection/shared-schemas/errors";
import type { z } from "zod";
import { readExpectedNumber } from "../inspection/containers/read-expected-number.ts";
import { decodeBase64 } from "../platform/images/decode-base64.ts";
import type { SentPicture } from "../platform/images/sent-picture.ts";
import type { Needs } from "./parts.ts";
import { type PictureProblem, readPictures } from "./read-pictures.ts";

/** A forwarder waits 60 seconds for an answer: the model has to be done well before. */
const DEADLINE_MS = 20_000;

type IdentifyBody = z.infer<typeof edgeIdentifyRequest>;

/** The number and the decoded picture of a record; at least one of them is present. */
export type SentIdentity = { number: ContainerNumber | undefined; picture: SentPicture | undefined };

/** Decodes the picture of a record, if it has one, and checks its hash. */
export async function readIdentity(
  body: IdentifyBody,
): Promise<{ ok: true; sent: SentIdentity; imageSha256: string | undefined } | { ok: false; problem: PictureProblem }> {
  const { container_number: number, image, image_sha256: hash } = body;
  if (image === undefined) return { ok: true, sent: { number, picture: undefined }, imageSha256: undefined };
  const read = await readPictures({ image: decodeBase64(image) ?? null, image_sha256: hash });
  if (!read.ok) return read;
  const { image: picture, originalSha256 } = read.pictures;
  return { ok: true, sent: { number, picture }, imageSha256: originalSha256 };
}

export type NumberOutcome =
  | { kind: "number"; number: ContainerNumber }
  | {
      kind: "refused";
      code: "INVALID_IMAGE_FORMAT" | "NUMBER_NOT_READABLE";
      message: string;
      details: ErrorDetail[];
    }
  | { kind: "unavailable"; why: string };

/** The number of a record: as it was sent, otherwise as the AI service reads it from the picture. */
export async function decideNumber(
  parts: Needs<"db" | "ai" | "nowMs">,
  { number, picture }: SentIdentity,
): Promise<NumberOutcome> {
  if (number) return { kind: "number", number };
  if (!picture) throw new Error("a record without a number and a picture passed its schema");
  if (picture.bytes.length > MAX_AI_IMAGE_BYTES)
    return refuse("INVALID_IMAGE_FORMAT", "is too large to be read: at most 20 MB");
  const reading = await readExpectedNumber(parts, { task: "identify", ...picture, deadlineMs: DEADLINE_MS });
  if (reading.kind === "failed") return { kind: "unavailable", why: reading.message };
  if (reading.kind === "invalid-image") return refuse("INVALID_IMAGE_FORMAT", "cannot be decoded by the AI service");
  const read = reading.number ? parseContainerNumber(reading.number.text) : undefined;
  return read ? { kind: "number", number: read } : refuse("NUMBER_NOT_READABLE", "shows no container number");
}

function refuse(code: "INVALID_IMAGE_FORMAT" | "NUMBER_NOT_READABLE", message: string): NumberOutcome {
  return { kind: "refused", code, message: `The image ${message}.`, details: [{ path: "image", message }] };
}
