import { defineWorker } from "../../platform/jobs/define-worker.ts";
import { deliverPushKind } from "./deliver-push.ts";
import { notifySupervisorsKind } from "./notify-supervisors.ts";
import { findSupervisorSubscriptions } from "../web-push/subscription-store.ts";
import { findSupervisorDevices, insertPushDeliveries } from "./push-delivery-store.ts";
import type { Needs } from "../parts.ts";

/**
 * Creates one delivery for each phone and each browser of the supervisors and enqueues them; those to phones are only
 * recorded without a push service.
 */
export const spreadNotice = defineWorker(
  notifySupervisorsKind,
  ({ db, jobs, push, newId, nowMs }: Needs<"db" | "jobs" | "push" | "newId" | "nowMs">) =>
    async ({ exceptUserId, ...notice }, { jobId: noticeId }) => {
      await db.transaction(async (tx) => {
        const createdAt = new Date(nowMs());
        const phones = (await findSupervisorDevices(tx, exceptUserId)).map(({ deviceId, userId }) => ({
          channel: "fcm" as const,
          deviceId,
          userId,
          status: push ? ("pending" as const) : ("no-push-service" as const),
        }));
        const browsers = (await findSupervisorSubscriptions(tx, exceptUserId)).map(({ id: deviceId, userId }) => ({
          channel: "web" as const,
          deviceId,
          userId,
          status: "pending" as const,
        }));
        const rows = [...phones, ...browsers].map((to) => ({ id: newId(), noticeId, ...notice, ...to, createdAt }));
        const pending = new Set(rows.filter(({ status }) => status === "pending").map(({ id }) => id));
        const added = (await insertPushDeliveries(tx, rows)).filter((id) => pending.has(id));
        const attempts = added.map((deliveryId) => ({ deliveryId, attempt: 1 }));
        await jobs.enqueueAll(tx, deliverPushKind, attempts);
      });
    },
);
