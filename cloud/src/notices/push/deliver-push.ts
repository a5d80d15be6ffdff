import { z } from "zod";
import { auditOfService } from "../../journal/audit/create-audit.ts";
import type { JobKind } from "../../platform/jobs/job-kind.ts";
import { defineDeliveryWorker } from "../deliveries/deliver-by-jobs.ts";
import { doublingWaits, type Outcome } from "../deliveries/delivery-rules.ts";
import type { Needs } from "../parts.ts";
import { attemptWebPush } from "../web-push/attempt-web-push.ts";
import { deactivateDevice } from "../phones/device-store.ts";
import { findDeviceOf, type PushDeliveryRow, pushStore, type SupervisorDevice } from "./push-delivery-store.ts";

/**
 * Time in ms after which a notice is no longer worth a sound: a supervisor has seen the queue of escalations.
 */
const LIFETIME_MS = 4 * 3_600_000;

/** One attempt to send one notice to one device. */
export const deliverPushKind: JobKind<{ deliveryId: string; attempt: number }> = {
  name: "deliver-push",
  data: z.object({ deliveryId: z.string(), attempt: z.int() }),
  subjectPath: "$.deliveryId",
  retries: 5,
  firstRetrySeconds: 5,
  longestRetrySeconds: 60,
  timeoutSeconds: 600,
  atOnce: 2,
  batchSize: 16,
};

/**
 * Sends notices to devices. An attempt that is made twice shows once: the second notice takes the place of the first.
 */
export const deliverPush = defineDeliveryWorker({
  store: pushStore,
  // More waits than the lifetime leaves room for.
  backOff: { waitsSeconds: doublingWaits(10, 1_800, 20), lifetimeMs: LIFETIME_MS },
  failure: "a notice did not reach a device",
  logged: ({ deviceId }) => ({ deviceId }),
  columns: ({ deliveredAt }) => ({ sentAt: deliveredAt }),
  kind: deliverPushKind,
  dataOf: ({ deliveryId, attempt }) => ({ deliveryId, attempt }),
  attemptOf: (queued) => ({ ...queued, earlier: 0 }),
  attempt: attemptPush,
});

/** Sends a notice only to the user that it was written for, and only while that user may see it. */
async function attemptPush(
  parts: Needs<"db" | "push" | "webPush" | "nowMs" | "newId">,
  delivery: PushDeliveryRow,
  signal: AbortSignal,
): Promise<Outcome> {
  const ttlSeconds = Math.ceil((delivery.createdAt.getTime() + LIFETIME_MS - parts.nowMs()) / 1_000);
  if (ttlSeconds <= 0) return { kind: "refused", reason: "The notice is too old." };
  const attempt = delivery.channel === "web" ? attemptWebPush : attemptPhone;
  return attempt(parts, delivery, { ttlSeconds, signal });
}

async function attemptPhone(
  parts: Needs<"db" | "push" | "nowMs" | "newId">,
  delivery: PushDeliveryRow,
  { ttlSeconds, signal }: { ttlSeconds: number; signal: AbortSignal },
): Promise<Outcome> {
  const { db, push } = parts;
  const device = await findDeviceOf(db, delivery);
  if (!device)
    return { kind: "dropped", reason: "The device is no longer registered, or its user may not see the notice." };
  if (!push) return { kind: "refused", reason: "No push service is configured." };
  const { title, body, data, collapseKey, kind } = delivery;
  const { pushToken: token, platform } = device;
  const message = { token, platform, title, body, data: { ...data, kind }, collapseKey, ttlSeconds };
  const outcome = await push.send(message, signal);
  if (outcome.kind !== "dead-token") return outcome;
  await deactivate(parts, device);
  return { kind: "dropped", reason: outcome.reason };
}

/** Makes a device inactive, unless it has registered another token since. */
async function deactivate(
  parts: Needs<"db" | "nowMs" | "newId">,
  { deviceId, pushToken }: SupervisorDevice,
): Promise<void> {
  await parts.db.transaction(async (tx) => {
    if (!(await deactivateDevice(tx, deviceId, pushToken))) return;
    const subject = { type: "device", id: deviceId };
    const [before, after] = [{ isActive: true }, { isActive: false }];
    await auditOfService(parts)(tx, { action: "device.deactivate", subject, before, after });
  });
}
