import { messageEnvelope } from "@container-inspection/shared-schemas";
import { createRoute, z } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail, okMessage } from "../../platform/http/replies.ts";
import { presentWebhook } from "./present-webhook.ts";
import { deleteWebhook as removeWebhook, lockWebhook } from "./webhook-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/admin/webhooks/{id}",
  operationId: "deleteWebhookV1",
  tags: ["Webhooks"],
  summary: "Delete a webhook with its deliveries",
  description: "Honours If-Match.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(messageEnvelope, "The webhook is deleted"),
    ...errors("WEBHOOK_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const deleteWebhook = defineRoute(
  "admin",
  config,
  ({ db, newId, nowMs }: Needs<"db" | "newId" | "nowMs">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        const found = await lockWebhook(tx, id);
        if (!found) return fail(c, "WEBHOOK_NOT_FOUND", "There is no webhook with this id.");
        const before = presentWebhook(found);
        if (!ifMatchHolds(c, before))
          return fail(c, "PRECONDITION_FAILED", "The webhook has changed since it was read. Read it again.");
        await removeWebhook(tx, id);
        await audit(tx, { action: "webhook.delete", subject: { type: "webhook", id }, before, after: null });
        return okMessage(c, "The webhook is deleted.");
      });
    },
);
