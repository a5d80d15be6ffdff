import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { page } from "@container-inspection/shared-schemas/primitives";
import { listWebhookDeliveriesQuery, webhookDelivery } from "@container-inspection/shared-schemas/webhooks";
import { createRoute, z } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import { refuseUnknownWebhook } from "./change-webhook.ts";
import { presentWebhookDelivery } from "./present-webhook-delivery.ts";
import { webhookDeliveryStore } from "./webhook-delivery-store.ts";
import { findWebhook } from "./webhook-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/webhooks/{id}/deliveries",
  operationId: "listWebhookDeliveriesV1",
  tags: ["Webhooks"],
  summary: "List the deliveries of a webhook, newest first",
  description: "Deliveries are kept for 30 days.",
  request: {
    params: z.object({ id: z.string() }),
    query: listWebhookDeliveriesQuery.extend({ cursor: cursorOf(objectId).optional() }),
  },
  responses: {
    200: json(successEnvelope(page(webhookDelivery)), "One page"),
    ...errors("VALIDATION_ERROR", "WEBHOOK_NOT_FOUND"),
  },
});

export const listWebhookDeliveries = defineRoute(
  "admin",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { id: webhookId } = c.req.valid("param");
      const { limit, cursor, status } = c.req.valid("query");
      if (!(await findWebhook(db, webhookId))) return refuseUnknownWebhook(c);
      const rows = await webhookDeliveryStore.list(db, {
        equal: { webhookId, status },
        beforeId: cursor,
        limit: limit + 1,
      });
      return ok(
        c,
        pageOf(rows, limit, ({ id }) => id, presentWebhookDelivery),
      );
    },
  { readsReplica: true },
);
