import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { page } from "@container-inspection/shared-schemas/primitives";
import { listReleasesQuery, release } from "@container-inspection/shared-schemas/releases";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { presentRelease } from "./present-release.ts";
import { findReleases } from "./release-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/releases",
  operationId: "listReleasesV1",
  tags: ["Roll-outs"],
  summary: "List versions of models and settings, newest first",
  request: { query: listReleasesQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(page(release)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listReleases = defineRoute(
  "admin",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { limit, cursor, kind } = c.req.valid("query");
      const rows = await findReleases(db, { kind, beforeId: cursor, limit: limit + 1 });
      return ok(
        c,
        pageOf(rows, limit, (row) => row.release.id, presentRelease),
      );
    },
  { readsReplica: true },
);
