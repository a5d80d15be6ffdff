import { numberedCategoryMap } from "@container-inspection/shared-schemas/category-map";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json, notModified } from "../../platform/http/describe.ts";
import { okWithEtag } from "../../platform/http/replies.ts";
import { findCurrentMap } from "./category-map-store.ts";
import { presentCategoryMap } from "./present-category-map.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/category-map",
  operationId: "getCategoryMapV1",
  tags: ["Admin"],
  summary: "The category map in force",
  description: "Which classes of a detection model explain which declared goods. The manifest match uses it.",
  responses: { 200: json(successEnvelope(numberedCategoryMap), "The map, with its version"), ...notModified },
});

export const getCategoryMap = defineRoute(
  "admin",
  config,
  ({ db }: Needs<"db">) =>
    async (c) =>
      okWithEtag(c, presentCategoryMap(await findCurrentMap(db))),
);
