import { z } from "zod";
import { pendingSignIn } from "./second-factors.ts";

/** Every error code of the service with its HTTP status. The list is closed: clients may switch on it. */
export const errorStatus = {
  VALIDATION_ERROR: 400,
  INVALID_IMAGE_FORMAT: 400,
  INVALID_ID: 400,
  NUMBER_NOT_READABLE: 400,
  INVALID_TOKEN: 400,
  SIGN_IN_FAILED: 400,
  INVALID_CODE: 400,
  PASSKEY_REFUSED: 400,
  INVALID_REPORT_FORMAT: 400,
  UNAUTHORIZED: 401,
  INVALID_CREDENTIALS: 401,
  SECOND_FACTOR_REQUIRED: 401,
  INVALID_SECOND_FACTOR: 401,
  SIGN_IN_EXPIRED: 401,
  MISSING_API_KEY: 401,
  INVALID_API_KEY: 401,
  FORBIDDEN: 403,
  UNTRUSTED_ORIGIN: 403,
  INVITE_REQUIRED: 403,
  WRONG_PASSWORD: 403,
  SECOND_FACTOR_MISSING: 403,
  SECOND_PERSON_REQUIRED: 403,
  NOT_FOUND: 404,
  CONTAINER_NOT_FOUND: 404,
  MANIFEST_NOT_FOUND: 404,
  MANIFEST_IMPORT_NOT_FOUND: 404,
  CATEGORY_MAP_NOT_FOUND: 404,
  RULE_SET_NOT_FOUND: 404,
  REPLAY_NOT_FOUND: 404,
  SCAN_NOT_FOUND: 404,
  DETECTION_NOT_FOUND: 404,
  VERDICT_NOT_FOUND: 404,
  IMAGE_NOT_FOUND: 404,
  EVIDENCE_NOT_FOUND: 404,
  PASSAGE_NOT_FOUND: 404,
  DEVICE_NOT_FOUND: 404,
  PUSH_SUBSCRIPTION_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  SECOND_FACTOR_NOT_FOUND: 404,
  SERVICE_ACCOUNT_NOT_FOUND: 404,
  SERVICE_TOKEN_NOT_FOUND: 404,
  SAVED_VIEW_NOT_FOUND: 404,
  INVITE_NOT_FOUND: 404,
  EMAIL_JOB_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  WEBHOOK_DELIVERY_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  LEGAL_HOLD_NOT_FOUND: 404,
  CONTAINER_NUMBER_TAKEN: 409,
  CONTAINER_HELD: 409,
  SCAN_NOT_DONE: 409,
  MANIFEST_CONFLICT: 409,
  MANIFEST_IMPORT_ENDED: 409,
  RULE_SET_NOT_CANDIDATE: 409,
  RULE_SET_OUTDATED: 409,
  ACTIVATION_REFUSED: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  ACCOUNT_EXISTS: 409,
  INVITE_NOT_OPEN: 409,
  EMAIL_NOT_RETRYABLE: 409,
  WEBHOOK_DELIVERED: 409,
  WEBHOOK_DISABLED: 409,
  TOO_MANY_WEBHOOKS: 409,
  TOO_MANY_SAVED_VIEWS: 409,
  INVITE_GONE: 410,
  IMAGE_EXPIRED: 410,
  ESCALATION_NOT_FOUND: 404,
  CAMERA_NOT_FOUND: 404,
  SHIFT_NOT_FOUND: 404,
  EDGE_DEVICE_NOT_FOUND: 404,
  JOIN_CODE_NOT_FOUND: 404,
  CONFIGURATION_NOT_FOUND: 404,
  RELEASE_NOT_FOUND: 404,
  RELEASE_EXISTS: 409,
  RELEASE_IN_USE: 409,
  ROLL_OUT_NOT_FOUND: 404,
  ROLL_OUT_ENDED: 409,
  EDGE_DEVICE_REVOKED: 409,
  EDGE_DEVICE_SHARES_KEY: 409,
  SIGNING_KEY_IN_USE: 409,
  DEVICE_IN_USE: 409,
  JOIN_CODE_GONE: 410,
  ESCALATION_ALREADY_OPEN: 409,
  ESCALATION_CLAIMED: 409,
  ESCALATION_NOT_CLAIMED: 409,
  ESCALATION_RESOLVED: 409,
  VISIT_NOT_FOUND: 404,
  VISIT_UNDECIDED: 409,
  VISIT_EMPTY: 409,
  LAST_ADMIN: 409,
  ACCOUNT_ERASED: 409,
  LAST_SECOND_FACTOR: 409,
  TOO_MANY_PASSKEYS: 409,
  NO_SECOND_FACTOR: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  RANGE_NOT_SATISFIABLE: 416,
  RATE_LIMIT_EXCEEDED: 429,
  TOO_MANY_STREAMS: 429,
  INTERNAL_ERROR: 500,
  STREAMING_CATEGORY_SCAN_FAILED: 500,
  STREAMING_ILLEGAL_SCAN_FAILED: 500,
  PDF_NOT_IMPLEMENTED: 501,
  TRADE_EVENTS_OFF: 501,
  SERVICE_UNAVAILABLE: 503,
  AI_SERVICE_UNAVAILABLE: 503,
  SIGN_IN_PROVIDER_NOT_CONFIGURED: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;
export const errorCode = z
  .enum(Object.keys(errorStatus).filter((name): name is ErrorCode => name in errorStatus))
  .meta({ id: "ErrorCode", description: "The closed list of error codes." });

/** One problem at one place of a request, such as `detections.0.confidence`. */
export const errorDetail = z.object({ path: z.string(), message: z.string() });
export type ErrorDetail = z.infer<typeof errorDetail>;

/** The body of every error outside `/v1/user/auth`. */
export const errorEnvelope = z
  .object({
    success: z.literal(false),
    error: z.object({
      code: errorCode,
      message: z.string(),
      requestId: z.string(),
      details: z.array(errorDetail).optional(),
    }),
  })
  .meta({ id: "Error" });

/** The body of every error of an edge write: the envelope, and the idempotency key it answers. */
export const edgeErrorEnvelope = errorEnvelope
  .extend({ idempotencyKey: z.string().nullable() })
  .meta({ id: "EdgeError" });

/** The body of every success outside `/v1/user/auth`. */
export const successEnvelope = <Data extends z.ZodType>(data: Data) => z.object({ success: z.literal(true), data });

/** The body of a success without data, such as a deletion. */
export const messageEnvelope = z.object({ success: z.literal(true), message: z.string() });

/** The body of every success of an edge write; `idempotencyKey` echoes the header, null without one. */
export const edgeSuccessEnvelope = <Data extends z.ZodType>(data: Data) =>
  successEnvelope(data).extend({ idempotencyKey: z.string().nullable() });

/** The body of every reply under `/v1/user/auth`. */
export const authEnvelope = <Data extends z.ZodType>(data: Data) =>
  z.object({ status: z.literal("success"), message: z.string(), data });

export const authErrorEnvelope = z
  .object({
    status: z.literal("error"),
    message: z.string(),
    data: z.object({
      code: errorCode,
      requestId: z.string(),
      details: z.array(errorDetail).optional(),
      secondFactor: pendingSignIn.optional(),
    }),
  })
  .meta({ id: "AuthError" });
