import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { page, pageQuery } from "@container-inspection/shared-schemas/primitives";
import { webhook } from "@container-inspection/shared-schemas/webhooks";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import { presentWebhook } from "./present-webhook.ts";
import { findWebhooks } from "./webhook-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/webhooks",
  operationId: "listWebhooksV1",
  tags: ["Webhooks"],
  summary: "List webhooks, newest first",
  request: { query: pageQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(page(webhook)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listWebhooks = defineRoute(
  "admin",
  config,
  ({ db, webhookFormats }: Needs<"db" | "webhookFormats">) =>
    async (c) => {
      const { limit, cursor } = c.req.valid("query");
      const rows = await findWebhooks(db, { beforeId: cursor, limit: limit + 1 });
      return ok(
        c,
        pageOf(
          rows,
          limit,
          ({ id }) => id,
          (row) => presentWebhook(row, webhookFormats),
        ),
      );
    },
  { readsReplica: true },
);
