import { z } from "zod";
import { liveEventKind } from "./live-events.ts";
import { datetime, orNull, pageQuery, text } from "./primitives.ts";
import { webhookFormat } from "./trade-events.ts";

export const webhookDisabledReason = z.enum(["admin", "gone", "failing"]).meta({
  id: "WebhookDisabledReason",
  description:
    "`admin`: an admin disabled it. `gone`: its address answered 410. `failing`: all attempts of an event failed after five days without a delivery.",
});
export type WebhookDisabledReason = z.infer<typeof webhookDisabledReason>;

const url = z
  .url({ protocol: /^https?$/, message: "must be a web address, such as https://hooks.example.com/inspection" })
  .max(2_000)
  .refine((value) => !/^https?:\/\/[^/?#]*@/i.test(value), { message: "must not contain a user name or password" });
const events = z
  .array(liveEventKind)
  .min(1)
  .max(liveEventKind.options.length)
  .transform((types) => [...new Set(types)]);

export const createWebhookRequest = z
  .object({
    url,
    events: events.optional().describe("needed, but only in the format `live-events`"),
    format: webhookFormat.default("live-events"),
    description: text(200).optional(),
  })
  .superRefine(({ format, events: chosen }, context) => {
    const problem =
      format === "live-events"
        ? chosen === undefined && "must be there"
        : chosen !== undefined && `must not be there: the format ${format} chooses its events`;
    if (problem) context.addIssue({ code: "custom", path: ["events"], message: problem });
  });
export const updateWebhookRequest = z.object({
  url: url.optional(),
  events: events.optional().describe("only in the format `live-events`"),
  description: text(200).nullable().optional(),
  enabled: z.boolean().optional(),
});
export type UpdateWebhookRequest = z.infer<typeof updateWebhookRequest>;

export const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string().nullable(),
    events: z.array(liveEventKind),
    format: webhookFormat,
    enabled: z.boolean(),
    disabledReason: orNull(webhookDisabledReason),
    missingSettings: z
      .array(z.string())
      .describe("settings that the format needs and the service lacks: while some are missing, no event is sent"),
    failingSince: datetime.nullable().describe("the first failed attempt since the last delivery"),
    previousSecretEndsAt: datetime.nullable().describe("until this time, the previous secret also signs deliveries"),
    createdAt: datetime,
    updatedAt: datetime,
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof webhook>;

/** A webhook with its signing secret, which is returned only once. */
export const webhookWithSecret = webhook
  .extend({ secret: z.string().describe("`whsec_` and base64, the format of the Standard Webhooks libraries") })
  .meta({ id: "WebhookWithSecret" });

export const webhookDeliveryStatus = z.enum(["pending", "delivered", "failed"]).meta({ id: "WebhookDeliveryStatus" });
export type WebhookDeliveryStatus = z.infer<typeof webhookDeliveryStatus>;

export const listWebhookDeliveriesQuery = pageQuery.extend({ status: webhookDeliveryStatus.optional() });

/** The delivery of one event to one webhook. */
export const webhookDelivery = z
  .object({
    id: z.string().describe("the `webhook-id` header, identical in every attempt"),
    type: z.string().describe("the kind of the event, or `webhook.test`"),
    payload: z.string().describe("the request body"),
    status: webhookDeliveryStatus,
    attempts: z.int(),
    lastStatusCode: z.int().nullable().describe("null when no response was received"),
    lastError: z.string().nullable(),
    nextAttemptAt: datetime.nullable(),
    createdAt: datetime,
    deliveredAt: datetime.nullable(),
  })
  .meta({ id: "WebhookDelivery" });
