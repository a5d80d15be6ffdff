import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { pushSubscriptionList } from "@container-inspection/shared-schemas/push";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { presentSubscription } from "./present-subscription.ts";
import { findSubscriptionsOf } from "./subscription-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/user/me/push-subscriptions",
  operationId: "listPushSubscriptionsV1",
  tags: ["Account"],
  summary: "List the browsers that receive the caller's notifications, the last renewed first",
  description: "With the key that a browser subscribes with (`applicationServerKey`).",
  responses: { 200: json(successEnvelope(pushSubscriptionList), "All of them, at most 20") },
});

export const listPushSubscriptions = defineRoute(
  "operator",
  config,
  ({ db, webPush }: Needs<"db" | "webPush">) =>
    async (c) => {
      const subscriptions = (await findSubscriptionsOf(db, c.get("caller").userId)).map(presentSubscription);
      return ok(c, { publicKey: webPush.publicKey, subscriptions, total: subscriptions.length });
    },
);
