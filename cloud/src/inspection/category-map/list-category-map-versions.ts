import { categoryMapVersion } from "@container-inspection/shared-schemas/category-map";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { page, pageQuery } from "@container-inspection/shared-schemas/primitives";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import { findMaps } from "./category-map-store.ts";
import { presentVersion } from "./present-category-map.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/category-map/versions",
  operationId: "listCategoryMapVersionsV1",
  tags: ["Admin"],
  summary: "Every category map that was ever in force, newest first",
  description: "Without the maps: who put which version in force, when and why.",
  request: { query: pageQuery.extend({ cursor: cursorOf(z.int32()).optional() }) },
  responses: { 200: json(successEnvelope(page(categoryMapVersion)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listCategoryMapVersions = defineRoute(
  "admin",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { limit, cursor } = c.req.valid("query");
      const rows = await findMaps(db, { beforeVersion: cursor, limit: limit + 1 });
      return ok(
        c,
        pageOf(rows, limit, ({ row }) => row.version, presentVersion),
      );
    },
  { readsReplica: true },
);
