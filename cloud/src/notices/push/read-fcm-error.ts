import { z } from "zod";
import { retryAfterSeconds } from "../../platform/outbound/retry-after.ts";
import type { PushOutcome } from "./push-service.ts";
import { readJson } from "./read-json.ts";

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

/** What FCM asks for with 429 where it names no time. */
const QUOTA_WAIT_SECONDS = 60;

/**
 * What an answer other than success says of the message. A device's token is given up only on FCM's own word, never for a status alone:
 * a 404 may as well come from a wrong address.
 */
export function readFcmError(
  answer: { status: number; retryAfter: string | undefined; text: string },
  nowMs: number,
): PushOutcome | "unauthenticated" {
  const { status } = answer;
  const error = readJson(fcmError, answer.text)?.error;
  const code = error?.details?.find(({ errorCode }) => errorCode !== undefined)?.errorCode;
  const said = [code ?? error?.status, error?.message].filter(Boolean).join(": ") || "an answer that is not FCM's";
  const reason = `the push service answered ${status}, ${said}`.slice(0, 500);
  if (code === "UNREGISTERED" || code === "SENDER_ID_MISMATCH") return { kind: "dead-token", reason };
  if (status === 400 && error?.status === "INVALID_ARGUMENT")
    return { kind: isAboutToken(error) ? "dead-token" : "refused", reason };
  if (status === 401 && code !== "THIRD_PARTY_AUTH_ERROR") return "unauthenticated";
  const waitSeconds = retryAfterSeconds(answer.retryAfter, nowMs) ?? (status === 429 ? QUOTA_WAIT_SECONDS : undefined);
  return { kind: "later", reason, askedSeconds: waitSeconds };
}

/** INVALID_ARGUMENT names the field; for tokens of another shape FCM says it in words alone. */
function isAboutToken({ message = "", details = [] }: FcmError): boolean {
  const violations = details.flatMap(({ fieldViolations }) => fieldViolations ?? []);
  if (violations.length > 0) return violations.some(({ field }) => field === "message.token");
  return message.includes("registration token");
}
