import type { ErrorCode, ErrorDetail } from "@container-inspection/shared-schemas/errors";
import type { PendingSignIn } from "@container-inspection/shared-schemas/second-factors";
import { errorStatus } from "@container-inspection/shared-schemas/errors";
import type { TypedResponse } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { JSONParsed } from "hono/utils/types";
import { etagMatches, etagOf, etagOfJson } from "./etag.ts";
import type { AppContext } from "./context.ts";

type JsonReply<Body, Status extends ContentfulStatusCode> = Response & TypedResponse<JSONParsed<Body>, Status, "json">;
/** The body of an error is chosen by the path, so it fits whatever envelope a route declares. */
export type ErrorReply<Status extends ContentfulStatusCode> = Response & TypedResponse<never, Status, "json">;

/** Gives a reply the type of its envelope; Hono's own types cannot follow a body that depends on the path. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
function typed<Reply>(reply: Response): Reply {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return reply as Reply;
}

/** The routes of sessions and accounts, which have their own envelope. */
export const AUTH_PREFIX = "/v1/user/auth/";
const isEdgePath = (path: string) => path.startsWith("/v1/edge/") || path === "/v1/tracking-data/stream-events";

/** Answers `{ success: true, data }`, with `message` where a person reads it. */
export function ok<Data>(c: AppContext, data: Data, { message }: { message?: string } = {}) {
  const body = { success: true, ...(message === undefined ? {} : { message }), data };
  return typed<JsonReply<{ success: true; data: Data }, 200>>(c.json(body));
}

/** Answers `{ success: true, message }`, for what leaves nothing to show. */
export function okMessage(c: AppContext, message: string) {
  return typed<JsonReply<{ success: true; message: string }, 200>>(c.json({ success: true, message }));
}

/** Answers `{ success: true, data }` with status 201, for routes that make something the caller named. */
export function created<Data>(c: AppContext, data: Data) {
  return typed<JsonReply<{ success: true; data: Data }, 201>>(c.json({ success: true, data }, 201));
}

/** Answers `{ success: true, data }` with status 202, for work that goes on in the background. */
export function accepted<Data>(c: AppContext, data: Data) {
  return typed<JsonReply<{ success: true; data: Data }, 202>>(c.json({ success: true, data }, 202));
}

/** Answers `{ success: true, data }` with status 201 and the strong ETag of the created resource. */
export function createdWithEtag<Data>(c: AppContext, data: Data) {
  c.header("ETag", etagOf(data));
  return created(c, data);
}

/** Answers one resource with its strong ETag; 304 without a body when the caller has it already. */
export function okWithEtag<Data>(c: AppContext, data: Data) {
  const json = JSON.stringify(data);
  const etag = etagOfJson(json);
  c.header("ETag", etag);
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  const known = isRead ? c.req.header("If-None-Match") : undefined;
  if (known !== undefined && etagMatches(known, etag))
    return typed<JsonReply<{ success: true; data: Data }, 200>>(c.body(null, 304));
  c.header("Content-Type", "application/json");
  return typed<JsonReply<{ success: true; data: Data }, 200>>(c.body(`{"success":true,"data":${json}}`));
}

/** Answers an edge write: `{ success: true, idempotencyKey, data }`. */
export function okEdge<Data>(c: AppContext, data: Data) {
  const body = { success: true, idempotencyKey: idempotencyKeyOf(c), data };
  return typed<JsonReply<{ success: true; data: Data; idempotencyKey: string | null }, 200>>(c.json(body));
}

/** Answers a route under `/v1/user/auth`: `{ status: "success", message, data }`. */
export function okAuth<Data>(c: AppContext, message: string, data: Data) {
  const body = { status: "success", message, data };
  return typed<JsonReply<{ status: "success"; message: string; data: Data }, 200>>(c.json(body));
}

/** Answers an error in the envelope of its path; the status follows from the code. */
export function fail<Code extends ErrorCode>(
  c: AppContext,
  code: Code,
  message: string,
  details?: readonly ErrorDetail[],
): ErrorReply<(typeof errorStatus)[Code]> {
  const error = { code, message, requestId: c.get("requestId"), ...(details ? { details } : {}) };
  return typed<ErrorReply<(typeof errorStatus)[Code]>>(c.json(wrapError(error, placeOf(c)), errorStatus[code]));
}

/** Answers an error with data beside it, on a route that is not under `/v1/user/auth`. */
export function failWithData<Code extends ErrorCode>(c: AppContext, code: Code, message: string, data: object) {
  const error = { code, message, requestId: c.get("requestId") };
  return typed<ErrorReply<(typeof errorStatus)[Code]>>(c.json({ success: false, error, data }, errorStatus[code]));
}

/** Answers a sign-in whose password was right and that waits for its second factor: no failed attempt. */
export function failPending(c: AppContext, message: string, secondFactor: PendingSignIn): ErrorReply<401> {
  c.set("awaitsSecondFactor", true);
  const data = { code: "SECOND_FACTOR_REQUIRED", requestId: c.get("requestId"), secondFactor };
  return typed<ErrorReply<401>>(c.json({ status: "error", message, data }, 401));
}

const placeOf = (c: AppContext) => ({ path: c.req.path, idempotencyKey: idempotencyKeyOf(c) });

/** An error in the envelope of its path; `idempotencyKey` is the header as sent, for those of the edge. */
export function wrapError(
  error: { code: ErrorCode; message: string; requestId: string },
  { path, idempotencyKey }: { path: string; idempotencyKey: string | null },
) {
  if (path.startsWith(AUTH_PREFIX)) {
    const { message, ...data } = error;
    return { status: "error", message, data };
  }
  const envelope = { success: false, error };
  return isEdgePath(path) ? { ...envelope, idempotencyKey } : envelope;
}

/** The `Idempotency-Key` header as sent, null without one. */
export function idempotencyKeyOf(c: AppContext): string | null {
  return c.req.header("Idempotency-Key") ?? null;
}
