import { liveEvent, liveEventsQuery } from "@container-inspection/shared-schemas/live-events";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { parsePosition } from "./format-event.ts";
import { MAX_STREAMS_PER_USER } from "./open-streams.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/events",
  operationId: "streamEventsV1",
  tags: ["Live events"],
  summary: "Stream live events as server-sent events",
  description: `Each event has an \`id\`, its kind as \`event\`, and a LiveEvent in JSON as \`data\`. Operators get the events of containers
that they own at that time, and those of cameras; supervisors and admins get all events.

A stream begins with the event \`reset\`, whose data is empty: read again what you display, and all later changes follow. A client
that sends a position gets no \`reset\`, but all events after it, without loss or repetition, across restarts and on any
replica: the \`Last-Event-ID\` of the last event it received (browsers send it when they reconnect), or \`lastEventId\`, such as the
\`events-after\` of the console's page. If it missed more than 500 events, or the id is unknown or more than a week old, it gets a \`reset\`.

A comment is sent every 15 seconds. A stream ends when its session ends, when the user's role changes, when a client reads too
slowly, and after an hour: reconnect then. A user has at most ${MAX_STREAMS_PER_USER} streams on each
replica (\`TOO_MANY_STREAMS\`).`,
  request: {
    query: liveEventsQuery,
    headers: z.object({ "last-event-id": z.string().optional().describe("wins over `lastEventId`") }),
  },
  responses: {
    200: {
      description: "The stream; the schema describes the data of its events, except `reset`",
      content: { "text/event-stream": { schema: liveEvent } },
    },
    ...errors("VALIDATION_ERROR", "TOO_MANY_STREAMS"),
  },
});

/** Caches and proxies must not delay the stream; nginx obeys the last header. */
const HEADERS = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
};

export const streamEvents = defineRoute("operator", config, ({ events }: Needs<"events">) => async (c) => {
  const { kinds, lastEventId } = c.req.valid("query");
  const lastSeen = parsePosition(c.req.valid("header")["last-event-id"] ?? lastEventId ?? "");
  // A HEAD request gets the headers of a GET; its stream would never be read.
  if (c.req.method === "HEAD") return c.body(null, 200, HEADERS);
  const { userId, sessionId, role } = c.get("caller");
  const { outgoing } = c.env ?? {};
  const cut = () => void outgoing?.destroy();
  const stream = await events.subscribe({ userId, sessionId, role, kinds: kinds && new Set(kinds), cut }, lastSeen);
  if (stream === "too-many-of-this-user") {
    c.header("Retry-After", "30");
    return fail(c, "TOO_MANY_STREAMS", "You have too many open streams. Close one of them.");
  }
  if (stream === "no-room") {
    c.header("Retry-After", "5");
    return fail(c, "SERVICE_UNAVAILABLE", "Streams are unavailable at the moment. Try again shortly.");
  }
  return c.body(stream, 200, HEADERS);
});
