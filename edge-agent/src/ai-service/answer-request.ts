import type {
  AiError,
  AiErrorCode,
  AiRequestHeader,
  AiResult,
  AiTask,
} from "@container-inspection/shared-schemas/ai-protocol";
import type { ScanType } from "@container-inspection/shared-schemas/scans";
import type { LimitFunction } from "p-limit";
import { decodePicture, PictureError } from "../base/pictures/decode-picture.ts";
import type { PooledModel } from "../inference/inference-pool.ts";
import type { Picture } from "../base/pictures/picture.ts";
import { ModelOutputError } from "../inference/model-errors.ts";
import type { Logger } from "../base/logger.ts";
import { makeScanPayload } from "../stations/make-scan.ts";
import { identify, type NumberOffer } from "./identify.ts";

/** A model behind a task; findings with less than `minimumConfidence` are left out. */
export type ScanOffer = {
  task: ScanType;
  model: Pick<PooledModel, "name" | "version" | "detect">;
  minimumConfidence: number;
};
export type Offer = ScanOffer | NumberOffer;

export type AnswerParts = {
  offers: readonly Offer[];
  /** A decoded picture takes up to 300 MB, so few are processed at the same time. */
  limit: LimitFunction;
  monotonicMs: () => number;
  logger: Logger;
};

type Request = { header: AiRequestHeader; image: Uint8Array };

/** Deadline of a request that specifies none, in milliseconds. */
const DEFAULT_DEADLINE_MS = 60_000;

/** Runs the model of the request's task on its picture. Never rejects: every failure becomes an answer. */
export async function answerRequest(request: Request, parts: AnswerParts): Promise<AiResult | AiError> {
  const { id, task, options } = request.header;
  const offer = parts.offers.find((candidate) => candidate.task === task);
  if (!offer) {
    const offered = parts.offers.map((candidate) => candidate.task).join(", ");
    return refusal(id, "TASK_NOT_OFFERED", `this service has no model for "${task}", only for: ${offered}`, false);
  }
  const endsAtMs = parts.monotonicMs() + (options.deadlineMs ?? DEFAULT_DEADLINE_MS);
  const isLate = () => parts.monotonicMs() >= endsAtMs;
  try {
    return await parts.limit(async () => (await runModel(request, offer, isLate)) ?? tooLate(id));
  } catch (error) {
    return explain(id, task, error, parts);
  }
}

/** Undefined when the deadline of the request has passed. */
async function runModel(
  { header, image }: Request,
  offer: Offer,
  isLate: () => boolean,
): Promise<AiResult | undefined> {
  if (isLate()) return undefined;
  const picture = await decodePicture(image);
  if (isLate()) return undefined;
  const expected = new Set(header.options.expectedNumbers);
  const result = offer.task === "identify" ? await identify(picture, offer, expected) : await scan(picture, offer);
  return { type: "result", id: header.id, ...result };
}

async function scan(picture: Picture, { model, minimumConfidence }: ScanOffer): Promise<Omit<AiResult, "type" | "id">> {
  const found = await model.detect(picture, "AI service");
  const payload = makeScanPayload(found, { minimumConfidence, userEmail: undefined });
  return {
    model: { name: payload.model_name, version: payload.model_version },
    width: found.widthPixels,
    height: found.heightPixels,
    detections: payload.detections,
    inferenceMs: payload.inference_ms,
    unlikeTraining: payload.unlike_training,
  };
}

/** An answer without a result; the protocol takes messages of at most 2,000 characters. */
export function refusal(id: string | null, code: AiErrorCode, message: string, retryable: boolean): AiError {
  return { type: "error", id, code, message: message.slice(0, 2_000), retryable };
}

const tooLate = (id: string) =>
  refusal(id, "DEADLINE_EXCEEDED", "the deadline passed before the request was processed", true);

function explain(id: string, task: AiTask, error: unknown, { logger }: AnswerParts): AiError {
  if (error instanceof PictureError) return refusal(id, "INVALID_IMAGE", `invalid picture: ${error.message}`, false);
  logger.warn({ err: error, task, request: id }, "AI service request failed");
  // The same picture makes the same numbers again.
  if (error instanceof ModelOutputError) return refusal(id, "MODEL_FAILED", error.message, false);
  return refusal(id, "INTERNAL_ERROR", "internal error of the AI service; see its log", true);
}
