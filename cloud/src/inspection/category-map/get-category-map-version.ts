import { numberedCategoryMap } from "@container-inspection/shared-schemas/category-map";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, notModified } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { findMap } from "./category-map-store.ts";
import { presentCategoryMap } from "./present-category-map.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/category-map/versions/{version}",
  operationId: "getCategoryMapVersionV1",
  tags: ["Admin"],
  summary: "One version of the category map",
  description:
    "The version that a `manifestMatch.ruleSet` names. To restore it, put its `map` again: that creates a new version.",
  request: { params: z.object({ version: z.string() }) },
  responses: {
    200: json(successEnvelope(numberedCategoryMap), "The map, with its version"),
    ...notModified,
    ...errors("CATEGORY_MAP_NOT_FOUND"),
  },
});

export const getCategoryMapVersion = defineRoute("admin", config, ({ db }: Needs<"db">) => async (c) => {
  const { version } = c.req.valid("param");
  const found = /^[1-9]\d{0,8}$/.test(version) ? await findMap(db, Number(version)) : undefined;
  if (!found) return fail(c, "CATEGORY_MAP_NOT_FOUND", "The category map has no such version.");
  return okWithEtag(c, presentCategoryMap(found));
});
