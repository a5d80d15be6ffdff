import type { MiddlewareHandler } from "hono";
import { ZodType } from "zod";
import {
  type BodyRoom,
  MAX_EDGE_BYTES,
  MAX_IMAGE_BYTES,
  MAX_PUBLIC_BYTES,
  SMALL_BYTES,
  uncounted,
} from "./body-room.ts";
import type { AppContext, AppEnv } from "./context.ts";
import type { RouteDefinition } from "./define-route.ts";
import { type BodyProblem, declaredLength, type Pace, readBody } from "./read-body.ts";
import { isGzipped, type LargeJson, refuseOtherType, takeJson } from "./read-json.ts";
import { fail } from "./replies.ts";

export type BodyParts = {
  room: BodyRoom;
  largeJson: LargeJson;
  pace: BodyPace;
  clientAddress: (c: AppContext) => string;
};

/** Pace at which bodies must arrive: on public routes, and on those whose callers are known. */
export type BodyPace = { public: Pace; known: Pace };

/**
 * Anonymous bodies arrive whole within 30 s; those that hold much room at 16 kB/s, small ones within the time of a
 * request.
 */
export const BODY_PACE: BodyPace = {
  public: { windowMs: 30_000, minBytes: Infinity, fromBytes: 0 },
  known: { windowMs: 30_000, minBytes: 480_000, fromBytes: SMALL_BYTES + 1 },
};

/**
 * Reads and checks the body as the route describes it: JSON against its schema, or an image for `c.req.arrayBuffer()`.
 */
export function bodySteps(route: RouteDefinition, parts: BodyParts): MiddlewareHandler<AppEnv>[] {
  const content = route.config.request?.body?.content;
  if (!content || route.streamsBody) return [];
  const media = content["application/json"];
  const schema = media && "schema" in media ? media.schema : undefined;
  if (!(schema instanceof ZodType)) return [readingImage(route, parts)];
  return [readingJson(route, schema, parts)];
}

/** The largest JSON bodies, by who may call. */
const MAX_JSON_BYTES: Record<RouteDefinition["access"], number> = {
  public: MAX_PUBLIC_BYTES,
  operator: SMALL_BYTES,
  supervisor: SMALL_BYTES,
  admin: SMALL_BYTES,
  edge: MAX_EDGE_BYTES,
  monitoring: SMALL_BYTES,
};

function readingJson(route: RouteDefinition, schema: ZodType, parts: BodyParts): MiddlewareHandler<AppEnv> {
  const { textDepth, exactNumbers, largeBody: schemaPlace } = route;
  const { maxBodyBytes: maxBytes = MAX_JSON_BYTES[route.access] } = route;
  return async (c, next) => {
    const caller = callerOf(c, parts);
    const use = (bytes: Buffer<ArrayBuffer>) =>
      takeJson(c, bytes, { schema, schemaPlace, textDepth, exactNumbers }, { caller, large: parts.largeJson, next });
    // Devices are on slow lines; the bodies of people are small.
    const takesGzip = route.access === "edge";
    const where = { route, maxBytes, caller, gunzips: isGzipped(c) };
    return refuseOtherType(c, { takesGzip }) ?? withBody(c, where, parts, use);
  };
}

function readingImage(route: RouteDefinition, parts: BodyParts): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const where = { route, maxBytes: MAX_IMAGE_BYTES, caller: callerOf(c, parts), gunzips: false };
    return withBody(c, where, parts, async (bytes) => {
      // Hono keeps promises here, against its types.
      Object.assign(c.req.bodyCache, { arrayBuffer: Promise.resolve(new Uint8Array(bytes).buffer) });
      return next();
    });
  };
}

/** Reads the body and hands it over; its room is held until the request is answered. */
async function withBody(
  c: AppContext,
  { route, maxBytes, caller, gunzips }: { route: RouteDefinition; maxBytes: number; caller: string; gunzips: boolean },
  { room, pace }: BodyParts,
  use: (bytes: Buffer<ArrayBuffer>) => Promise<Response | void>,
): Promise<Response | void> {
  const sentBytes = declaredLength(c);
  if (sentBytes !== undefined && sentBytes > maxBytes) return refuseBody(c, "too-large", maxBytes);
  // All limits count the size of the body before its compression, which is unknown until it is read.
  const declaredBytes = gunzips ? undefined : sentBytes;
  const isPublic = route.access === "public";
  const seat = isPublic ? uncounted : room.admit(caller, { declaredBytes, maxBytes });
  if (!seat) return refuseBody(c, "no-room", maxBytes);
  try {
    const bytes = await readBody(c, {
      declaredBytes,
      gunzips,
      maxBytes,
      seat,
      pace: isPublic ? pace.public : pace.known,
    });
    return await (typeof bytes === "string" ? refuseBody(c, bytes, maxBytes) : use(bytes));
  } finally {
    seat.leave();
  }
}

/**
 * Returns the caller with whom a request shares room and turns: a person, a device, or the address of those who sign
 * with the shared key.
 */
function callerOf(c: AppContext, { clientAddress }: BodyParts): string {
  const person = c.get("caller")?.userId;
  if (person !== undefined) return `person ${person}`;
  const device = c.get("edgeCaller")?.device?.id;
  return device === undefined ? `address ${clientAddress(c)}` : `device ${device}`;
}

/** The refusal of a body that was not read to its end. */
function refuseBody(c: AppContext, problem: BodyProblem, maxBytes: number): Response {
  if (problem === "too-large")
    return fail(c, "PAYLOAD_TOO_LARGE", `The body is too large: at most ${maxBytes} bytes are accepted here.`);
  if (problem === "no-gzip") return fail(c, "VALIDATION_ERROR", "The body is not valid gzip data.");
  if (problem === "cut") return fail(c, "VALIDATION_ERROR", "The body was truncated.");
  if (problem === "too-slow") {
    c.header("Connection", "close");
    return fail(c, "REQUEST_TIMEOUT", "The body arrived too slowly.");
  }
  c.set("refusedRoom", true);
  c.header("Retry-After", "5");
  return fail(c, "SERVICE_UNAVAILABLE", "Too many request bodies of this caller are in flight. Try again shortly.");
}
