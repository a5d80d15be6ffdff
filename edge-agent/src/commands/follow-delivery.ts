import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../base/clock.ts";
import type { DeliveryProgress } from "../forwarding/delivery-progress.ts";

const POLL_MS = 100;

/** Waits until a record is delivered, parked or held up, at most until `deadlineMs` of the monotonic clock. */
export async function followDelivery(
  ask: () => Promise<DeliveryProgress> | DeliveryProgress,
  deadlineMs: number,
  { monotonicMs }: Clock,
): Promise<DeliveryProgress> {
  for (;;) {
    const progress = await ask();
    if (progress.state !== "waiting" || monotonicMs() >= deadlineMs) return progress;
    await delay(POLL_MS);
  }
}
