import { containerNumber } from "@container-inspection/shared-schemas";
import { z } from "zod";
import { edgeErrors, jsonBody } from "../platform/http/describe.ts";
import { idempotencyHeaders } from "../platform/idempotency/answer-receipt.ts";

/** What every route asks for that takes a record with a picture: the number in the path, the key, a body of its own. */
export const recordRequest = <Body extends z.ZodType>(body: Body) => ({
  params: z.object({ containerNumber }),
  headers: idempotencyHeaders,
  body: jsonBody(body),
});

/** How such a route refuses. */
export const recordErrors = edgeErrors("VALIDATION_ERROR", "INVALID_IMAGE_FORMAT", "IDEMPOTENCY_KEY_REUSED");
