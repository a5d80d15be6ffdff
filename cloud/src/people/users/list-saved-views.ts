import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { savedViews } from "@container-inspection/shared-schemas/saved-views";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import { presentSavedView } from "./present-saved-view.ts";
import { findSavedViews } from "./saved-view-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/user/me/saved-views",
  operationId: "listSavedViewsV1",
  tags: ["Users"],
  summary: "List the caller's saved views of the review queue, by name",
  responses: { 200: json(successEnvelope(savedViews), "All of them, at most 50") },
});

export const listSavedViews = defineRoute("supervisor", config, ({ db }: Needs<"db">) => async (c) => {
  const rows = await findSavedViews(db, c.get("caller").userId);
  return ok(c, { items: rows.map(presentSavedView) });
});
