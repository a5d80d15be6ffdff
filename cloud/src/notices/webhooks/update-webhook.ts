import { isDeepStrictEqual } from "node:util";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { updateWebhookRequest, webhook } from "@container-inspection/shared-schemas/webhooks";
import { createRoute, z } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { answerWebhook, changeWebhook } from "./change-webhook.ts";
import { presentWebhook, recordWebhook } from "./present-webhook.ts";
import { refuseUrl } from "../../platform/outbound/refuse-url.ts";
import { standingAfter } from "./webhook-rules.ts";
import { updateWebhook as saveWebhook, type WebhookRow } from "./webhook-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/admin/webhooks/{id}",
  operationId: "updateWebhookV1",
  tags: ["Webhooks"],
  summary: "Change a webhook, disable it, or enable it again",
  description:
    "Omitted fields do not change. A disabled webhook misses the events of that time, and its pending deliveries fail. " +
    "Honours If-Match.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(updateWebhookRequest) },
  responses: {
    200: json(successEnvelope(webhook), "The webhook"),
    ...errors("VALIDATION_ERROR", "WEBHOOK_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const updateWebhook = defineRoute(
  "admin",
  config,
  (parts: Needs<"db" | "settings" | "webhookFormats" | "newId" | "nowMs">) => async (c) => {
    const present = (row: WebhookRow) => presentWebhook(row, parts.webhookFormats);
    const { id } = c.req.valid("param");
    const wanted = c.req.valid("json");
    const refused = refuseUrl(wanted.url, parts.settings);
    if (refused) return fail(c, "VALIDATION_ERROR", "The body is not valid.", refused);
    return changeWebhook(c, parts, id, async ({ tx, webhook: found, now, audit }) => {
      if (wanted.events && found.format !== "live-events") {
        const message = `must not be there: the format ${found.format} chooses its events`;
        return fail(c, "VALIDATION_ERROR", "The body is not valid.", [{ path: "events", message }]);
      }
      const { url = found.url, events = found.events, description = found.description } = wanted;
      const changed = { url, events, description, ...standingAfter(found, wanted, now) };
      if (isDeepStrictEqual({ ...found, ...changed }, found)) return answerWebhook(c, present(found));
      const after = await saveWebhook(tx, id, { ...changed, updatedAt: now });
      await audit("webhook.update", recordWebhook(after));
      return answerWebhook(c, present(after));
    });
  },
);
