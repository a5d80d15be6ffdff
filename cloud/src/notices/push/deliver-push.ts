import { z } from "zod";
import { auditOfService } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { deactivateDevice } from "../phones/device-store.ts";
import { defineWorker } from "../../platform/jobs/define-worker.ts";
import type { JobKind } from "../../platform/jobs/job-kind.ts";
import type { Needs } from "../parts.ts";
import {
  findAbandonedPushDeliveries,
  findDeviceOf,
  findPushDelivery,
  lockPendingPushDelivery,
  notePushTry,
  type PushDeliveryRow,
  type SupervisorDevice,
} from "./push-delivery-store.ts";
import type { PushOutcome } from "./push-service.ts";

/** After four hours a supervisor has seen the queue: the notice is not worth a sound any more. */
const LIFETIME_MS = 4 * 3_600_000;
const FIRST_WAIT_SECONDS = 10;
const LONGEST_WAIT_SECONDS = 1_800;

/** Messages that one job sends at once. */
const LANES = 8;

/**
 * One try each for some devices, told with the number of the try. Further tries are jobs of their own, since the push service says
 * when; the retries of the queue are for a lost database, and pass over what is settled.
 */
export const deliverPushKind: JobKind<{ tries: { deliveryId: string; attempt: number }[] }> = {
  name: "deliver-push",
  data: z.object({ tries: z.array(z.object({ deliveryId: z.string(), attempt: z.int() })) }),
  subjectPath: "$.tries[*].deliveryId",
  retries: 5,
  firstRetrySeconds: 5,
  longestRetrySeconds: 60,
  timeoutSeconds: 600,
  atOnce: 2,
};

/** Sends notices to their devices, some at once; one that fails holds up no other. */
export const deliverPush = defineWorker(
  deliverPushKind,
  (parts: Needs<"db" | "jobs" | "push" | "logger" | "nowMs" | "newId">) =>
    async ({ tries }, { signal }) => {
      const waiting = [...tries];
      const lane = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await deliverOne(parts, next, signal);
      };
      const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
      for (const outcome of lanes) if (outcome.status === "rejected") throw outcome.reason;
    },
  {
    find: findAbandonedPushDeliveries,
    lock: lockPendingPushDelivery,
    fail: async (tx, parts, { id, reason }) => {
      const delivery = await findPushDelivery(tx, id);
      if (delivery) await giveUp({ ...parts, db: tx }, delivery, reason);
    },
  },
);

/**
 * Sends one notice to one device. It goes to nobody but the person it was written for, and only while that person may know. A try that
 * came twice shows once: the second takes the place of the first.
 */
async function deliverOne(
  parts: Needs<"db" | "jobs" | "push" | "logger" | "nowMs" | "newId">,
  { deliveryId, attempt }: { deliveryId: string; attempt: number },
  signal: AbortSignal,
): Promise<void> {
  const { db, push, nowMs } = parts;
  const delivery = await findPushDelivery(db, deliveryId);
  if (delivery?.status !== "pending" || delivery.attempts !== attempt - 1) return;
  const device = await findDeviceOf(db, delivery);
  if (!device) {
    const reason = "The device is not registered any more, or its person may not know.";
    await notePushTry(db, delivery, { status: "dropped", reason });
    return;
  }
  const ttlSeconds = Math.ceil((delivery.createdAt.getTime() + LIFETIME_MS - nowMs()) / 1_000);
  if (!push || ttlSeconds <= 0) return giveUp(parts, delivery, push ? "It is too old." : "There is no push service.");
  const { title, body, data, collapseKey, kind } = delivery;
  const { pushToken: token, platform } = device;
  const message = { token, platform, title, body, data: { ...data, kind }, collapseKey, ttlSeconds };
  await settle(parts, delivery, device, await push.send(message, signal));
}

async function settle(
  parts: Needs<"db" | "jobs" | "logger" | "nowMs" | "newId">,
  delivery: PushDeliveryRow,
  device: SupervisorDevice,
  outcome: PushOutcome,
): Promise<void> {
  const { db, nowMs } = parts;
  if (outcome.kind === "sent")
    await notePushTry(db, delivery, { status: "sent", reason: null, sentAt: new Date(nowMs()) });
  else if (outcome.kind === "dead-token") await dropToken(parts, delivery, device, outcome.reason);
  else if (outcome.kind === "refused") await giveUp(parts, delivery, outcome.reason);
  else await tryLater(parts, delivery, outcome);
}

/** Makes the device inactive, unless it has registered another token meanwhile. */
async function dropToken(
  parts: Needs<"db" | "nowMs" | "newId">,
  delivery: PushDeliveryRow,
  { deviceId, pushToken }: SupervisorDevice,
  reason: string,
): Promise<void> {
  await parts.db.transaction(async (tx) => {
    await notePushTry(tx, delivery, { status: "dropped", reason });
    if (!(await deactivateDevice(tx, deviceId, pushToken))) return;
    const subject = { type: "device", id: deviceId };
    const [before, after] = [{ isActive: true }, { isActive: false }];
    await auditOfService(parts)(tx, { action: "device.deactivate", subject, before, after });
  });
}

async function tryLater(
  parts: Needs<"db" | "jobs" | "logger" | "nowMs">,
  delivery: PushDeliveryRow,
  { reason, waitSeconds = 0 }: { reason: string; waitSeconds?: number | undefined },
): Promise<void> {
  const { db, jobs, nowMs } = parts;
  const { id, attempts, createdAt } = delivery;
  const backoff = Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** attempts);
  const delaySeconds = Math.max(waitSeconds, backoff);
  if (nowMs() + delaySeconds * 1_000 > createdAt.getTime() + LIFETIME_MS) return giveUp(parts, delivery, reason);
  await db.transaction(async (tx) => {
    if (await notePushTry(tx, delivery, { status: "pending", reason }))
      await jobs.enqueue(tx, deliverPushKind, { tries: [{ deliveryId: id, attempt: attempts + 2 }] }, { delaySeconds });
  });
}

type PushLog = Needs<"logger"> & { db: DatabaseOrTransaction };

async function giveUp({ db, logger }: PushLog, delivery: PushDeliveryRow, reason: string): Promise<void> {
  const { id, deviceId } = delivery;
  logger.error({ deliveryId: id, deviceId, why: reason }, "a notice did not reach a device");
  await notePushTry(db, delivery, { status: "failed", reason });
}
