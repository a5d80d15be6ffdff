import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { LONGEST_STATISTICS_DAYS, statistics, statisticsQuery } from "@container-inspection/shared-schemas/statistics";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { presentStatistics } from "./present-statistics.ts";
import { findCounts, findMedians, isCounted, type StatisticsFilter } from "./statistics-store.ts";
import type { Needs } from "../parts.ts";

const DAY_MS = 86_400_000;

const config = createRoute({
  method: "get",
  path: "/v1/statistics",
  operationId: "getStatisticsV1",
  tags: ["Statistics"],
  summary: "Count what happened at the gates",
  description: `Counts by hour or day, and by site or lane: visits that began with their present status and verdict, scans, classes, escalations
and decisions. Operators get the counts of the containers they own, supervisors and admins all. Deleted containers do not count.

Records count when they happened: a scan that arrives late counts in the hour in which it was taken. What changes later, by a
correction, a merge, a reviewer's verdict or a decision, changes the counts within a minute. A visit and its decision
count at the camera that saw the visit first, and a camera in the lane that it has now.`,
  request: { query: statisticsQuery },
  responses: { 200: json(successEnvelope(statistics), "The counts"), ...errors("VALIDATION_ERROR") },
});

export const getStatistics = defineRoute(
  "operator",
  config,
  ({ db, nowMs }: Needs<"db" | "nowMs">) =>
    async (c) => {
      const { role, userId } = c.get("caller");
      const { from, to = new Date(nowMs()), bucket = "hour", timeZone = "UTC", ...place } = c.req.valid("query");
      const longestDays = LONGEST_STATISTICS_DAYS[bucket];
      const rangeMs = to.getTime() - from.getTime();
      if (rangeMs <= 0 || rangeMs > longestDays * DAY_MS)
        return fail(c, "VALIDATION_ERROR", "The query is not valid.", [
          { path: "from", message: `must be before to, by at most ${longestDays} days for buckets of one ${bucket}` },
        ]);
      const { groupBy, siteId, laneId } = place;
      const ownerId = role === "operator" ? userId : undefined;
      const filter: StatisticsFilter = { from, to, bucket, timeZone, groupBy, siteId, laneId, ownerId };
      // Read first, so that records counted during the other reads do not count as up to date.
      const upToDate = await isCounted(db);
      const [counts, medians] = [await findCounts(db, filter), await findMedians(db, filter)];
      return ok(c, { from: from.toISOString(), to: to.toISOString(), upToDate, ...presentStatistics(counts, medians) });
    },
  { readsReplica: true },
);
