import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { cameraObjectCounts, objectCountsQuery } from "@container-inspection/shared-schemas/tracking";
import { createRoute, z } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { ROLLUP_WIDTHS_S } from "./cover-range.ts";
import { countObjects, MAX_COUNTED_CLASSES } from "./object-count-store.ts";

/** Ranges up to this length are counted by the minute, longer ones by the hour. */
const MAX_MINUTE_BUCKETS = 360;
const [HOUR_S, MINUTE_S] = ROLLUP_WIDTHS_S;

const config = createRoute({
  method: "get",
  path: "/v1/tracking-data/cameras/{cameraId}/object-counts",
  operationId: "getObjectCountsV1",
  tags: ["Tracking"],
  summary: "Count the objects that a camera has tracked over time, by class",
  description:
    "The last `minutes`, extended to a whole bucket at their start: by the minute up to six hours, by the hour beyond. An object counts once in each " +
    "bucket in which it has events, under the class of the last of them; an object is one tracking id of one run of a tracker. At most " +
    `${MAX_COUNTED_CLASSES} classes are counted, those with the most objects. An unknown camera has no counts.`,
  request: { params: z.object({ cameraId: z.string() }), query: objectCountsQuery },
  responses: { 200: json(successEnvelope(cameraObjectCounts), "The counts"), ...errors("VALIDATION_ERROR") },
});

export const getObjectCounts = defineRoute(
  "operator",
  config,
  ({ tracking, nowMs }: Needs<"tracking" | "nowMs">) =>
    async (c) => {
      const { cameraId } = c.req.valid("param");
      const { minutes } = c.req.valid("query");
      const widthSeconds = minutes <= MAX_MINUTE_BUCKETS ? MINUTE_S : HOUR_S;
      const [widthMs, toMs] = [widthSeconds * 1_000, nowMs()];
      const fromMs = Math.floor((toMs - minutes * 60_000) / widthMs) * widthMs;
      const { people } = await tracking.pools();
      return ok(c, {
        cameraId,
        timeRange: { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() },
        bucketSeconds: widthSeconds,
        items: await countObjects(people, { cameraId, widthSeconds, fromMs, untilMs: toMs + 1 }),
      });
    },
);
