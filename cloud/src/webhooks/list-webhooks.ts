import { objectId, page, pageQuery, successEnvelope, webhook } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../http/define-route.ts";
import { errors, json } from "../http/describe.ts";
import { cursorOf, pageOf } from "../http/pages.ts";
import { ok } from "../http/replies.ts";
import { presentWebhook } from "./present-webhook.ts";
import { findWebhooks } from "./webhook-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/webhooks",
  operationId: "listWebhooksV1",
  tags: ["Webhooks"],
  summary: "List webhooks, newest first",
  request: { query: pageQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(page(webhook)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listWebhooks = defineRoute("admin", config, ({ db }) => async (c) => {
  const { limit, cursor } = c.req.valid("query");
  const rows = await findWebhooks(db, { beforeId: cursor, limit: limit + 1 });
  return ok(
    c,
    pageOf(rows, limit, ({ id }) => id, presentWebhook),
  );
});
