import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { webhookWithSecret } from "@container-inspection/shared-schemas/webhooks";
import { createRoute, z } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import { changeWebhook } from "./change-webhook.ts";
import { presentWebhook, recordWebhook } from "./present-webhook.ts";
import { createSigningSeal, createSigningSecret } from "./signing-secret.ts";
import { updateWebhook } from "./webhook-store.ts";
import type { Needs } from "../parts.ts";

/** Time in ms for which the previous secret also signs. */
const OVERLAP_MS = 24 * 3_600_000;

const config = createRoute({
  method: "post",
  path: "/v1/admin/webhooks/{id}/rotate-secret",
  operationId: "rotateWebhookSecretV1",
  tags: ["Webhooks"],
  summary: "Rotate the signing secret of a webhook",
  description:
    "For 24 hours every delivery is signed with the new and the previous secret, so that the receiver can switch without losing " +
    "events. The secret is not returned again. Honours If-Match.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(webhookWithSecret), "The webhook and its new signing secret"),
    ...errors("WEBHOOK_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const rotateWebhookSecret = defineRoute(
  "admin",
  config,
  (parts: Needs<"db" | "settings" | "webhookFormats" | "newId" | "nowMs">) => {
    const seal = createSigningSeal(parts.settings.jwtSecret);
    return async (c) => {
      const { id } = c.req.valid("param");
      return changeWebhook(c, parts, id, async ({ tx, webhook, now, audit }) => {
        const secret = createSigningSecret();
        const isReadable = seal.open(webhook.secret, id) !== undefined;
        const changed = await updateWebhook(tx, id, {
          secret: seal.seal(secret, id),
          previousSecret: isReadable ? webhook.secret : null,
          previousSecretEndsAt: isReadable ? new Date(now.getTime() + OVERLAP_MS) : null,
          updatedAt: now,
        });
        await audit("webhook.rotate-secret", recordWebhook(changed));
        return ok(c, { ...presentWebhook(changed, parts.webhookFormats), secret });
      });
    };
  },
);
