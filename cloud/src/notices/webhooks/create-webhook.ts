import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { tradeSources } from "@container-inspection/shared-schemas/trade-events";
import { createWebhookRequest, webhookWithSecret } from "@container-inspection/shared-schemas/webhooks";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { created, fail } from "../../platform/http/replies.ts";
import { presentWebhook, recordWebhook } from "./present-webhook.ts";
import { refuseUrl } from "../../platform/outbound/refuse-url.ts";
import { createSigningSeal, createSigningSecret } from "./signing-secret.ts";
import { countWebhooks, insertWebhook } from "./webhook-store.ts";
import { refuseFormat } from "./webhook-formats.ts";
import type { Needs } from "../parts.ts";

/** Each event is stored once for every webhook that subscribes to it. */
const MAX_WEBHOOKS = 20;

const config = createRoute({
  method: "post",
  path: "/v1/admin/webhooks",
  operationId: "createWebhookV1",
  tags: ["Webhooks"],
  summary: "Create a webhook that sends events to another system",
  description:
    "Sends future events of these kinds as POST requests that are signed according to the Standard Webhooks specification " +
    "(https://www.standardwebhooks.com): `webhook-id`, `webhook-timestamp` and `webhook-signature` over " +
    '`{ "type", "timestamp", "data" }`, where `data` is that of the same event in `GET /v1/events`. With the `format` `dcsa` or `epcis`, the body is ' +
    "what a terminal system reads instead: a list of events of DCSA's Track and Trace 3, which also carries its `Notification-Signature`, or a document " +
    "of EPCIS 2.0. A 2xx within 15 s counts as delivered. " +
    "Other deliveries are retried for about a day, in no particular order. A webhook is disabled by a 410, and when all attempts of " +
    "an event have failed after five days without a delivery. An event may be sent twice with the same `webhook-id`. Where " +
    "the service is traced, a request has a W3C `traceparent`. There are at " +
    "most 20 webhooks. The secret is not returned again.",
  request: { body: jsonBody(createWebhookRequest) },
  responses: {
    201: json(successEnvelope(webhookWithSecret), "The webhook and its signing secret"),
    ...errors("VALIDATION_ERROR", "TOO_MANY_WEBHOOKS"),
  },
});

export const createWebhook = defineRoute(
  "admin",
  config,
  ({ db, settings, webhookFormats, newId, nowMs }: Needs<"db" | "settings" | "webhookFormats" | "newId" | "nowMs">) => {
    const seal = createSigningSeal(settings.jwtSecret);
    return async (c) => {
      const { url, format, events = [...tradeSources], description = null } = c.req.valid("json");
      const refused = refuseUrl(url, settings) ?? refuseFormat(format, webhookFormats);
      if (refused) return fail(c, "VALIDATION_ERROR", "The body is not valid.", refused);
      const audit = auditOf(c, { newId, nowMs });
      const [id, secret, at] = [newId(), createSigningSecret(), new Date(nowMs())];
      const sealed = { secret: seal.seal(secret, id), previousSecret: null, previousSecretEndsAt: null };
      const standing = { disabledAt: null, disabledReason: null, failingSince: null };
      const { userId: createdById } = c.get("caller");
      const row = {
        id,
        url,
        description,
        events,
        format,
        ...sealed,
        ...standing,
        createdById,
        createdAt: at,
        updatedAt: at,
      };
      return db.transaction(async (tx) => {
        if ((await countWebhooks(tx)) >= MAX_WEBHOOKS)
          return fail(c, "TOO_MANY_WEBHOOKS", `The limit of ${MAX_WEBHOOKS} webhooks is reached. Delete one first.`);
        await insertWebhook(tx, row);
        const after = recordWebhook(row);
        await audit(tx, { action: "webhook.create", subject: { type: "webhook", id }, before: null, after });
        return created(c, { ...presentWebhook(row, webhookFormats), secret });
      });
    };
  },
);
