import { z } from "zod";
import { retryAfterSeconds } from "../../platform/outbound/retry-after.ts";
import type { PushOutcome } from "./push-service.ts";

/** https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode, in Google's error envelope. */
const fcmError = z.object({
  error: z.object({
    status: z.string().optional(),
    message: z.string().optional(),
    details: z
      .array(
        z.object({
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.object({ field: z.string().optional() })).optional(),
        }),
      )
      .optional(),
  }),
});
type FcmError = z.infer<typeof fcmError>["error"];
type FcmAnswer = { status: number; retryAfter: string | undefined; text: string };

/** The wait that FCM asks for with a 429 that names no time. */
const QUOTA_WAIT_SECONDS = 60;

/**
 * Decides what an answer other than success means for the message. A device's token is given up only when FCM names it,
 * never for a status alone: a 404 may also come from a wrong address.
 */
export function readFcmError(answer: FcmAnswer, nowMs: number): PushOutcome | "unauthenticated" {
  const { status } = answer;
  const error = readJson(fcmError, answer.text)?.error ?? {};
  const code = error.details?.find(({ errorCode }) => errorCode !== undefined)?.errorCode;
  const reason = describe(status, code ?? error.status, error.message);
  if (code === "UNREGISTERED" || code === "SENDER_ID_MISMATCH") return { kind: "dead-token", reason };
  if (status === 400 && error.status === "INVALID_ARGUMENT")
    return { kind: isAboutToken(error) ? "dead-token" : "refused", reason };
  if (status === 401 && code !== "THIRD_PARTY_AUTH_ERROR") return "unauthenticated";
  const unnamedSeconds = status === 429 ? QUOTA_WAIT_SECONDS : undefined;
  return { kind: "later", reason, askedSeconds: retryAfterSeconds(answer.retryAfter, nowMs) ?? unnamedSeconds };
}

function describe(status: number, code: string | undefined, message: string | undefined): string {
  const parts = [code, message].filter((part) => part !== undefined && part !== "");
  const detail = parts.length > 0 ? parts.join(": ") : "an answer that is not FCM's";
  return `the push service answered ${status}, ${detail}`.slice(0, 500);
}

/** INVALID_ARGUMENT names the field; for malformed tokens only the message does. */
function isAboutToken({ message = "", details = [] }: FcmError): boolean {
  const violations = details.flatMap(({ fieldViolations }) => fieldViolations ?? []);
  if (violations.length > 0) return violations.some(({ field }) => field === "message.token");
  return message.includes("registration token");
}

/** Reads text as JSON of this shape; undefined when it is anything else. */
export function readJson<Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
