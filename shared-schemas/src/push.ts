import { z } from "zod";
import { datetime, pageQuery, text } from "./primitives.ts";

export const pushStatus = z.enum(["pending", "sent", "failed", "dropped", "no-push-service"]).meta({
  id: "PushStatus",
  description:
    "`dropped`: the device can no longer receive it, because its token expired, it was unregistered, or its user lost access. " +
    "`no-push-service`: no push service is configured, so it was not sent.",
});
export type PushStatus = z.infer<typeof pushStatus>;

export const listPushDeliveriesQuery = pageQuery.extend({
  status: pushStatus.optional(),
  deviceId: text(200).optional(),
});

/** The delivery of one push notification to one device. */
export const pushDelivery = z
  .object({
    id: z.string(),
    kind: z.string().describe("what it is about, such as `escalation`"),
    title: z.string(),
    body: z.string(),
    data: z.record(z.string(), z.string()),
    deviceId: z.string(),
    userId: z.string(),
    status: pushStatus,
    attempts: z.int(),
    lastError: z.string().nullable(),
    createdAt: datetime,
    sentAt: datetime.nullable(),
  })
  .meta({ id: "PushDelivery" });
