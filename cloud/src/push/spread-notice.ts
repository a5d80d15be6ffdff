import { defineWorker } from "../jobs/define-worker.ts";
import { deliverPushKind } from "./deliver-push.ts";
import { notifySupervisorsKind } from "./notify-supervisors.ts";
import { deletePushDeliveries, findSupervisorDevices, insertPushDeliveries } from "./push-delivery-store.ts";

/** How long it can be seen what became of a notice. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Writes one delivery for each device of the supervisors, and has each delivered; without a push service it ends there. */
export const spreadNotice = defineWorker(
  notifySupervisorsKind,
  ({ db, jobs, push, newId, nowMs }) =>
    async ({ exceptUserId, ...notice }, { jobId: noticeId }) => {
      await db.transaction(async (tx) => {
        const createdAt = new Date(nowMs());
        await deletePushDeliveries(tx, new Date(createdAt.getTime() - KEPT_MS));
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
        for (const deliveryId of added) await jobs.enqueue(tx, deliverPushKind, { deliveryId, attempt: 1 });
      });
    },
);
