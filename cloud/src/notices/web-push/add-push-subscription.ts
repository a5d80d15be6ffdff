import { type ErrorDetail, successEnvelope } from "@container-inspection/shared-schemas/errors";
import { addPushSubscriptionRequest, pushSubscription } from "@container-inspection/shared-schemas/push";
import { createRoute, type z } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { created, fail, ok } from "../../platform/http/replies.ts";
import { refuseUrl } from "../../platform/outbound/refuse-url.ts";
import type { Settings } from "../../platform/settings/settings.ts";
import type { Needs } from "../parts.ts";
import { presentSubscription, snapshotSubscription } from "./present-subscription.ts";
import { saveSubscription } from "./subscription-store.ts";
import { areUsable } from "./web-push-service.ts";

const config = createRoute({
  method: "post",
  path: "/v1/user/me/push-subscriptions",
  operationId: "addPushSubscriptionV1",
  tags: ["Account"],
  summary: "Have a browser receive the caller's notifications",
  description:
    "The body is what `PushSubscription.toJSON()` returns in the browser, which subscribes with `publicKey` of " +
    "`GET /v1/user/me/push-subscriptions`, and a name for the list. The endpoint must be https on a public address. Adding it again " +
    "renews it, and moves it to the caller. One person has at most 20: the one renewed longest ago makes room. One whose push " +
    "service answers 404 or 410 is removed.",
  request: { body: jsonBody(addPushSubscriptionRequest) },
  responses: {
    200: json(successEnvelope(pushSubscription), "The existing subscription"),
    201: json(successEnvelope(pushSubscription), "The new subscription"),
    ...errors("VALIDATION_ERROR"),
  },
});

export const addPushSubscription = defineRoute(
  "operator",
  config,
  ({ db, settings, newId, nowMs }: Needs<"db" | "settings" | "newId" | "nowMs">) =>
    async (c) => {
      const sent = c.req.valid("json");
      const refused = refuseSubscription(sent, settings);
      if (refused) return fail(c, "VALIDATION_ERROR", "The body is not valid.", refused);
      const { endpoint, name, keys } = sent;
      const audit = auditOf(c, { newId, nowMs });
      const added = { id: newId(), userId: c.get("caller").userId, endpoint, name, ...keys };
      const saved = await db.transaction(async (tx) => {
        const { subscription, before: known, removed } = await saveSubscription(tx, added, nowMs());
        for (const lost of removed) {
          const subject = { type: "push-subscription", id: lost.id };
          await audit(tx, {
            action: "push-subscription.remove",
            subject,
            before: snapshotSubscription(lost),
            after: null,
          });
        }
        const [before, after] = [known ? snapshotSubscription(known) : null, snapshotSubscription(subscription)];
        const subject = { type: "push-subscription", id: subscription.id };
        await audit(tx, { action: "push-subscription.add", subject, before, after });
        return { data: presentSubscription(subscription), isNew: !known };
      });
      return saved.isNew ? created(c, saved.data) : ok(c, saved.data);
    },
);

function refuseSubscription(
  { endpoint, keys }: z.infer<typeof addPushSubscriptionRequest>,
  settings: Settings,
): ErrorDetail[] | undefined {
  const refused = refuseUrl(endpoint, settings, { path: "endpoint", isHttpsOnly: true });
  if (refused) return refused;
  return areUsable(keys) ? undefined : [{ path: "keys", message: "must be the keys of a browser's subscription" }];
}
