import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { cameraTrackingQuery, cameraTrackingSummary } from "@container-inspection/shared-schemas/tracking";
import { createRoute, z } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import { readSummary } from "./summary-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/tracking-data/cameras/{cameraId}",
  operationId: "getCameraTrackingV1",
  tags: ["Tracking"],
  summary: "Summarise what a camera has seen in the last minutes, per tracked object",
  description:
    "`timeRange` is the last `minutes`, both ends included. `totalEvents` counts every event in it, `activeObjects` lists " +
    "at most `limit` objects with an event in it, most recently seen first. An object is one tracking id of one run of a " +
    "tracker (device and session). Its `firstSeen`, `lastSeen` and `eventCount` are those of its events in the range; " +
    "`className`, `confidence` and `lastBox` are those of the last of them. The summary of an unknown camera is empty.",
  request: { params: z.object({ cameraId: z.string() }), query: cameraTrackingQuery },
  responses: {
    200: json(successEnvelope(cameraTrackingSummary), "The camera's summary"),
    ...errors("VALIDATION_ERROR"),
  },
});

export const getCameraTracking = defineRoute(
  "operator",
  config,
  ({ tracking, nowMs }: Needs<"tracking" | "nowMs">) =>
    async (c) => {
      const { cameraId } = c.req.valid("param");
      const { minutes, limit } = c.req.valid("query");
      const toMs = nowMs();
      const { people } = await tracking.pools();
      return ok(c, await readSummary(people, { cameraId, fromMs: toMs - minutes * 60_000, toMs, limit }));
    },
);
