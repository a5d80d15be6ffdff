import { liveEvent, liveEventsQuery } from "@container-inspection/shared-schemas";
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
  summary: "Follow what happens, as server-sent events",
  description: `Each event has an \`id\`, its kind as \`event\`, and a LiveEvent in JSON as \`data\`. Operators get what happens to containers
that they own at that moment, and what cameras see; supervisors and admins get everything.

A stream begins with the event \`reset\`, whose data is empty: read anew what you show, every later change follows. A client that
connects again with the \`Last-Event-ID\` of the last event it got (browsers do so by themselves), or with \`lastEventId\`, goes on after
it instead, without loss or repetition, over restarts and on any replica. Where more than 500 events were missed, or the id is unknown
or over a week old, there is a \`reset\` again.

A comment comes every 15 seconds. A stream ends at once when its session does or the role of its person changes, when a client takes
too little of what it is sent, and after an hour at most: connect again then. One person has at most ${MAX_STREAMS_PER_USER} streams on each
replica (\`TOO_MANY_STREAMS\`).`,
  request: {
    query: liveEventsQuery,
    headers: z.object({ "last-event-id": z.string().optional().describe("wins over `lastEventId`") }),
  },
  responses: {
    200: {
      description: "The stream; the schema is that of the data of its events, but of `reset`",
      content: { "text/event-stream": { schema: liveEvent } },
    },
    ...errors("VALIDATION_ERROR", "TOO_MANY_STREAMS"),
  },
});

/** Neither stores nor proxies may hold the stream up; nginx obeys the last one. */
const HEADERS = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
};

export const streamEvents = defineRoute("operator", config, ({ events }: Needs<"events">) => async (c) => {
  const { kinds, lastEventId } = c.req.valid("query");
  const lastSeen = parsePosition(c.req.valid("header")["last-event-id"] ?? lastEventId ?? "");
  // A HEAD request gets the headers of a GET, and nobody would read its stream.
  if (c.req.method === "HEAD") return c.body(null, 200, HEADERS);
  const { userId, sessionId, role } = c.get("caller");
  const { outgoing } = c.env ?? {};
  const cut = () => void outgoing?.destroy();
  const stream = await events.subscribe({ userId, sessionId, role, kinds: kinds && new Set(kinds), cut }, lastSeen);
  if (stream === "too-many-of-this-user") {
    c.header("Retry-After", "30");
    return fail(c, "TOO_MANY_STREAMS", "You have too many streams open: close one of them.");
  }
  if (stream === "no-room") {
    c.header("Retry-After", "5");
    return fail(c, "SERVICE_UNAVAILABLE", "No stream can be opened here for the moment. Try again shortly.");
  }
  return c.body(stream, 200, HEADERS);
});
