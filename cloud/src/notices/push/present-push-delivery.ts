import type { pushDelivery } from "@container-inspection/shared-schemas";
import type { z } from "zod";
import type { PushDeliveryRow } from "./push-delivery-store.ts";

/** A delivery as admins see it. */
export function presentPushDelivery(delivery: PushDeliveryRow): z.infer<typeof pushDelivery> {
  const { id, kind, title, body, data, deviceId, userId, status, attempts, lastError, createdAt, sentAt } = delivery;
  const times = { createdAt: createdAt.toISOString(), sentAt: sentAt?.toISOString() ?? null };
  return { id, kind, title, body, data, deviceId, userId, status, attempts, lastError, ...times };
}
