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
    channel: z.enum(["fcm", "web"]).describe("`fcm`: to a phone with the app; `web`: to a browser"),
    deviceId: z.string().describe("the phone, or the push subscription of the browser"),
    userId: z.string(),
    status: pushStatus,
    attempts: z.int(),
    lastError: z.string().nullable(),
    createdAt: datetime,
    sentAt: datetime.nullable(),
  })
  .meta({ id: "PushDelivery" });

const webAddress = z.url({ protocol: /^https?$/, message: "must be a web address" }).max(2_000);

/** Result of a browser's `PushSubscription.toJSON()`, with a name for the list. */
export const addPushSubscriptionRequest = z.object({
  endpoint: webAddress.refine((url) => !URL.parse(url)?.username && !URL.parse(url)?.password, {
    message: "must have no user name",
  }),
  keys: z.object({
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}=?$/, { message: "must be an uncompressed P-256 point, base64url" }),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}(==)?$/, { message: "must be 16 bytes, base64url" }),
  }),
  name: text(100).describe("names the browser in lists, such as `Chrome, Android`"),
});

/** A browser that receives a user's notifications. */
export const pushSubscription = z
  .object({
    id: z.string(),
    name: z.string(),
    service: z.string().describe("host of the push service"),
    endpointSha256: z.string().describe("SHA-256 of the endpoint, by which a browser finds its own subscription"),
    createdAt: datetime,
    lastActiveAt: datetime.describe("when it was last added or renewed"),
  })
  .meta({ id: "PushSubscription" });
export type PushSubscription = z.infer<typeof pushSubscription>;

export const pushSubscriptionList = z.object({
  publicKey: z.string().describe("the key that a browser subscribes with: `applicationServerKey`, base64url"),
  subscriptions: z.array(pushSubscription),
  total: z.int(),
});
