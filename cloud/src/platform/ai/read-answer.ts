import type { AiError, AiResult } from "@container-inspection/shared-schemas/ai-protocol";
import type { AiFailure, AiOutcome, AiReading } from "./ai-service.ts";

/** The outcome of a request on the wire: a result that is still to be read for its task, or a failure. */
export type AiAnswer = { kind: "result"; result: AiResult } | AiFailure;

type Size = { width: number; height: number };

/** The findings in an answer about a picture of this size. */
export function readFindings(asked: Size, answer: AiAnswer): AiOutcome {
  if (answer.kind !== "result") return answer;
  const { model, width, height, detections, inferenceMs, unlikeTraining } = answer.result;
  if (!detections) return unusable("it has no detections");
  const findings = { model, width, height, detections, inferenceMs, unlikeTraining };
  return checkSize(asked, answer.result) ?? { kind: "found", findings };
}

/** The container number in an answer about a picture of this size. */
export function readNumber(asked: Size, answer: AiAnswer): AiReading {
  if (answer.kind !== "result") return answer;
  const { number, unread } = answer.result;
  if (number === undefined) return unusable("it does not report whether a number was found");
  return checkSize(asked, answer.result) ?? { kind: "read", number, unread };
}

/** Returns the failure of a request that an error of the service causes. */
export function readRefusal({ code, message }: AiError): AiFailure {
  if (code === "INVALID_IMAGE") return { kind: "invalid-image", message };
  return { kind: "failed", message: `the AI service failed: ${message} (${code})` };
}

/** An orientation tag turns the picture, and nothing else may change its size. */
function checkSize(asked: Size, { width, height }: Size): AiFailure | undefined {
  const isThisSize = width * height === asked.width * asked.height && [asked.width, asked.height].includes(width);
  if (isThisSize) return undefined;
  return unusable(`it reports ${width} × ${height} pixels instead of ${asked.width} × ${asked.height}`);
}

function unusable(problem: string): AiFailure {
  return { kind: "failed", message: `the AI service sent an unusable answer: ${problem}` };
}
