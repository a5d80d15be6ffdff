import { isDeepStrictEqual } from "node:util";
import { numberedCategoryMap, updateCategoryMapRequest } from "@container-inspection/shared-schemas/category-map";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { checkCategoryMap } from "../../match/reading/category-map-rules.ts";
import { findCurrentMap, insertMap, lockCategoryMap } from "./category-map-store.ts";
import { presentCategoryMap } from "./present-category-map.ts";
import { judgeAllLater } from "../record/lane-jobs.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/admin/category-map",
  operationId: "updateCategoryMapV1",
  tags: ["Admin"],
  summary: "Replace the category map",
  description:
    "Takes a whole map, which becomes the next version; every match that is read afterwards uses it, and the lanes of " +
    "current visits follow in the background. Putting the map that " +
    "is in force creates no version. To restore an older version, put its map again. Escalations that earlier maps raised " +
    "stay. A new map raises none by itself: the next scan, or the next change of a manifest, does. Honours If-Match.",
  request: { body: jsonBody(updateCategoryMapRequest) },
  responses: {
    200: json(successEnvelope(numberedCategoryMap), "The map in force"),
    ...errors("VALIDATION_ERROR", "PRECONDITION_FAILED"),
  },
});

export const updateCategoryMap = defineRoute(
  "admin",
  config,
  ({ db, jobs, newId, nowMs }: Needs<"db" | "jobs" | "newId" | "nowMs">) =>
    async (c) => {
      const { map, note = null } = c.req.valid("json");
      const problems = checkCategoryMap(map);
      if (problems.length > 0)
        return fail(c, "VALIDATION_ERROR", "The category map is not valid.", problems.slice(0, 50));
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        await lockCategoryMap(tx);
        const found = await findCurrentMap(tx);
        if (!ifMatchHolds(c, presentCategoryMap(found)))
          return fail(c, "PRECONDITION_FAILED", "The category map has changed since it was read. Read it again.");
        if (isDeepStrictEqual(found.row.map, map)) return okWithEtag(c, presentCategoryMap(found));
        const version = found.row.version + 1;
        await insertMap(tx, { version, map, note, createdById: c.get("caller").userId, nowMs: nowMs() });
        await judgeAllLater(tx, jobs);
        const made = await findCurrentMap(tx);
        const before = { version: found.row.version, note: found.row.note, ...found.row.map };
        const after = { version, note, ...made.row.map };
        const subject = { type: "category-map", id: String(version) };
        await audit(tx, { action: "category-map.update", subject, before, after });
        return okWithEtag(c, presentCategoryMap(made));
      });
    },
);
