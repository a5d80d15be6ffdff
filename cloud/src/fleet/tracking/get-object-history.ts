import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { LONGEST_HISTORY_DAYS, objectHistory, objectHistoryQuery } from "@container-inspection/shared-schemas/tracking";
import { createRoute } from "@hono/zod-openapi";
import pLimit from "p-limit";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { countObjectsByHour } from "./archive/count-objects.ts";
import { isTooLong, TOO_LONG } from "./history-range.ts";
import { MAX_COUNTED_CLASSES } from "./object-count-store.ts";

const HOUR_MS = 3_600_000;

const config = createRoute({
  method: "get",
  path: "/v1/tracking-data/object-counts",
  operationId: "getObjectHistoryV1",
  tags: ["Tracking"],
  summary: "Count the objects that one camera or all have tracked, by hour and class",
  description:
    `Whole hours from that of \`from\` up to \`to\` (now, if absent), at most ${LONGEST_HISTORY_DAYS} days; days that were moved into files are included. ` +
    "An object counts once in each hour in which it has events, under the class of the last of them. At most " +
    `${MAX_COUNTED_CLASSES} classes are counted, those with the most objects.`,
  request: { query: objectHistoryQuery },
  responses: { 200: json(successEnvelope(objectHistory), "The counts"), ...errors("VALIDATION_ERROR") },
});

export const getObjectHistory = defineRoute(
  "operator",
  config,
  (parts: Needs<"settings" | "db" | "tracking" | "storage" | "nowMs">) => {
    const takeTurn = pLimit(1);
    return async (c) => {
      const { cameraId, from, to = new Date(parts.nowMs()) } = c.req.valid("query");
      if (isTooLong(from, to)) return fail(c, "VALIDATION_ERROR", "The query is not valid.", [TOO_LONG]);
      const fromMs = Math.floor(from.getTime() / HOUR_MS) * HOUR_MS;
      const counts = await takeTurn(() => countObjectsByHour(parts, { cameraId, fromMs, untilMs: to.getTime() }));
      const sums = new Map<string, number>();
      for (const { className, objects } of counts) sums.set(className, (sums.get(className) ?? 0) + objects);
      const classes = [...sums].toSorted(([name, one], [other, two]) => two - one || (name < other ? -1 : 1));
      const shown = new Set(classes.slice(0, MAX_COUNTED_CLASSES).map(([name]) => name));
      const items = counts
        .filter(({ className }) => shown.has(className))
        .toSorted((one, other) => one.atMs - other.atMs || (one.className < other.className ? -1 : 1))
        .map(({ atMs, className, objects }) => ({ at: new Date(atMs).toISOString(), className, objects }));
      return ok(c, { timeRange: { from: new Date(fromMs).toISOString(), to: to.toISOString() }, items });
    };
  },
);
