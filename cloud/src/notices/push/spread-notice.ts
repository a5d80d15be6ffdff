import { defineWorker } from "../../platform/jobs/define-worker.ts";
import { deliverPushKind } from "./deliver-push.ts";
import { notifySupervisorsKind } from "./notify-supervisors.ts";
import { findSupervisorDevices, insertPushDeliveries } from "./push-delivery-store.ts";
import type { Needs } from "../parts.ts";

/**
 * Creates one delivery for each device of the supervisors and enqueues them; without a push service they are only
 * recorded.
 */
export const spreadNotice = defineWorker(
  notifySupervisorsKind,
  ({ db, jobs, push, newId, nowMs }: Needs<"db" | "jobs" | "push" | "newId" | "nowMs">) =>
    async ({ exceptUserId, ...notice }, { jobId: noticeId }) => {
      await db.transaction(async (tx) => {
        const createdAt = new Date(nowMs());
        const devices = await findSupervisorDevices(tx, exceptUserId);
        const status = push ? ("pending" as const) : ("no-push-service" as const);
        const added = await insertPushDeliveries(
          tx,
          devices.map(({ deviceId, userId }) => ({
            id: newId(),
            noticeId,
            deviceId,
            userId,
            ...notice,
            status,
            createdAt,
          })),
        );
        if (!push) return;
        const attempts = added.map((deliveryId) => ({ tries: [{ deliveryId, attempt: 1 }] }));
        await jobs.enqueueAll(tx, deliverPushKind, attempts);
      });
    },
);
