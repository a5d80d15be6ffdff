import { messageEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, okMessage } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { snapshotSubscription } from "./present-subscription.ts";
import { deleteSubscription } from "./subscription-store.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/user/me/push-subscriptions/{id}",
  operationId: "deletePushSubscriptionV1",
  tags: ["Account"],
  summary: "Stop a browser from receiving the caller's notifications",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(messageEnvelope, "The subscription is removed"),
    ...errors("PUSH_SUBSCRIPTION_NOT_FOUND"),
  },
});

export const deletePushSubscription = defineRoute(
  "operator",
  config,
  ({ db, newId, nowMs }: Needs<"db" | "newId" | "nowMs">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const audit = auditOf(c, { newId, nowMs });
      const isDeleted = await db.transaction(async (tx) => {
        const removed = await deleteSubscription(tx, { id, userId: c.get("caller").userId });
        if (!removed) return false;
        const subject = { type: "push-subscription", id };
        const before = snapshotSubscription(removed);
        await audit(tx, { action: "push-subscription.remove", subject, before, after: null });
        return true;
      });
      if (!isDeleted) return fail(c, "PUSH_SUBSCRIPTION_NOT_FOUND", "You have no push subscription with this id.");
      return okMessage(c, "The browser no longer receives notifications.");
    },
);
